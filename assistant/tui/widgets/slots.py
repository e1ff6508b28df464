"""What is known and what is still missing."""

from __future__ import annotations

from textual.content import Content

from assistant.tui.charts import fit
from assistant.tui.widgets.section import VALUE_CELLS, Section, label_column
from assistant.tui.wrap import wrap


class Slots(Section):
    """The slots, with a mark that does not depend on colour."""

    TITLE = "known"

    def has_content(self) -> bool:
        """The core slots are always listed."""
        return bool(self.view.rows)

    def body(self, width: int) -> list[Content]:
        """Return one line a slot."""
        known, missing = ("*", "?") if self.ascii_only else ("✓", "○")
        column = label_column(row.label for row in self.view.rows)
        lines: list[Content] = []
        for row in self.view.rows:
            mark = (f"{known} ", "$secondary") if row.value else (f"{missing} ", "$accent")
            value = Content.styled(row.value, "$foreground") if row.value else Content.styled("?", "$muted")
            wrapped = wrap(value, max(width - column - 2, VALUE_CELLS))
            lines.append(Content.assemble(mark, (fit(row.label, column), "$muted")) + wrapped[0])
            lines.extend(Content(" " * (column + 2)) + line for line in wrapped[1:])
        return lines
