"""The side panel: docked beside the conversation from 100 columns on, never over it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from assistant.tui.exchange import View
from assistant.tui.widgets.bars import MemoryBars
from assistant.tui.widgets.curve import ScalingCurve
from assistant.tui.widgets.plan_card import Options, PlanCard
from assistant.tui.widgets.section import Section
from assistant.tui.widgets.slots import Slots


class Panel(VerticalScroll, can_focus=False):
    """All sections in the order of the conversation: known, plan, memory, options, scaling."""

    def __init__(self, view: View, lang: str) -> None:
        super().__init__(id="panel")
        self._view, self._lang = view, lang

    def compose(self) -> ComposeResult:
        """Lay out the sections."""
        yield from (Slots(), PlanCard(), MemoryBars(), Options(), ScalingCurve())

    def on_mount(self) -> None:
        """Draw what is known already."""
        self.show(self._view, self._lang)

    def show(self, view: View, lang: str) -> None:
        """Draw `view` in `lang`."""
        self._view, self._lang = view, lang
        for section in self.query(Section):
            section.show(view, lang)
