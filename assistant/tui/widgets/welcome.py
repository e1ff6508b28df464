"""What stands in the conversation before anything was said."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from assistant.conversation.reply import Block, QuickReply
from assistant.tui.strings import EXAMPLES, tr
from assistant.tui.widgets.flow import Flow
from assistant.tui.widgets.turn import AssistantTurn


class Logo(Flow):
    """The name in two lines of blocks; decoration, so it goes on small and on ASCII screens."""

    LINES: Final = ("█▀▄ █ █▀▀ █ █ █ █ █▀ █▀▀", "█▀▄ █ █▄█ ▀▄▀▄▀ █ ▄█ ██▄")

    def __init__(self) -> None:
        super().__init__(id="logo")

    def lines(self, width: int) -> list[Content]:
        """Return the two lines."""
        return [Content.styled(line[:width], "$primary") for line in self.LINES]


class Welcome(AssistantTurn):
    """What the assistant does, and how to begin."""

    def __init__(self, lang: str) -> None:
        super().__init__((Block("say", tr("welcome", lang)), Block("note", tr("welcome.hint", lang))), lang)
        self.id = "welcome"


def examples(lang: str) -> tuple[QuickReply, ...]:
    """Return the openings that are offered with the welcome."""
    return tuple(QuickReply(text, text) for text in (pair[lang == "zh"] for pair in EXAMPLES))
