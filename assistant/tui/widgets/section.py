"""A titled part of the panel or of the plan screen, drawn from a `View`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from assistant.tui.charts import Line, fit
from assistant.tui.exchange import View
from assistant.tui.strings import tr
from assistant.tui.widgets.flow import Flow
from assistant.tui.wrap import wrap


class Section(Flow):
    """A title and a body; nothing at all where the view has nothing for it.

    Attributes:
        view: what is drawn.
        lang: in which language.
        bare: draw the body alone, where the title stands elsewhere.
    """

    TITLE = ""

    DEFAULT_CSS = """
    Section { padding-bottom: 1; }
    Section.-nothing { display: none; }
    """

    def __init__(self, view: View | None = None, lang: str = "en", *, bare: bool = False) -> None:
        super().__init__()
        self.view = view if view is not None else View()
        self.lang = lang
        self.bare = bare

    def show(self, view: View, lang: str) -> None:
        """Draw `view` in `lang`."""
        self.view, self.lang = view, lang
        self.set_class(not self.has_content(), "-nothing")
        self.changed()

    def has_content(self) -> bool:
        """Whether there is anything to draw."""
        return True

    def title(self) -> Content:
        """Return the title line."""
        return Content.styled(tr(self.TITLE, self.lang), "bold $primary")

    def body(self, width: int) -> list[Content]:
        """Return the lines under the title."""
        raise NotImplementedError

    def lines(self, width: int) -> list[Content]:
        """Return title and body."""
        if self.bare:
            return self.body(width)
        return [self.title().truncate(width, ellipsis=True), *self.body(width)]


LABEL_CELLS: Final = 14
"""Widest column of labels; a longer label is cut."""

VALUE_CELLS: Final = 4
"""Cells that a value gets however narrow the screen."""


def label_column(labels: Iterable[str], most: int = LABEL_CELLS) -> int:
    """Return the cells of a column of `labels` with the gap behind it."""
    return min(max((cell_len(label) for label in labels), default=0), most) + 2


def pairs(rows: Sequence[tuple[str, Content]], width: int, most: int = LABEL_CELLS) -> list[Content]:
    """Return label and value in two columns; a long value goes on under itself."""
    column = label_column((label for label, _ in rows), most)
    lines: list[Content] = []
    for label, value in rows:
        wrapped = wrap(value, max(width - column, VALUE_CELLS))
        for number, line in enumerate(wrapped):
            head = fit(label, column) if number == 0 else " " * column
            lines.append(Content.styled(head, "$muted") + line)
    return lines


def coloured(line: Line) -> Content:
    """Return a chart's line as content."""
    return Content.assemble(*((text, f"${role}") if role else text for text, role in line if text))
