"""Speed-up over GPUs."""

from __future__ import annotations

from textual.content import Content

from assistant.tui.charts import curve_lines
from assistant.tui.strings import tr
from assistant.tui.widgets.section import Section, coloured

HEIGHT = 6
"""Lines of the plot."""


class ScalingCurve(Section):
    """The estimate against the ideal, with the figures under it."""

    TITLE = "scaling"

    def has_content(self) -> bool:
        """A curve needs two points."""
        return len(self.view.curve) > 1

    def _chosen(self) -> int:
        plan = (self.view.result or {}).get("plan") or {}
        return int(plan.get("gpu_count") or 0)

    def title(self) -> Content:
        """Return the title with the legend."""
        est, ideal = ("o", ".") if self.ascii_only else ("●", "┈")
        return super().title() + Content.assemble(
            "  ",
            (est, "$primary"),
            (f" {tr('estimate', self.lang)}  ", "$muted"),
            (f"{ideal} {tr('ideal', self.lang)}", "$muted"),
        )

    def body(self, width: int) -> list[Content]:
        """Return the plot and its figures."""
        lines = [
            coloured(line)
            for line in curve_lines(self.view.curve, min(width, 60), HEIGHT, self.ascii_only, self._chosen())
        ]
        figures = Content("")
        for count, speedup in self.view.curve:
            part = Content.assemble(
                (f"{count}→" if not self.ascii_only else f"{count}:", "$muted"),
                (f"{speedup:.1f}x", "bold $accent" if count == self._chosen() else "bold"),
                "  ",
            )
            if figures.cell_length + part.cell_length - 2 <= width:
                figures += part
        return [*lines, figures.rstrip()]
