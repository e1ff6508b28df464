"""The whole plan on its own screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen

from assistant.tui.exchange import View
from assistant.tui.screens.frame import Bar
from assistant.tui.strings import tr
from assistant.tui.widgets.bars import MemoryBars
from assistant.tui.widgets.curve import ScalingCurve
from assistant.tui.widgets.details import Assumptions, Derivations, Levers, Rejected, Rules
from assistant.tui.widgets.plan_card import Options, PlanCard
from assistant.tui.widgets.section import Section
from assistant.tui.widgets.slots import Slots
from assistant.tui.widgets.turn import Folded


class PlanScreen(Screen[None]):
    """The plan in two columns from 100 on, in one below; why it is so closed beneath; escape or F2 closes it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - Textual's own form
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f2,q", "app.pop_screen", show=False)]

    def __init__(self, view: View, lang: str) -> None:
        super().__init__()
        self._view, self._lang = view, lang

    def compose(self) -> ComposeResult:
        """Lay out the plan at the left, what is known and what could be otherwise at the right, why beneath."""
        yield Bar(f"Rigwise  {tr('plan.whole', self._lang)}", "header")
        with VerticalScroll(classes="page"):
            with Horizontal(classes="columns"):
                with Vertical(classes="column"):
                    yield from (PlanCard(), MemoryBars(), ScalingCurve())
                with Vertical(classes="column"):
                    yield from (Slots(), Options(), Levers())
            yield from self._reasons()
        yield Bar(tr("plan.keys", self._lang), "status")

    def _reasons(self) -> Iterator[Folded]:
        """Yield what explains the plan, each part closed under its title and how many entries it has."""
        ascii_only = bool(getattr(self.app, "ascii_only", False))
        for kind in (Assumptions, Rejected, Rules, Derivations):
            body = partial(kind, self._view, self._lang, bare=True)
            count = body().count()
            if count:
                folded = Folded(f"{tr(kind.TITLE, self._lang)} ({count})", body, ascii_only)
                folded.add_class("-after", "-before")
                yield folded

    def on_mount(self) -> None:
        """Draw the sections."""
        self.set_class(bool(getattr(self.app, "ascii_only", False)), "-ascii")
        for section in self.query(Section):
            section.show(self._view, self._lang)
