"""The whole plan on its own screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen

from assistant.conversation.reply import Block
from assistant.tui.exchange import View
from assistant.tui.screens.frame import Bar
from assistant.tui.strings import tr
from assistant.tui.widgets.bars import MemoryBars
from assistant.tui.widgets.curve import ScalingCurve
from assistant.tui.widgets.details import Assumptions, Levers, Rejected, Rules
from assistant.tui.widgets.plan_card import Options, PlanCard
from assistant.tui.widgets.section import Section
from assistant.tui.widgets.slots import Slots
from assistant.tui.widgets.turn import Folded


class PlanScreen(Screen[None]):
    """Two columns from 100 on, one below; escape or F2 closes it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - Textual's own form
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f2,q", "app.pop_screen", show=False)]

    def __init__(self, view: View, lang: str) -> None:
        super().__init__()
        self._view, self._lang = view, lang

    def compose(self) -> ComposeResult:
        """Lay out the plan at the left, what is known and why at the right."""
        yield Bar(f"Rigwise  {tr('plan.whole', self._lang)}", "header")
        with VerticalScroll(classes="page"):
            with Horizontal(classes="columns"):
                with Vertical(classes="column"):
                    yield from (PlanCard(), MemoryBars(), ScalingCurve(), Options())
                with Vertical(classes="column"):
                    yield from (Slots(), Assumptions(), Rejected(), Levers(), Rules())
            if self._view.figures:
                words = "\n".join(f"- {line}" for line in self._view.figures.values())
                yield Folded(
                    tr("derivations", self._lang), [Block("maths", words)], bool(getattr(self.app, "ascii_only", False))
                )
        yield Bar(f"esc {tr('back', self._lang)}", "status")

    def on_mount(self) -> None:
        """Draw the sections."""
        self.set_class(bool(getattr(self.app, "ascii_only", False)), "-ascii")
        for section in self.query(Section):
            section.show(self._view, self._lang)
