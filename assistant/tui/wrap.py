"""Line breaking by terminal cells, for text that mixes Chinese and Latin words.

Textual breaks at spaces only, so a Chinese sentence after a Latin word would jump to the next line whole. Here a line
may also break between two wide characters. Closing punctuation never begins a line, an opening mark never ends one, and
a dot or an arrow between two things stays with the one before it.
"""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

NO_BREAK = "\u00a0"
"""A space where a line never breaks: between a number and its unit."""

_NO_START = set("，。、；：！？）》」』】〉％%…·,.;:!?)]}–")
_NO_END = set("（《「『【〈([{¥$–")
_BETWEEN = frozenset({"·", "→"})
"""Marks between two things: standing alone they end a line, they begin none."""
_JOINTS = "-_/,"
"""Where a run that is wider than the line is cut rather than inside a word."""


def breaks(text: str, width: int) -> list[tuple[int, int]]:
    """Return the (start, end) of each line of the one-paragraph `text`, each at most `width` cells wide.

    Spaces at a break belong to no line. A run without a break opportunity that is wider than `width` is cut.
    """
    width = max(width, 2)
    lines: list[tuple[int, int]] = []
    start = end = used = 0
    for begin, last in _pieces(text):
        first, cells = begin, cell_len(text[begin:last])
        gap = cell_len(text[end:first]) if used else 0
        if used and used + gap + cells > width:
            lines.append((start, end))
            used = gap = 0
        if not used:
            start = first
        used += gap
        while used + cells > width:
            first = _fitting(text, first, last, width - used)
            lines.append((start, first))
            start, used, cells = first, 0, cell_len(text[first:last])
        used += cells
        end = last
    lines.append((start, end))
    return lines


def _fitting(text: str, first: int, last: int, room: int) -> int:
    """Return where text[first:last] is cut to at most `room` cells: at a joint if it has one, never to nothing."""
    used, joint = 0, first
    for index in range(first, last):
        used += cell_len(text[index])
        if used > room and index > first:
            return joint if joint - first >= (index - first) // 2 and joint > first else index
        if text[index] in _JOINTS:
            joint = index + 1
    return last


def _pieces(text: str) -> list[tuple[int, int]]:
    """Return the unbreakable runs of `text` without the spaces around them; a mark between two joins the first."""
    runs: list[tuple[int, int]] = []
    for begin, end in _runs(text):
        if runs and text[begin:end] in _BETWEEN and end - runs[-1][1] == 2:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((begin, end))
    return runs


def _runs(text: str) -> list[tuple[int, int]]:
    """Return what is written without a space, cut where a wide character allows it; a unit stays with its number."""
    pieces: list[tuple[int, int]] = []
    begin: int | None = None
    tied = False
    for index, character in enumerate(text):
        tied = character == NO_BREAK or (tied and cell_len(character) == 2)
        if character.isspace() and character != NO_BREAK:
            if begin is not None:
                pieces.append((begin, index))
            begin = None
        elif begin is None:
            begin = index
        elif not tied and _breakable(text[index - 1], character):
            pieces.append((begin, index))
            begin = index
    if begin is not None:
        pieces.append((begin, len(text)))
    return pieces


def _breakable(before: str, after: str) -> bool:
    if after in _NO_START or before in _NO_END or NO_BREAK in (before, after):
        return False
    return cell_len(before) == 2 or cell_len(after) == 2


def wrap(content: Content, width: int, hang: str = "") -> list[Content]:
    """Return `content` (one paragraph) in lines of at most `width` cells, all but the first indented by `hang`."""
    text = content.plain
    first_lines = breaks(text, width - cell_len(hang))
    lines = [content[start:end] for start, end in first_lines]
    return [line if number == 0 else Content(hang) + line for number, line in enumerate(lines)]
