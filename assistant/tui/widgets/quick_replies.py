"""Suggested answers: chips in rows, picked by mouse or alt+digit."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from assistant.tui.messages import Picked
from assistant.tui.render import clean

GAP = 1
"""Cells between two chips."""


CHIP_EDGES = 4
"""Cells of a chip beside its label: its number and a blank on either side."""

FEW = 3
"""So many chips look better as a list than as a row and a half."""

WITH_KEY = 9
"""Chips that a key picks: alt+1 to alt+9."""


class Chip(Static):
    """One suggested answer."""

    ALLOW_SELECT = False

    def __init__(self, index: int, label: str, width: int) -> None:
        content = (
            Content.assemble((f" {index + 1} ", "bold $accent"), label + " ")
            if index < WITH_KEY
            else Content(f" {label} ")
        )
        super().__init__(content.truncate(width, ellipsis=True), markup=False, classes="chip")
        self._index = index

    def on_click(self, event: events.Click) -> None:
        """Pick this one."""
        event.stop()
        self.post_message(Picked(self._index))


class QuickReplies(Vertical):
    """The chips of the open question."""

    def __init__(self) -> None:
        super().__init__(id="replies")
        self._labels: tuple[str, ...] = ()
        self._width = 0

    @property
    def labels(self) -> tuple[str, ...]:
        """What is offered now."""
        return self._labels

    async def show(self, labels: Sequence[str]) -> None:
        """Offer `labels` instead of what was offered before."""
        wanted = tuple(clean(label).replace("\n", " ") for label in labels)
        if wanted != self._labels:
            self._labels = wanted
            await self._rebuild()

    async def on_resize(self, event: events.Resize) -> None:
        """Pack the chips anew for another width."""
        if event.size.width != self._width and self._labels:
            await self._rebuild()

    async def _rebuild(self) -> None:
        self._width = self.size.width or self.app.size.width
        rows = pack([cell_len(label) + CHIP_EDGES for label in self._labels], self._width - 2)
        with self.app.batch_update():
            await self.remove_children()
            await self.mount_all(
                Horizontal(*(Chip(index, self._labels[index], self._width - 2) for index in row), classes="chips")
                for row in rows
            )
        self.set_class(not rows, "-empty")


def pack(widths: Sequence[int], room: int) -> list[list[int]]:
    """Return the indices of `widths` in rows no wider than `room`, `GAP` between two; a wider one stands alone.

    Few that do not fit in one row stand under each other.
    """
    if len(widths) <= FEW and sum(widths) + GAP * (len(widths) - 1) > room:
        return [[index] for index in range(len(widths))]
    rows: list[list[int]] = []
    used = 0
    for index, width in enumerate(widths):
        if rows and used + GAP + width <= room:
            rows[-1].append(index)
            used += GAP + width
        else:
            rows.append([index])
            used = width
    return rows
