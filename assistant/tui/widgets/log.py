"""The conversation so far, newest at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.containers import VerticalScroll

from assistant.conversation.reply import Block
from assistant.tui.widgets.turn import AssistantTurn, UserTurn, Words

MOST: Final = 160
"""Messages kept on the screen; older ones are in the saved conversation."""


class Log(VerticalScroll, can_focus=False):
    """Messages; it follows the newest one, but shows a long answer from its beginning."""

    def __init__(self) -> None:
        super().__init__(id="log")
        self._left_at: tuple[AssistantTurn, float] | None = None

    def on_mount(self) -> None:
        """Stand at the bottom."""
        self.anchor()

    async def said(self, text: str, lang: str) -> None:
        """Add what the user said."""
        await self.mount(UserTurn(text, lang))
        self.anchor()

    async def added(self, blocks: Sequence[Block], lang: str) -> None:
        """Add to the newest answer, or as an answer of its own where the user spoke last or nobody did."""
        last = self.children[-1] if self.children else None
        if isinstance(last, AssistantTurn) and last.id != "welcome":
            await last.mount(Words(blocks).add_class("-added"))
        else:
            await self.answered(blocks, lang)
        self.anchor()

    async def answered(self, blocks: Sequence[Block], lang: str) -> None:
        """Add an answer and take the oldest messages away where there are too many."""
        answer = AssistantTurn(blocks, lang)
        for asked in list(self.query(UserTurn))[-1:]:
            asked.speak(lang)
        await self.mount(answer)
        await self.remove_children(list(self.children)[: -MOST or None])
        self.call_after_refresh(self._bring_into_view, answer)

    def _bring_into_view(self, answer: AssistantTurn, tries: int = 8) -> None:
        """Show the beginning of an answer that is longer than the screen, the end of a shorter one."""
        if not answer.is_attached:
            return
        if not answer.size.height:  # not laid out yet
            if tries:
                self.call_after_refresh(self._bring_into_view, answer, tries - 1)
            return
        turns = list(self.query(UserTurn))
        first = turns[-1] if turns else answer
        self._left_at = None
        if answer.region.bottom - first.region.y > self.size.height:
            self.anchor(False)
            self.scroll_to_widget(first, top=True, animate=False)
            self.call_after_refresh(self._leave, answer)

    def _leave(self, answer: AssistantTurn) -> None:
        self._left_at = answer, self.scroll_y

    def on_resize(self) -> None:
        """Show the beginning of a long answer again after it was wrapped anew, unless the user has scrolled since."""
        if self._left_at is not None and self.scroll_y in {self._left_at[1], self.max_scroll_y}:
            self.call_after_refresh(self._bring_into_view, self._left_at[0])

    def page(self, step: int) -> None:
        """Scroll by a page, down where `step` is positive."""
        (self.scroll_page_down if step > 0 else self.scroll_page_up)(animate=False)
