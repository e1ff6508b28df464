"""The first and last line of the screens that lie over the chat."""

from __future__ import annotations

from textual.content import Content

from assistant.tui.widgets.flow import Flow


class Bar(Flow):
    """One line of text."""

    def __init__(self, text: str, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._text = text

    def lines(self, width: int) -> list[Content]:
        """Return the line."""
        style = "bold $primary" if self.id == "header" else "$muted"
        return [Content.styled(self._text, style).truncate(width, ellipsis=True)]
