"""pytest collects transcripts as tests, where a conftest.py imports `pytest_collect_file` from here."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from assistant.transcripts.coverage import coverage
from assistant.transcripts.failure import failure_text
from assistant.transcripts.form import load
from assistant.transcripts.replay import Outcome, replay

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge

__all__ = ["pytest_collect_file"]


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    """Collect every YAML file below the folder of the conftest that imports this, and what they exercise together."""
    if file_path.name == KEPT:
        return CoverageFile.from_parent(parent, path=file_path)
    if file_path.suffix != ".yaml":
        return None
    return TranscriptFile.from_parent(parent, path=file_path)


KEPT = "coverage.json"
"""File that keeps what all transcripts of its folder exercise."""


class TranscriptError(Exception):
    """A transcript that does not hold any more."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        super().__init__(failure_text(outcome))


class CoverageError(Exception):
    """A kept coverage that is not what the transcripts exercise."""


class CoverageFile(pytest.File):
    """The kept coverage, one item."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield the comparison with what is exercised now."""
        yield CoverageItem.from_parent(self, name="what the transcripts exercise")


class CoverageItem(pytest.Item):
    """What the transcripts exercise, against what is kept."""

    def runtest(self) -> None:
        """Play every transcript of the folder; raise where the kept coverage is of another day."""
        paths = sorted(self.path.parent.rglob("*.yaml"))
        now = json.loads(coverage(_knowledge(), [_outcome(path) for path in paths]).baseline())
        kept = json.loads(self.path.read_text(encoding="utf-8"))
        moved = [
            f"{name}: lost {sorted({*kept.get(name, ())} - {*hit})}, new {sorted({*hit} - {*kept.get(name, ())})}"
            for name, hit in now.items()
            if hit != kept.get(name)
        ]
        if moved:
            folder = self.path.parent.name
            raise CoverageError("\n".join([*moved, f"rigwise replay {folder} --keep-coverage {folder}/{KEPT}"]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return what moved, the traceback for anything else."""
        if isinstance(excinfo.value, CoverageError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class TranscriptFile(pytest.File):
    """One file, one item."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield the conversation of the file."""
        yield TranscriptItem.from_parent(self, name=load(self.path).id)


class TranscriptItem(pytest.Item):
    """One conversation played again."""

    def runtest(self) -> None:
        """Play it; raise where something does not hold."""
        outcome = _outcome(self.path)
        if not outcome.passed:
            raise TranscriptError(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return our own report for a mismatch, the traceback for anything else."""
        if isinstance(excinfo.value, TranscriptError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return file and line of the first turn."""
        turns = load(self.path).turns
        return self.path, turns[0].line - 1 if turns else 0, f"transcript {self.name}"


@cache
def _outcome(path: Path) -> Outcome:
    """Return what comes of a transcript; it is played once, for itself and for what all exercise together."""
    return replay(_knowledge(), load(path))


@cache
def _knowledge() -> Knowledge:
    from assistant.knowledge import Knowledge

    return Knowledge.load()
