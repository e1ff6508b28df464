"""The linter: exact, no sampling, every finding with a place and a way out."""

from __future__ import annotations

from pathlib import Path

from assistant.knowledge.lint import asked, records, tables, texts
from assistant.knowledge.lint.finding import LINTS, Finding, Severity
from assistant.knowledge.lint.probes import Probes
from assistant.knowledge.lint.report import Report
from assistant.knowledge.reading import Loaded, read_folders

__all__ = ["LINTS", "Finding", "Probes", "Severity", "check", "check_loaded"]


def check(*folders: Path, probes: Probes | None = None) -> list[Finding]:
    """Return what is wrong with the base in `folders`, sorted by file and line; waived findings are left out."""
    return check_loaded(read_folders(*folders), probes)


def check_loaded(loaded: Loaded, probes: Probes | None = None) -> list[Finding]:
    """Return what is wrong with a base that was read; faults of its form come first and alone."""
    if loaded.problems:
        return [
            Finding(problem.file, problem.line, problem.column, "R000", problem.where, problem.message)
            for problem in sorted(loaded.problems)
        ]
    probes = probes or Probes()
    report = Report(loaded)
    tables.check(report)
    texts.check(report)
    records.check(report, probes)
    asked.check(report, probes)
    return report.settled()
