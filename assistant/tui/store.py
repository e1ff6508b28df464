"""Where conversations are kept: a transcript after every turn, so that a crash or a closed window loses nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from assistant.tui.exchange import Turn

KEPT: Final = 50
"""Conversations kept in the state folder; older ones are deleted."""


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the user's folder for the state of this program, as the platform has it."""
    if environment.get("XDG_STATE_HOME"):
        return Path(environment["XDG_STATE_HOME"]) / "rigwise"
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home()) / "rigwise"
    return Path.home() / ".local" / "state" / "rigwise"


class Store:
    """Writes the conversation to one file after every turn.

    Attributes:
        path: that file; chosen on the first writing where none was named.
    """

    def __init__(self, path: Path | None = None, folder: Path | None = None) -> None:
        self.path = path
        self._folder = folder

    def write(self, lang: str, turns: list[Turn]) -> Path:
        """Write all turns and return the file.

        Raises:
            OSError: it can not be written.
        """
        from assistant.transcripts import write

        if self.path is None:
            folder = self._folder or state_folder()
            folder.mkdir(parents=True, exist_ok=True)
            stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
            self.path = folder / f"chat-{stamp}-{os.getpid()}.yaml"
            self._prune(folder)
        write(self.path, lang, [(turn.said, turn.reply) for turn in turns])
        return self.path

    @staticmethod
    def _prune(folder: Path) -> None:
        for old in sorted(folder.glob("chat-*.yaml"))[: -KEPT or None]:
            old.unlink(missing_ok=True)
