"""Memory of one GPU against what it has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from assistant.tui.charts import bar_lines
from assistant.tui.strings import tr
from assistant.tui.widgets.section import Section, coloured
from assistant.tui.wrap import wrap

PARTS = ("weights", "gradients", "optimizer", "activations", "overhead")
"""Parts of the memory, as the public JSON names them with "_gb" behind."""


class MemoryBars(Section):
    """A waterfall: every part begins where the one before ended, the limit is the card's capacity."""

    TITLE = "memory"

    def has_content(self) -> bool:
        """Only a plan with a GPU has memory to draw."""
        return self._memory() is not None

    def _memory(self) -> Mapping[str, Any] | None:
        plan = (self.view.result or {}).get("plan") or {}
        return plan.get("memory")

    def body(self, width: int) -> list[Content]:
        """Return the bars and one line with the sum."""
        memory = self._memory()
        if memory is None:
            return []
        rows = [(tr(part, self.lang), float(memory.get(f"{part}_gb") or 0)) for part in PARTS]
        capacity = memory.get("capacity_gb")
        lines = [coloured(line) for line in bar_lines(rows, capacity, width, self.ascii_only)]
        return [*lines, *wrap(self._sum(memory), width)]

    def _sum(self, memory: Mapping[str, Any]) -> Content:
        needed, capacity = float(memory["needed_gb"]), memory.get("capacity_gb")
        if capacity is None:
            return Content.styled(f"{needed:.1f} GB", "bold")
        if needed > capacity:
            return Content.styled(
                tr("unfit", self.lang, needed=f"{needed:.1f}", capacity=f"{capacity:.1f}"), "bold $error"
            )
        free = f"{capacity - needed:.1f}"
        return Content.styled(
            tr("fit", self.lang, needed=f"{needed:.1f}", capacity=f"{capacity:.1f}", free=free), "bold"
        )
