"""A widget of wrapped lines: the base of everything that shows words."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget


class Flow(Widget):
    """Shows the lines that `lines(width)` returns; as high as they are many.

    The lines are selectable with the mouse, since they are drawn as one `Content`.
    """

    DEFAULT_CSS = """
    Flow { height: auto; width: 1fr; }
    """

    _drawn: tuple[int, list[Content]] | None = None

    def lines(self, width: int) -> list[Content]:
        """Return what is shown, each line at most `width` cells."""
        raise NotImplementedError

    @property
    def ascii_only(self) -> bool:
        """Whether to draw with characters every terminal has."""
        return bool(getattr(self.app, "ascii_only", False))

    def changed(self) -> None:
        """Draw anew after what is shown has changed."""
        self._drawn = None
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - overrides
        """Return the number of lines."""
        return len(self._wrapped(width))

    def render(self) -> Content:
        """Return the lines as one content."""
        return Content("\n").join(self._wrapped(self.content_size.width))

    def on_resize(self) -> None:
        """Wrap anew: what was drawn was for another width."""
        self.refresh()

    def _wrapped(self, width: int) -> list[Content]:
        if self._drawn is None or self._drawn[0] != width:
            self._drawn = (width, self.lines(width))
        return self._drawn[1]
