"""The plan in a dozen lines, and the three options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from assistant.tui.figures import Figures
from assistant.tui.strings import tr
from assistant.tui.widgets.section import Section, pairs
from assistant.tui.wrap import wrap


class PlanCard(Section):
    """The machine, what runs on it, how long and for how much."""

    TITLE = "plan"

    def title(self) -> Content:
        """Return the title, with what is violated where the plan does not fit."""
        title = super().title()
        result = self.view.result or {}
        if result and not result.get("feasible", True):
            broken = ", ".join(self.view.limits)
            title += Content.styled(f"  {tr('infeasible', self.lang)} {broken}".rstrip(), "bold $error")
        return title

    def body(self, width: int) -> list[Content]:
        """Return headline and pairs."""
        plan = (self.view.result or {}).get("plan")
        if not plan:
            return wrap(Content.styled(tr("plan.none", self.lang), "$muted"), width)
        figures = Figures(self.view.kb, self.lang)
        rows = [(label, Content(value)) for label, value in figures.rows(plan)]
        headline = Content.styled(figures.machine(plan), "bold $foreground")
        return [*wrap(headline, width), *pairs(rows, width)]


class Options(Section):
    """Cheapest, recommended, fastest: one line each, two where it is narrow."""

    TITLE = "options"

    def has_content(self) -> bool:
        """Only when there is something to choose from."""
        return len(self._options()) > 1

    def _options(self) -> list[tuple[str, Mapping[str, Any]]]:
        """Return the options by name; another use of the recommended machine is no choice of its own."""
        options = (self.view.result or {}).get("options") or {}
        chosen = options.get("recommended")
        return [
            (name, options[name])
            for name in ("cheapest", "recommended", "fastest")
            if options.get(name)
            and (name == "recommended" or not chosen or _machine(options[name]) != _machine(chosen))
        ]

    def body(self, width: int) -> list[Content]:
        """Return the options."""
        rows: list[tuple[str, Content]] = []
        figures = Figures(self.view.kb, self.lang)
        for name, option in self._options():
            text = Content.styled(figures.machine(option), "bold" if name == "recommended" else "")
            details = figures.time_and_cost(option)
            rows.append((tr(name, self.lang), text + Content.styled(f"  {details}", "$muted")))
        return pairs(rows, width)


def _machine(option: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what makes two options the same machine, however full its cards are."""
    offer = option.get("offer") or {}
    return (*(offer.get(key) for key in ("id", "provider", "spot")), option.get("gpu"), option.get("gpu_count"))
