"""The line above and the line below: what is known, and what the keys do."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from assistant.tui.actions import ACTIONS
from assistant.tui.exchange import Row
from assistant.tui.strings import tr
from assistant.tui.widgets.flow import Flow


def sides(left: Content, right: Content, width: int) -> Content:
    """Return `left` and `right` at the two ends of a line; the right one goes when there is no room."""
    gap = width - left.cell_length - right.cell_length
    if gap < 1:
        return left.truncate(width, ellipsis=True)
    return left + Content(" " * gap) + right


class Header(Flow):
    """Name, and on narrow screens the state of the core slots, which have no panel there."""

    def __init__(self) -> None:
        super().__init__(id="header")
        self._rows: Sequence[Row] = ()
        self._lang = "en"
        self._narrow = True

    def show(self, rows: Sequence[Row], lang: str, narrow: bool) -> None:
        """Show the core slots of `rows` on a narrow screen, the tagline on a wide one."""
        self._rows, self._lang, self._narrow = rows, lang, narrow
        self.changed()

    def lines(self, width: int) -> list[Content]:
        """Return the one line."""
        left = Content.assemble(("Rigwise", "bold $primary"), "  ")
        if self._narrow and any(row.value for row in self._rows):
            return [self._slots(left, width)]
        other = Content.assemble(
            ("EN", "bold" if self._lang == "en" else "$muted"),
            (" · ", "$muted"),
            ("中", "bold" if self._lang == "zh" else "$muted"),
        )
        return [sides(left + Content.styled(tr("tagline", self._lang), "$muted"), other, width)]

    def _slots(self, left: Content, width: int) -> Content:
        """Return the things a plan needs, each with its value or as missing; where it is tight the name goes first."""
        known, missing = ("*", "?") if self.ascii_only else ("✓", "○")
        parts = [
            Content.assemble((f"{known} ", "$secondary"), row.value)
            if row.value
            else Content.assemble((f"{missing} ", "$accent"), (row.label, "$muted"))
            for row in self._rows
            if row.core
        ]
        line = Content("  ").join(parts)
        if left.cell_length + line.cell_length <= width:
            return left + line
        return line.truncate(width, ellipsis=True)


class StatusBar(Flow):
    """Keys, or for a while a message about what was just done."""

    def __init__(self) -> None:
        super().__init__(id="status")
        self._lang = "en"
        self._message = ""

    def show(self, lang: str, message: str = "") -> None:
        """Show `message`, or the keys where it is empty."""
        self._lang, self._message = lang, message
        self.changed()

    @property
    def message(self) -> str:
        """The message shown, empty where the keys are shown."""
        return self._message

    def lines(self, width: int) -> list[Content]:
        """Return the one line."""
        keys = [
            Content.assemble((action.shown, "bold $accent"), " ", (action.name(self._lang), "$muted"), "  ")
            for action in ACTIONS
            if action.footer
        ]
        if self._message:
            return [sides(Content.styled(self._message, "$foreground"), keys[-1], width)]
        line = Content("")
        for key in keys[:-1]:
            if line.cell_length + key.cell_length + keys[-1].cell_length > width:
                break
            line += key
        return [sides(line, keys[-1].rstrip(), width)]
