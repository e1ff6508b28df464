"""The chat screen: what happens, not how it looks."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from tui_fake import FakeConversation, fake_opener
from tui_pilot import chat, say, screen_text, settle

from assistant.conversation.reply import Reply
from assistant.tui.screens.help import HelpScreen
from assistant.tui.screens.plan import PlanScreen
from assistant.tui.store import Store
from assistant.tui.widgets.prompt import Prompt
from assistant.tui.widgets.quick_replies import Chip, QuickReplies
from assistant.tui.widgets.status import StatusBar
from assistant.tui.widgets.turn import AssistantTurn, Folded, UserTurn, Words


async def test_a_turn_is_said_and_answered() -> None:
    async with chat() as (pilot, screen):
        await say(pilot, "Full fine-tune a 7B")
        assert [turn.said for turn in screen.session.turns] == ["Full fine-tune a 7B"]
        assert len(screen.query(UserTurn)) == 1
        assert len(screen.query(AssistantTurn)) == 2
        assert screen.query_one(Prompt).value == ""


@pytest.mark.parametrize(
    "text", ["[/x]", "[bold", "[@click=app.quit()]go[/]", "\x1b[2Jx", "全" * 3000, "{0}", "a\u202eb", "🤖" * 50]
)
async def test_no_text_breaks_the_screen(text: str) -> None:
    async with chat() as (pilot, screen):
        await say(pilot, text)
        assert len(screen.session.turns) == 1
        assert pilot.app.return_code is None


async def test_a_failing_turn_is_told_and_the_chat_goes_on() -> None:
    async with chat() as (pilot, screen):
        await say(pilot, "boom")
        assert "boom [/x]" in screen_text(pilot)
        await say(pilot, "7B")
        assert [turn.said for turn in screen.session.turns] == ["7B"]


async def test_what_is_said_before_the_base_is_loaded_is_answered_after() -> None:
    gate = threading.Event()

    def slow(lang: str) -> tuple[None, FakeConversation]:
        gate.wait(10)
        return fake_opener(lang)

    from assistant.tui.app import RigwiseApp
    from assistant.tui.session import Session

    app = RigwiseApp(Session("en", slow))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for text in ("one", "two"):
            app.screen.query_one(Prompt).value = text
            await pilot.press("enter")
        await pilot.pause()
        assert app.session.turns == []
        gate.set()
        await settle(pilot)
        assert [turn.said for turn in app.session.turns] == ["one", "two"]


async def test_quick_replies_by_key_and_by_mouse() -> None:
    async with chat() as (pilot, screen):
        assert len(screen.query_one(QuickReplies).labels) == 3
        await pilot.press("alt+2")
        await settle(pilot)
        first = screen.session.turns[0].said
        await pilot.click(screen.query(Chip).first())
        await settle(pilot)
        assert first == "LoRA on Llama 3 8B with one RTX 4090"
        assert screen.session.turns[1].said == "20 GB"
        assert screen.query_one(QuickReplies).labels == ("20 GB", "200 GB", "not sure [b]")


async def test_the_name_of_the_user_is_in_the_language_of_the_answer() -> None:
    class English(FakeConversation):
        def say(self, text: str) -> Reply:
            return replace(super().say(text), lang="en")

    async with chat(opener=lambda _: (None, English())) as (pilot, screen):
        await say(pilot, "LoRA on Qwen, data in 中文")
        assert screen.query_one(UserTurn).lines(40)[0].plain == "you"


async def test_a_digit_is_a_digit() -> None:
    async with chat() as (pilot, screen):
        await pilot.press("2", "B")
        assert screen.query_one(Prompt).value == "2B"


async def test_undo_says_undo_in_the_language_of_the_chat() -> None:
    async with chat() as (pilot, screen):
        await say(pilot, "全量微调")
        await pilot.press("ctrl+z")
        await settle(pilot)
        assert screen.session.turns[-1].said == "撤销"


async def test_history() -> None:
    async with chat() as (pilot, screen):
        await say(pilot, "one")
        await say(pilot, "two")
        prompt = screen.query_one(Prompt)
        await pilot.press("up", "up")
        assert prompt.value == "one"
        await pilot.press("down", "ctrl+down")
        assert prompt.value == ""
        await pilot.press("x", "up")
        assert prompt.value == "x"
        await pilot.press("ctrl+up")
        assert prompt.value == "two"
        await pilot.press("ctrl+down")
        assert prompt.value == "x"


async def test_slash_commands_are_offered_and_run() -> None:
    async with chat() as (pilot, screen):
        prompt = screen.query_one(Prompt)
        prompt.value = "/pl"
        await settle(pilot)
        assert screen.query_one(QuickReplies).labels == ("/plan",)
        await pilot.press("alt+1")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PlanScreen)
        await pilot.press("escape")
        await say(pilot, "/nonsense")
        assert "/nonsense" in screen.query_one(StatusBar).message
        await say(pilot, "/why gpu")
        assert screen.session.turns[-1].said == "why this gpu?"


async def test_a_command_says_what_it_does_and_offers_what_may_follow() -> None:
    async with chat() as (pilot, screen):
        await pilot.press(*"/th")
        await settle(pilot)
        assert screen.query_one(StatusBar).message == "Dark or light."
        await pilot.press(*"eme rig-l")
        await settle(pilot)
        assert screen.query_one(QuickReplies).labels == ("rig-light",)
        await pilot.press("tab", "enter")
        await settle(pilot)
        assert pilot.app.theme == "rig-light"
        assert "rig-light" in screen.query_one(StatusBar).message
        await pilot.press(*"/he", *["backspace"] * 3)
        await settle(pilot)
        assert screen.query_one(StatusBar).message == ""


async def test_completion_takes_the_suggestion() -> None:
    async with chat() as (pilot, screen):
        await pilot.press("slash", "h", "e")
        await settle(pilot)
        await pilot.press("tab")
        assert screen.query_one(Prompt).value == "/help"


async def test_help_and_plan_open_and_close() -> None:
    async with chat(size=(120, 40)) as (pilot, screen):
        await say(pilot, "plan")
        for key, kind in (("f1", HelpScreen), ("f2", PlanScreen)):
            await pilot.press(key)
            await settle(pilot)
            assert isinstance(pilot.app.screen, kind)
            await pilot.press("escape")
            await settle(pilot)
            assert pilot.app.screen_stack[-1:] == [screen]


async def test_language_before_and_after_the_first_turn() -> None:
    async with chat() as (pilot, screen):
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert "或者从一个例子开始" in screen_text(pilot)
        await pilot.press("alt+1")
        await settle(pilot)
        assert screen.lang == "zh"
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert screen.session.turns[-1].said == "English"


async def test_copy_puts_the_last_answer_on_the_clipboard() -> None:
    async with chat() as (pilot, screen):
        await pilot.press("ctrl+y")
        assert screen.query_one(StatusBar).message == "nothing to copy yet"
        await say(pilot, "7B")
        await pilot.press("ctrl+y")
        assert pilot.app.clipboard == screen.session.turns[-1].reply.text


async def test_maths_is_made_when_it_is_opened() -> None:
    async with chat() as (pilot, screen):
        await say(pilot, "7B")
        folded = screen.query_one(Folded)
        assert not folded.query(Words)
        folded.collapsed = False
        await settle(pilot)
        assert len(folded.query(Words)) == 1
        folded.collapsed = True
        folded.collapsed = False
        await settle(pilot)
        assert len(folded.query(Words)) == 1
        assert "112 GB" in screen_text(pilot)


async def test_paste_keeps_every_line() -> None:
    from textual.events import Paste

    async with chat() as (pilot, screen):
        screen.query_one(Prompt).post_message(Paste("7B\n全量微调\r\n200 GB"))
        await settle(pilot)
        assert screen.query_one(Prompt).value == "7B 全量微调 200 GB"


async def test_resume_says_the_lines_again() -> None:
    async with chat(resume=("7B", "plan")) as (pilot, screen):
        assert [turn.said for turn in screen.session.turns] == ["7B", "plan"]
        assert len(screen.query(UserTurn)) == 2
        await pilot.press("up")
        assert screen.query_one(Prompt).value == "plan"


async def test_every_turn_is_saved_and_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[Path, int]] = []

    def write(path: Path, lang: str, exchanges: list[object]) -> None:
        if len(exchanges) > 1:
            raise OSError(28, "No space left on device")
        written.append((path, len(exchanges)))

    monkeypatch.setattr("assistant.transcripts.write", write)
    async with chat(store=Store(tmp_path / "chat.yaml")) as (pilot, screen):
        await say(pilot, "one")
        assert written == [(tmp_path / "chat.yaml", 1)]
        await say(pilot, "two")
        assert "No space left" in screen.query_one(StatusBar).message
        assert len(screen.session.turns) == 2


async def test_palette_lists_the_actions() -> None:
    async with chat(size=(100, 40)) as (pilot, _):
        await pilot.press("ctrl+p")
        await settle(pilot)
        assert "Take the last answer back." in screen_text(pilot)
        await pilot.press(*"plan")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PlanScreen)


async def test_themes_switch_and_ansi_draws() -> None:
    async with chat() as (pilot, screen):
        await say(pilot, "/theme")
        assert pilot.app.theme == "rig-light"
        await say(pilot, "/theme ansi-dark")
        await say(pilot, "plan")
        assert pilot.app.theme == "ansi-dark"
        assert "plan" in screen_text(pilot)
        assert len(screen.session.turns) == 1


async def test_the_language_of_the_screen_is_that_of_the_first_answer() -> None:
    fake = FakeConversation()
    async with chat(opener=lambda _: (None, fake)) as (pilot, _):
        assert fake.preferred == "en"
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert fake.preferred == "zh"
