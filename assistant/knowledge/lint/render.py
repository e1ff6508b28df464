"""Findings as text for people, as JSON for programs, as annotations for GitHub."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from assistant.knowledge.lint.finding import LINTS, Finding, Severity

_GITHUB: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}


def render(findings: Sequence[Finding], form: str) -> str:
    """Return `findings` in the form "text", "json" or "github"."""
    return {"text": _text, "json": _json, "github": _github}[form](findings)


def _text(findings: Sequence[Finding]) -> str:
    lines = []
    for one in findings:
        lines.append(f"{one.file}:{one.line}:{one.column}  {one.severity} {one.lint}  {one.where}")
        lines.append(f"    {LINTS[one.lint].title}: {one.message}")
        lines.extend(f"    | {line}" for line in one.fix.splitlines())
    return "\n".join([*lines, _summary(findings)])


def _summary(findings: Sequence[Finding]) -> str:
    counts = Counter(one.severity for one in findings)
    if not findings:
        return "the knowledge base is in order"
    return ", ".join(
        f"{counts[level]} {level}{'s' if counts[level] != 1 and level != 'info' else ''}" for level in _GITHUB
    )


def _json(findings: Sequence[Finding]) -> str:
    rows = [
        {
            "id": one.lint,
            "title": LINTS[one.lint].title,
            "severity": one.severity,
            "file": one.file,
            "line": one.line,
            "column": one.column,
            "where": one.where,
            "message": one.message,
            "fix": one.fix,
        }
        for one in findings
    ]
    counts = Counter(one.severity for one in findings)
    return json.dumps({"errors": counts["error"], "warnings": counts["warning"], "findings": rows}, ensure_ascii=False)


def _github(findings: Sequence[Finding]) -> str:
    return "\n".join(
        f"::{_GITHUB[one.severity]} file={one.file},line={one.line},col={one.column},title={one.lint}::"
        + _escaped(f"{one.where}: {one.message}" + (f"\n{one.fix}" if one.fix else ""))
        for one in findings
    )


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
