"""A long message of one's own, a short press of ctrl+c, and what is left after a sudden end."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from test_tui_terminal import Terminal
from tui_pilot import chat, say, screen_text, settle

from assistant.cli import main
from assistant.transcripts import said
from assistant.tui.widgets.prompt import Prompt
from assistant.tui.widgets.status import StatusBar
from assistant.tui.widgets.turn import SHOWN_LINES, UserTurn

LONG = " ".join(f"word{number}" for number in range(300))


async def test_a_long_message_is_folded_and_opens() -> None:
    async with chat() as (pilot, screen):
        await say(pilot, LONG)
        turn = screen.query_one(UserTurn)
        assert turn.size.height == SHOWN_LINES + 2
        assert "more lines" in turn.render().plain
        turn.focus()
        await pilot.press("enter")
        await settle(pilot)
        assert "word299" in turn.render().plain
        assert turn.size.height > SHOWN_LINES + 2
        await pilot.press("enter")
        await settle(pilot)
        assert turn.size.height == SHOWN_LINES + 2


async def test_a_short_message_is_not() -> None:
    async with chat() as (pilot, screen):
        await say(pilot, "one two three")
        turn = screen.query_one(UserTurn)
        assert "three" in turn.render().plain
        assert not turn.can_focus


@pytest.mark.parametrize(("lang", "words"), [("en", "ctrl+q leaves"), ("zh", "按 ctrl+q 退出")])
async def test_ctrl_c_says_how_to_leave_beside_the_prompt_not_over_it(lang: str, words: str) -> None:
    async with chat(lang, (80, 60)) as (pilot, screen):
        await pilot.press("ctrl+c")
        await settle(pilot)
        assert words in screen.query_one(StatusBar).message
        assert not list(pilot.app._notifications)
        await pilot.press("7", "B")
        assert screen.query_one(Prompt).value == "7B"
        await pilot.press("f1")
        await settle(pilot)
        assert "^c" in screen_text(pilot)


CODE = """
import sys
sys.argv = ["rigwise", "--lang", "en"]
from assistant.cli import main
main()
"""


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_what_was_said_is_there_after_a_sudden_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    terminal = Terminal(CODE)
    assert terminal.read("Tell me what you want to train"), terminal.seen[-2000:]
    terminal.write("LoRA on a 7B\r")
    assert terminal.read("How"), terminal.seen[-2000:]
    for _ in range(50):
        if list(tmp_path.glob("rigwise/chat-*.yaml")):
            break
        terminal.quiet(0.2)
    os.kill(terminal.pid, signal.SIGKILL)
    os.waitpid(terminal.pid, 0)
    os.close(terminal.file)
    (kept,) = tmp_path.glob("rigwise/chat-*.yaml")
    assert said(kept)[1] == ("LoRA on a 7B",)


def test_a_folder_that_is_missing_is_told_before_anything_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chat", "--save", str(tmp_path / "missing" / "x.yaml")]) == 2
    assert main(["chat", "--save", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "missing: no such folder" in err
    assert "it is a folder" in err
