"""A line of arithmetic laid out: on one line where it fits, else every step under the one before, "=" under "="."""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from assistant.tui.wrap import wrap

_BRANCH: Final = re.compile(r"(?P<guides>(?:[│ ]  )*)(?P<fork>[├└]─ )?(?P<text>.*)", re.DOTALL)
_HEAD: Final = re.compile(r"(?P<name>.+?[:：])(?P<gap> *)(?P<symbol>\S+)")
_SOURCES: Final = re.compile(r"(?P<result>.*?)(?P<sources> \[[^\]]*\])?", re.DOTALL)

_ASCII: Final = str.maketrans("│├└─", "|||-")
_LEAST: Final = 16
"""Cells that a step gets however deep its branch lies."""


def arithmetic_lines(raw: str, width: int, ascii_only: bool = False) -> list[Content]:
    """Return `name: symbol = formula = numbers = result [sources]` in lines of `width` cells, in place in its tree."""
    match = _BRANCH.fullmatch(raw)
    if match is None:
        return wrap(Content(raw), width)
    first, below = match["guides"] + (match["fork"] or ""), match["guides"] + _below(match["fork"])
    if ascii_only:
        first, below = first.translate(_ASCII), below.translate(_ASCII)
    lines = _steps(match["text"], max(width - cell_len(first), _LEAST))
    return [Content.styled(first if number == 0 else below, "$muted") + line for number, line in enumerate(lines)]


def _below(fork: str | None) -> str:
    """Return what stands below the fork of a branch, so that the tree's lines go on past a wrapped one."""
    return "" if fork is None else "│  " if fork.startswith("├") else "   "


def _steps(text: str, width: int) -> list[Content]:
    head, *steps = text.split(" = ")
    named = _HEAD.fullmatch(head)
    if named is None or not steps:
        return wrap(Content.styled(text, "$muted"), width, "  ")
    name, symbol = Content.styled(named["name"], "$muted"), named["symbol"]
    styled = [*(Content(step) for step in steps[:-1]), _result(steps[-1])]
    if cell_len(text) <= width:
        line = name + named["gap"] + symbol
        for step in styled:
            line += Content.styled(" = ", "$muted") + step
        return [line]
    column = cell_len(symbol) + 2
    lines = wrap(name, width)
    for number, step in enumerate(styled):
        before = f"  {symbol}" if number == 0 else " " * column
        wrapped = wrap(step, max(width - column - 3, _LEAST))
        lines.append(Content(before) + Content.styled(" = ", "$muted") + wrapped[0])
        lines.extend(Content(" " * (column + 3)) + line for line in wrapped[1:])
    return lines


def _result(text: str) -> Content:
    """Return the result in bold, with its sources stepping back behind it."""
    match = _SOURCES.fullmatch(text)
    if match is None:
        return Content.styled(text, "bold")
    return Content.styled(match["result"], "bold") + Content.styled(match["sources"] or "", "$muted")
