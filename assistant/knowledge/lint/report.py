"""Collecting findings, and the waivers that accept some of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from assistant.knowledge.lint.finding import LINTS, Finding, Severity
from assistant.knowledge.reading import Loaded
from assistant.knowledge.schema.rule import Waiver
from assistant.knowledge.yaml_nodes import Path_


@dataclass
class Report:
    """What was found so far in one base."""

    loaded: Loaded
    findings: list[Finding] = field(default_factory=list)

    def add(
        self,
        lint: str,
        kind: str,
        identity: str,
        message: str,
        fix: str = "",
        path: Path_ = (),
        severity: Severity | None = None,
    ) -> None:
        """Add a finding on the record `identity` of `kind`; `path` is the place inside it."""
        place = self.loaded.places.of(kind, identity)
        mark = place.mark(path)
        where = " > ".join(str(part) for part in (kind, identity, *path))
        level = severity or LINTS[lint].severity
        self.findings.append(Finding(place.file, mark.line, mark.column, lint, where, message, fix, level))

    def settled(self) -> list[Finding]:
        """Return the findings that no waiver accepts, and the waivers that accept nothing."""
        used: set[tuple[str, str, str]] = set()
        left = [finding for finding in self.findings if not self._waived(finding, used)]
        self.findings = []
        for kind, identity, waiver in self._waivers():
            if (kind, identity, waiver) not in used:
                self.add("R020", kind, identity, f"the waiver of {waiver} waives nothing", "remove it")
        return sorted(left + self.findings)

    def _waived(self, finding: Finding, used: set[tuple[str, str, str]]) -> bool:
        kind, _, rest = finding.where.partition(" > ")
        identity = rest.split(" > ")[0]
        base = self.loaded.base
        record = (
            base.rules.get(identity) if kind == "rules" else base.tables.get(identity) if kind == "tables" else None
        )
        own: Iterable[Waiver] = record.lint_ignore if record is not None else ()
        if any(waiver.id == finding.lint for waiver in own):
            used.add((kind, identity, finding.lint))
            return True
        for waiver in base.waivers.values():
            if waiver.finding == finding.lint and finding.where.startswith(waiver.about):
                used.add(("waivers", waiver.id, waiver.finding))
                return True
        return False

    def _waivers(self) -> Iterable[tuple[str, str, str]]:
        base = self.loaded.base
        for kind, records in (("rules", base.rules), ("tables", base.tables)):
            for identity, record in records.items():
                yield from ((kind, identity, waiver.id) for waiver in record.lint_ignore)
        yield from (("waivers", waiver.id, waiver.finding) for waiver in base.waivers.values())
