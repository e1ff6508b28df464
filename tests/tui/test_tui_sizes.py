"""The chat screen in terminals of every size: nothing is lost or wider, long answers are found again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len
from tui_fake import FakeConversation
from tui_pilot import chat, say, screen_lines, screen_text, settle

from assistant.conversation.reply import Block, Reply
from assistant.tui.widgets.panel import Panel
from assistant.tui.widgets.prompt import Prompt

SIZES = [(60, 20), (80, 24), (120, 40), (140, 45)]


async def test_a_long_line_is_typed_and_its_end_is_seen() -> None:
    async with chat() as (pilot, screen):
        prompt = screen.query_one(Prompt)
        prompt.value = "x" * 100
        prompt.cursor_position = 100
        await pilot.press("y", "z")
        await settle(pilot)
        assert "xxyz" in screen_text(pilot)


async def test_old_messages_leave_the_screen_but_not_the_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.tui.widgets.log.MOST", 6)
    async with chat() as (pilot, screen):
        for number in range(8):
            await say(pilot, f"turn {number}")
        assert len(screen.query_one("#log").children) == 6
        assert len(screen.session.turns) == 8
        assert "turn 7" in screen_text(pilot)


class Long(FakeConversation):
    """Answers in forty lines."""

    def say(self, text: str) -> Reply:
        reply = super().say(text)
        lines = (Block("answer", f"line {number} " + "word " * 20) for number in range(40))
        return replace(reply, blocks=(Block("say", "FIRST"), *lines))


async def test_a_long_answer_is_shown_from_its_beginning() -> None:
    async with chat(opener=lambda _: (None, Long())) as (pilot, _):
        await say(pilot, "one")
        assert "FIRST" in screen_text(pilot)
        await say(pilot, "two")
        assert "FIRST" in screen_text(pilot)
        assert "two" in screen_text(pilot)


async def test_a_long_answer_stays_at_its_beginning_when_the_terminal_is_resized() -> None:
    async with chat(opener=lambda _: (None, Long())) as (pilot, screen):
        await say(pilot, "one")
        for size in ((60, 20), (140, 40), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert "FIRST" in screen_text(pilot), size
        await pilot.press("pagedown", "pagedown")
        await settle(pilot)
        await pilot.resize_terminal(100, 24)
        await settle(pilot)
        assert "FIRST" not in screen_text(pilot)
        assert screen.query_one("#log").scroll_y > 0


async def test_panel_from_100_columns_on() -> None:
    async with chat(size=(99, 30)) as (pilot, screen):
        assert not screen.query_one(Panel).display
        await pilot.resize_terminal(100, 30)
        await settle(pilot)
        assert screen.query_one(Panel).display
        assert screen.query_one("#talk").region.right <= screen.query_one(Panel).region.x


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_no_line_is_wider_than_the_screen_and_no_character_is_lost(lang: str, size: tuple[int, int]) -> None:
    said = (
        "全量微调需要优化器状态和梯度以及激活值 plan"
        if lang == "zh"
        else "plan with optimizer states, gradients and activations"
    )
    async with chat(lang, size) as (pilot, _):
        await say(pilot, said)
        lines = screen_lines(pilot)
        assert {cell_len(line) for line in lines} == {size[0]}
        shown = "".join("".join(line[: size[0]] for line in lines).split()).replace("▌", "")
        assert "".join(said.split()) in shown


async def test_resizing_while_answers_come() -> None:
    async with chat() as (pilot, screen):
        for number, width in enumerate((40, 140, 61, 100, 99, 20, 80)):
            screen.submit(f"turn {number} 全量微调")
            await pilot.resize_terminal(width, 10 + number * 5)
        await settle(pilot)
        assert len(screen.session.turns) == 7
        assert {cell_len(line) for line in screen_lines(pilot)} == {80}


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_ascii_draws_nothing_else_but_the_words(lang: str) -> None:
    async with chat(lang, (120, 40), ascii_only=True) as (pilot, _):
        await say(pilot, "plan")
        drawn = "".join(screen_lines(pilot))
        assert not set(drawn) & set("─│╭╮╰╯▌█▏▕┤└•✓○▸━┈") - set("·…–×")
