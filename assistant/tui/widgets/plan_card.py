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
        return len({str(option.get("id") or option) for _, option in self._options()}) > 1

    def _options(self) -> list[tuple[str, Mapping[str, Any]]]:
        options = (self.view.result or {}).get("options") or {}
        return [(name, options[name]) for name in ("cheapest", "recommended", "fastest") if options.get(name)]

    def body(self, width: int) -> list[Content]:
        """Return the options."""
        rows: list[tuple[str, Content]] = []
        figures = Figures(self.view.kb, self.lang)
        chosen = dict(self._options()).get("recommended")
        for name, option in self._options():
            if name != "recommended" and chosen is not None and option == chosen:
                continue
            text = Content.styled(figures.machine(option), "bold" if name == "recommended" else "")
            details = figures.time_and_cost(option)
            rows.append((tr(name, self.lang), text + Content.styled(f"  {details}", "$muted")))
        return pairs(rows, width)
