"""pytest collects transcripts as tests, where a conftest.py imports `pytest_collect_file` from here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from assistant.transcripts.failure import failure_text
from assistant.transcripts.form import Transcript, load
from assistant.transcripts.replay import Outcome, replay

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge

__all__ = ["pytest_collect_file"]


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    """Collect every YAML file below the folder of the conftest that imports this."""
    if file_path.suffix != ".yaml":
        return None
    return TranscriptFile.from_parent(parent, path=file_path)


class TranscriptError(Exception):
    """A transcript that does not hold any more."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        super().__init__(failure_text(outcome))


class TranscriptFile(pytest.File):
    """One file, one item."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield the conversation of the file."""
        transcript = load(self.path)
        yield TranscriptItem.from_parent(self, name=transcript.id, transcript=transcript)


class TranscriptItem(pytest.Item):
    """One conversation played again."""

    def __init__(self, *, transcript: Transcript, **rest: Any) -> None:
        super().__init__(**rest)
        self.transcript = transcript

    def runtest(self) -> None:
        """Play it; raise where something does not hold."""
        outcome = replay(_knowledge(), self.transcript)
        if not outcome.passed:
            raise TranscriptError(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return our own report for a mismatch, the traceback for anything else."""
        if isinstance(excinfo.value, TranscriptError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return file and line of the first turn."""
        line = self.transcript.turns[0].line - 1 if self.transcript.turns else 0
        return self.path, line, f"transcript {self.transcript.id}"


@cache
def _knowledge() -> Knowledge:
    from assistant.knowledge import Knowledge

    return Knowledge.load()
