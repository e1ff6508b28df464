"""Reading the YAML: every file once, every fault at once, later folders over earlier ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from assistant.knowledge.base import Knowledge
from assistant.knowledge.errors import Problem
from assistant.knowledge.explain import did_you_mean, explain
from assistant.knowledge.folders import yaml_files
from assistant.knowledge.kinds import KINDS, Kind
from assistant.knowledge.link import Linker
from assistant.knowledge.places import Place, Places
from assistant.knowledge.references import broken_structure
from assistant.knowledge.yaml_nodes import Mark, read

SCHEMA = 1
"""Version of the form of the YAML files."""


@dataclass
class Loaded:
    """A base with the place of every record, and everything that was wrong with it.

    Attributes:
        base: what could be read.
        places: where each record stands.
        problems: faults; empty for a good base.
    """

    base: Knowledge
    places: Places
    problems: list[Problem]


def read_folders(*folders: Path) -> Loaded:
    """Return the base in `folders` together with its faults; never raises for bad content."""
    reader = _Reader()
    for layer, folder in enumerate(folders):
        if not folder.is_dir():
            reader.problems.append(Problem(str(folder), 1, 1, "", "no such folder"))
            continue
        for file in yaml_files(folder):
            reader.file(file, folder, layer)
        reader.drop_disabled()
    reader.link()
    return Loaded(Knowledge.model_construct(None, **reader.tables), reader.places, sorted(reader.problems))


@dataclass
class _Reader:
    """What has been read so far."""

    tables: dict[str, dict[str, Any]] = field(default_factory=lambda: {kind.key: {} for kind in KINDS})
    places: Places = field(default_factory=Places)
    problems: list[Problem] = field(default_factory=list)
    disabled: list[tuple[str, Mark, str]] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)

    def file(self, file: Path, root: Path, layer: int) -> None:
        """Read one file; in a layer of the user's own any file may hold any kind."""
        name = str(file.relative_to(root.parent))
        folder = file.relative_to(root).parts[0]
        allowed = {kind.key: kind for kind in KINDS if layer or kind.folder == folder}
        try:
            document = read(file.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError) as error:
            self.problems.append(Problem(name, 1, 1, "", f"can not be read as UTF-8 text: {error}"))
            return
        self.problems.extend(Problem(name, mark.line, mark.column, "", message) for mark, message in document.faults)
        if document.data is None:
            return
        if not isinstance(document.data, dict):
            self.problems.append(Problem(name, 1, 1, "", f"expected a mapping with one of: {', '.join(allowed)}"))
            return
        if "schema" not in document.data:
            self.problems.append(Problem(name, 1, 1, "", f"no `schema:`; begin the file with `schema: {SCHEMA}`"))
        for key, rows in document.data.items():
            self._section(key, rows, allowed, Place(name, document, (), layer))

    def _section(self, key: str, rows: Any, allowed: dict[str, Kind], file: Place) -> None:
        name, mark = file.file, file.document.mark((key,), key=True)
        if key == "schema":
            if rows != SCHEMA or isinstance(rows, bool):
                self._fault(name, mark, key, f"this version reads schema {SCHEMA}, got {rows!r}")
        elif not isinstance(rows, list):
            self._fault(name, mark, key, "expected a list of records, each beginning with `- id:`")
        elif key == "disabled":
            self.disabled.extend((name, file.document.mark((key, place)), str(row)) for place, row in enumerate(rows))
        elif key not in allowed:
            hint = did_you_mean(key, allowed)
            self._fault(name, mark, key, f"unknown key; this folder holds {', '.join(allowed) or 'no records'}{hint}")
        else:
            seen: set[str] = set()
            for index, row in enumerate(rows):
                self._record(allowed[key], replace(file, path=(key, index)), row, seen)

    def _record(self, kind: Kind, place: Place, row: Any, seen: set[str]) -> None:
        try:
            record = kind.record.model_validate(row)
        except ValidationError as error:
            self.refused.update([str(row["id"])] if isinstance(row, dict) and "id" in row else [])
            self.problems.extend(explain(error, kind, place.path, row, place.document, place.file))
            return
        before = self.places.get(kind.key, record.id)
        same_layer = before is not None and before.layer == place.layer
        if record.id in seen or same_layer:
            first = f" (first in {before.file}:{before.mark().line})" if before else ""
            self._fault(place.file, place.mark(("id",)), f"{kind.key} > {record.id}", f"this id stands twice{first}")
        seen.add(record.id)
        self.tables[kind.key][record.id] = record
        self.places.put(kind.key, record.id, place)

    def drop_disabled(self) -> None:
        """Take out what the layer just read disables: an id, or `kind/id` where two kinds share it."""
        for file, mark, name in self.disabled:
            kind, _, identity = name.partition("/") if name.partition("/")[0] in self.tables else ("", "", name)
            hits = [key for key, table in self.tables.items() if identity in table and kind in {"", key}]
            if not hits:
                known = [one for table in self.tables.values() for one in table]
                self._fault(file, mark, "disabled", f"nothing is called `{name}`{did_you_mean(name, known)}")
            for key in hits:
                del self.tables[key][identity]
        self.disabled.clear()

    def link(self) -> None:
        """Resolve the literals of conditions and refuse references without which nothing can run."""
        linker = Linker(self.tables["facts"], self.tables["rates"])
        for identity, rule in self.tables["rules"].items():
            place = self.places.of("rules", identity)

            def report(
                path: tuple[str | int, ...], message: str, place: Place = place, identity: str = identity
            ) -> None:
                where = " > ".join(str(part) for part in ("rules", identity, *path))
                self._fault(place.file, place.mark(path), where, message)

            self.tables["rules"][identity] = linker.rule(rule, report)
        for kind, identity, path, message in broken_structure(self.tables):
            if any(f"called `{name}`" in message for name in self.refused):
                continue  # it is there, and its own fault is named
            place = self.places.of(kind, identity)
            self._fault(place.file, place.mark(path), " > ".join(map(str, (kind, identity, *path))), message)

    def _fault(self, file: str, mark: Mark, where: str, message: str) -> None:
        self.problems.append(Problem(file, mark.line, mark.column, where, message))
