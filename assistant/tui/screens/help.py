"""Keys, commands and things to say, all from the tables."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen

from assistant.tui.actions import ACTIONS
from assistant.tui.charts import fit
from assistant.tui.strings import THINGS_TO_SAY, tr
from assistant.tui.widgets.flow import Flow
from assistant.tui.wrap import wrap

COLUMN = 10
"""Cells of the column of keys, and of the one of commands."""


class HelpText(Flow):
    """The whole help."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._lang = lang

    def lines(self, width: int) -> list[Content]:
        """Return things to say, then keys and commands."""
        lang = self._lang
        dot = "-" if self.ascii_only else "•"
        lines = [Content.styled(tr("help.say", lang), "bold $primary")]
        for pair in THINGS_TO_SAY:
            lines.extend(wrap(Content.assemble((f"{dot} ", "$primary"), pair[lang == "zh"]), width, "  "))
        lines += [Content(""), Content.styled(tr("help.keys", lang), "bold $primary")]
        for action in ACTIONS:
            slash = f"/{action.slash}" if action.slash else ""
            head = Content.assemble((fit(action.shown, COLUMN), "bold $accent"), (fit(slash, COLUMN), "$secondary"))
            words = wrap(Content(action.explain(lang)), max(width - 2 * COLUMN, COLUMN))
            lines.append(head + words[0])
            lines.extend(Content(" " * (2 * COLUMN)) + line for line in words[1:])
        return lines


class HelpScreen(Screen[None]):
    """An opaque screen; escape or F1 closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "app.pop_screen", show=False)]

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._lang = lang

    def compose(self) -> ComposeResult:
        """Lay out title, text and the way back."""
        from assistant.tui.screens.frame import Bar

        yield Bar(f"Rigwise  {tr('help', self._lang)}", "header")
        with VerticalScroll(classes="page"):
            yield HelpText(self._lang)
        yield Bar(f"esc {tr('back', self._lang)}", "status")
