"""Where conversations are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.tui import store
from assistant.tui.store import Store, state_folder


def test_state_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    assert state_folder({"XDG_STATE_HOME": "/x"}) == Path("/x/rigwise")
    monkeypatch.setattr("sys.platform", "linux")
    assert state_folder({}).parts[-3:] == (".local", "state", "rigwise")
    monkeypatch.setattr("sys.platform", "win32")
    assert state_folder({"LOCALAPPDATA": "/y"}) == Path("/y/rigwise")


def test_one_file_a_conversation_and_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.transcripts.write", lambda path, *_: path.write_text("x"))
    monkeypatch.setattr(store, "KEPT", 3)
    for year in range(5):
        (tmp_path / f"chat-200{year}0101-000000-1.yaml").write_text("old")
    keep = Store(folder=tmp_path)
    assert keep.write("en", []) == keep.write("en", [])
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 4
    assert names[:3] == [f"chat-200{year}0101-000000-1.yaml" for year in (2, 3, 4)]
