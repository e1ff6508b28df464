"""Driving the app in tests: start it, let everything settle, read the screen as text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input
from tui_fake import fake_opener

from assistant.tui.app import RigwiseApp
from assistant.tui.screens.chat import ChatScreen
from assistant.tui.session import Session


async def settle(pilot: Pilot[None]) -> None:
    """Wait for messages and workers until nothing is under way."""
    for _ in range(3):
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
    await pilot.pause()


@asynccontextmanager
async def chat(
    lang: str = "en",
    size: tuple[int, int] = (80, 24),
    opener: Any = fake_opener,
    ascii_only: bool = False,
    **session: Any,
) -> AsyncIterator[tuple[Pilot[None], ChatScreen]]:
    """Run the app over the fake conversation."""
    app = RigwiseApp(Session(lang, opener, **session), ascii_only=ascii_only)
    async with app.run_test(size=size) as pilot:
        screen = app.screen
        assert isinstance(screen, ChatScreen)
        await settle(pilot)
        yield pilot, screen


async def say(pilot: Pilot[None], text: str) -> None:
    """Type `text` into the prompt and send it."""
    pilot.app.screen.query_one("#prompt", Input).value = text
    await pilot.press("enter")
    await settle(pilot)


def screen_lines(pilot: Pilot[None]) -> list[str]:
    """Return the screen as it is composed, one text a line."""
    return ["".join(segment.text for segment in strip) for strip in pilot.app.screen._compositor.render_strips()]


def screen_text(pilot: Pilot[None]) -> str:
    return "\n".join(screen_lines(pilot))
