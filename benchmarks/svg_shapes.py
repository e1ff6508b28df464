"""Block, line and Braille characters as shapes: in a font they leave gaps between cells, or are missing altogether."""

from __future__ import annotations

from typing import NamedTuple

CELL = 12.2
"""Width of one cell in Textual's SVG export, in its units."""
HEIGHT = 24.65
"""Height of one cell, with the overlap that the export gives its backgrounds."""
ASCENT = 18.5
"""From the upper edge of a cell to the line its text stands on."""
STROKE = 1.6
SHADE = 0.25
DOT = 1.5
BRAILLE = 0x2800

Box = tuple[float, float, float, float]
"""Left, top, width and height in parts of a cell."""

_MIDDLE, _THIN, _FLAT = 0.5, STROKE / CELL, STROKE / HEIGHT
_LEFT: Box = (0, _MIDDLE - _FLAT / 2, _MIDDLE + _THIN / 2, _FLAT)
_RIGHT: Box = (_MIDDLE - _THIN / 2, _MIDDLE - _FLAT / 2, _MIDDLE + _THIN / 2, _FLAT)
_UP: Box = (_MIDDLE - _THIN / 2, 0, _THIN, _MIDDLE)
_DOWN: Box = (_MIDDLE - _THIN / 2, _MIDDLE, _THIN, _MIDDLE)

BOXES: dict[str, tuple[Box, ...]] = {
    **{mark: ((0, 0, (eighths + 1) / 8, 1),) for eighths, mark in enumerate("▏▎▍▌▋▊▉█")},
    **{mark: ((0, 1 - (eighths + 1) / 8, 1, (eighths + 1) / 8),) for eighths, mark in enumerate("▁▂▃▄▅▆▇")},
    "▀": ((0, 0, 1, 0.5),),
    "▔": ((0, 0, 1, 1 / 8),),
    "▕": ((7 / 8, 0, 1 / 8, 1),),
    "▐": ((0.5, 0, 0.5, 1),),
    "░": ((0, 0, 1, 1),),
    "─": (_LEFT, _RIGHT),
    "│": (_UP, _DOWN),
    "┤": (_UP, _DOWN, _LEFT),
    "├": (_UP, _DOWN, _RIGHT),
    "└": (_UP, _RIGHT),
    "╭": (_DOWN, _RIGHT),
    "╮": (_DOWN, _LEFT),
    "╰": (_UP, _RIGHT),
    "╯": (_UP, _LEFT),
}


class Place(NamedTuple):
    """Where a run of one character stands, and the class that colours it."""

    x: float
    baseline: float
    style: str


def is_shape(character: str) -> bool:
    """Return whether `character` is drawn here."""
    return character in BOXES or BRAILLE < ord(character) < BRAILLE + 256


def drawn(character: str, count: int, place: Place) -> str:
    """Return `count` times `character` beginning at `place`; one that fills its cell is one piece."""
    if character not in BOXES:
        return "".join(_braille(ord(character) - BRAILLE, place.x + CELL * index, place) for index in range(count))
    if character in "█░▀▄▁─":
        shade = f' opacity="{SHADE}"' if character == "░" else ""
        return "".join(_box(box, place, count, shade) for box in BOXES[character])
    return "".join(
        _box(box, place._replace(x=place.x + CELL * index)) for index in range(count) for box in BOXES[character]
    )


def _box(box: Box, place: Place, count: int = 1, shade: str = "") -> str:
    left, top, width, height = box
    return (
        f'<rect class="{place.style}" x="{place.x + left * CELL:.2f}" y="{place.baseline - ASCENT + top * HEIGHT:.2f}"'
        f' width="{(count - 1 + width) * CELL:.2f}" height="{height * HEIGHT:.2f}"{shade}/>'
    )


def _braille(bits: int, x: float, place: Place) -> str:
    """Return the dots of one Braille pattern: four rows of two."""
    order = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    return "".join(
        f'<circle class="{place.style}" cx="{x + (column + 0.5) * CELL / 2:.2f}"'
        f' cy="{place.baseline - ASCENT + (row + 0.5) * HEIGHT / 4:.2f}" r="{DOT}"/>'
        for bit, (column, row) in enumerate(order)
        if bits >> bit & 1
    )
