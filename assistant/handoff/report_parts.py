"""What a report is made of, before it becomes Markdown or a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class Code(str):
    """A piece of text that stands as it is: a formula, an id."""

    __slots__ = ()


class Strong(str):
    """A piece of text that stands out."""

    __slots__ = ()


Line = str | Sequence[str]
"""One text, or pieces of which some are `Code` or `Strong`."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; columns from `numbers` on hold numbers and stand to the right; a `dense` one has long cells."""

    header: Sequence[str]
    rows: Sequence[Sequence[Line]]
    numbers: int | None = None
    dense: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of lines."""

    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a report under a title; `folded` parts are for those who want to check."""

    title: str
    body: Table | Bullets
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report; `alarm` is what is wrong with the plan, empty where nothing is."""

    lang: str
    title: str
    alarm: str
    sections: Sequence[Section]


def pieces(line: Line) -> Sequence[str]:
    """Return the pieces of a line."""
    return (line,) if isinstance(line, str) else line
