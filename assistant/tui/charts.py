"""Bars and curves as lines of text: pure, measured in cells, usable without Textual.

A line is a tuple of segments; a segment is (text, role), where the role names a colour of the theme, or "" for plain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from rich.cells import cell_len

Segment = tuple[str, str]
Line = tuple[Segment, ...]

ROLES: Final = ("primary", "secondary", "accent", "violet", "muted")
"""Roles of the series, in order; every series also has its label, so colour is never the only mark."""

_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


def plain_lines(lines: Sequence[Line]) -> list[str]:
    """Return `lines` as text without colour."""
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def fit(text: str, width: int) -> str:
    """Return `text` cut or padded to exactly `width` cells."""
    while cell_len(text) > width:
        text = text[:-1]
    return text + " " * (width - cell_len(text))


def bar_lines(
    rows: Sequence[tuple[str, float]], capacity: float | None, width: int, ascii_only: bool = False
) -> list[Line]:
    """Return a waterfall: each row's bar begins where the one above ended, so the last one shows the sum.

    Args:
        rows: label and size, all in one unit.
        capacity: where the limit stands in the same unit; None draws none.
        width: cells of a line.
        ascii_only: draw with characters every terminal has.
    """
    labels = max((cell_len(label) for label, _ in rows), default=0) + 1
    values = [f"{value:,.1f}" for _, value in rows]
    digits = max((len(value) for value in values), default=0) + 1
    room = max(width - labels - digits - 1, 4)
    total = sum(value for _, value in rows)
    scale = room / max(total, capacity or 0.0, 1e-9)
    limit = round(capacity * scale) if capacity else room + 1
    lines: list[Line] = []
    done = 0.0
    for number, ((label, value), text) in enumerate(zip(rows, values, strict=True)):
        role = ROLES[min(number, len(ROLES) - 1)]
        track = _bar(done * scale, (done + value) * scale, room, limit, role, ascii_only)
        lines.append(((fit(label, labels), ""), *track, (text.rjust(digits), "")))
        done += value
    return lines


def _bar(start: float, end: float, room: int, limit: int, role: str, ascii_only: bool) -> list[Segment]:
    """Return the cells of one bar from `start` to `end`, with the limit marked after cell `limit`."""
    first = min(int(start), room - 1)
    full = max(int(end), first)
    rest = "" if ascii_only or full >= room else _EIGHTHS[int((end - full) * 8)].strip()
    body = ("#" if ascii_only else "█") * (full - first) + rest
    body = (body or ("|" if ascii_only else "▏"))[: room - first]
    cells = " " * first + body
    cells += ("." if ascii_only else "·") * (min(limit, room) - len(cells))
    before, inside = cells[:first], cells[first : first + len(body)]
    after = cells[first + len(body) :]
    pad = " " * (room - len(cells))
    mark = ("|" if ascii_only else "▕") if limit <= room else " "
    return [(before, "muted"), (inside, role), (after, "muted"), (mark, "muted"), (pad, "")]


def curve_lines(
    points: Sequence[tuple[int, float]], width: int, height: int, ascii_only: bool = False, chosen: int = 0
) -> list[Line]:
    """Return speed-up over GPUs: the estimate as a drawn line, the ideal as a dotted one.

    Args:
        points: (GPUs, speed-up), ascending.
        width: cells of a line, axis included.
        height: lines of the plot without the axis.
        ascii_only: draw with characters every terminal has.
        chosen: GPUs of the plan, whose point is drawn in another colour.
    """
    if len(points) < 2:
        return []
    top = float(max(points[-1][0], points[-1][1]))
    left = len(f"{top:.0f}") + 2
    canvas = _Canvas(max(width - left - 1, 8), height)
    first, last = points[0][0], points[-1][0]

    def place(x: float, y: float) -> tuple[float, float]:
        return (x - first) / (last - first), (y - 1) / max(top - 1, 1e-9)

    canvas.line(place(first, first), place(last, last), "ideal", every=3)
    for before, after in pairwise(points):
        canvas.line(place(*before), place(*after), "estimate")
    for count, speedup in points:
        canvas.mark(place(count, speedup), "accent" if count == chosen else "primary")
    at = {count: canvas.column(place(count, count)[0]) for count, _ in points}
    return [*_with_axis(canvas, top, left, ascii_only), _ticks(at, left)]


def _with_axis(canvas: _Canvas, top: float, left: int, ascii_only: bool) -> list[Line]:
    lines: list[Line] = []
    marks = {0: f"{top:.0f}x", canvas.rows - 1: "1x"}
    half = top / 2
    if canvas.rows >= 5 and half == int(half) and half > 1:
        marks.setdefault(round((1 - (half - 1) / (top - 1)) * (canvas.rows - 1)), f"{half:.0f}x")
    for row, segments in enumerate(canvas.render(ascii_only)):
        mark = marks.get(row, "").rjust(left)
        lines.append(((mark, "muted"), ("|" if ascii_only else "┤" if marks.get(row) else "│", "muted"), *segments))
    corner, bar = ("+", "-") if ascii_only else ("└", "─")
    lines.append(((" " * left, ""), (corner + bar * canvas.columns, "muted")))
    return lines


def _ticks(at: Mapping[int, int], left: int) -> Line:
    """Return the numbers of GPUs, each under its point; the last one always, others as far as there is room."""
    *before, last = at.items()
    text = ""
    for count, column in before:
        label = f"{count}"
        if len(text) <= column and column + len(label) < last[1] - len(f"{last[0]}"):
            text = text.ljust(column) + label + " "
    text = text.ljust(last[1] + 1 - len(f"{last[0]}")) + f"{last[0]}"
    return ((" " * (left + 1), ""), (text, "muted"))


class _Canvas:
    """Dots two by four to a cell; a cell shows the series drawn last over it."""

    DOWN, ACROSS = 4, 2
    BLANK: Final = 0x2800
    """The Braille pattern without a dot; each dot is one bit on top."""

    _BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._dots: dict[tuple[int, int], str] = {}
        self._marks: dict[tuple[int, int], str] = {}

    def column(self, x: float) -> int:
        """Return the cell that holds `x`, which runs from 0 to 1."""
        return round(x * (self.columns * self.ACROSS - 1)) // self.ACROSS

    def mark(self, at: tuple[float, float], role: str) -> None:
        """Put a point into the cell at `at`, over whatever lines run through it."""
        column = self.column(at[0])
        row = round((1 - min(max(at[1], 0), 1)) * (self.rows * self.DOWN - 1)) // self.DOWN
        self._marks[column, row] = role

    def line(self, start: tuple[float, float], end: tuple[float, float], series: str, every: int = 1) -> None:
        """Draw from `start` to `end`, both in 0..1 from the lower left corner; `every` n-th dot only."""
        wide, high = self.columns * self.ACROSS - 1, self.rows * self.DOWN - 1
        steps = max(int(abs(end[0] - start[0]) * wide), int(abs(end[1] - start[1]) * high), 1)
        for step in range(steps + 1):
            if step % every:
                continue
            x = start[0] + (end[0] - start[0]) * step / steps
            y = start[1] + (end[1] - start[1]) * step / steps
            self._dots[round(x * wide), round((1 - min(max(y, 0), 1)) * high)] = series

    def render(self, ascii_only: bool) -> list[list[Segment]]:
        """Return the rows as segments."""
        rows: list[list[Segment]] = []
        for row in range(self.rows):
            segments: list[Segment] = []
            for column in range(self.columns):
                text, role = self._cell(column, row, ascii_only)
                if segments and segments[-1][1] == role:
                    segments[-1] = (segments[-1][0] + text, role)
                else:
                    segments.append((text, role))
            rows.append(segments)
        return rows

    def _cell(self, column: int, row: int, ascii_only: bool) -> Segment:
        if (column, row) in self._marks:
            return ("o" if ascii_only else "●"), self._marks[column, row]
        bits, series = 0, ""
        for down in range(self.DOWN):
            for across in range(self.ACROSS):
                found = self._dots.get((column * self.ACROSS + across, row * self.DOWN + down))
                if found:
                    bits |= self._BITS[down][across]
                    series = "estimate" if "estimate" in (series, found) else found
        role = {"estimate": "primary", "ideal": "muted"}.get(series, "")
        if not bits:
            return " ", role
        if ascii_only:
            return ("*" if series == "estimate" else "."), role
        return chr(self.BLANK + bits), role
