"""Words to styled text: the only place that styles what the assistant says.

A small markdown subset is read in the assistant's own words: **bold**, `code`, lines beginning with "- ", and lines
beginning with two spaces, which keep their columns. What the user typed is never read as markup of any kind.
"""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from assistant.conversation.reply import Block
from assistant.tui.arithmetic import arithmetic_lines
from assistant.tui.parts import heading
from assistant.tui.wrap import wrap

_INLINE: Final = re.compile(r"\*\*(?P<bold>[^*\n]+)\*\*|`(?P<code>[^`\n]+)`")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BULLET: Final = re.compile(r"(?P<indent> *)- (?P<text>.*)")

_LABEL: Final = re.compile(r"(?P<label>\S+(?: \S+)*)(?P<gap> {2,})(?P<value>\S.*)")
_BAR: Final = re.compile(r"[█░]{3,}")
_SHORTEST_BAR: Final = 8
"""Cells of a bar that is made shorter so that its figures stay beside it."""
_IDS: Final = re.compile(r" \[[^\[\]]+\]$")
"""Ids and sources at the end of a sentence."""

STYLES: Final[dict[str, str]] = {
    "question": "bold $foreground",
    "note": "$muted",
}
"""Block kind -> style of its text; the others are drawn as they are."""

_TITLED: Final = frozenset({"list", "table", "diff", "maths"})
"""Kinds of blocks whose first line may be a heading."""


def clean(text: str) -> str:
    """Return `text` without control characters; tabs become spaces."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4))


def plain(text: str) -> Content:
    """Return the user's words, unread and unstyled."""
    return Content(clean(text))


def inline(text: str, style: str = "") -> Content:
    """Return one line of the assistant's words with **bold**, `code` and bars styled, ids at its end stepping back."""
    ids = _IDS.search(text)
    if ids is not None and ids.start():
        return _inline(text[: ids.start()], style) + Content.styled(ids[0], "$muted")
    content = _inline(text, style)
    for bar in _BAR.finditer(content.plain):
        content = content.stylize("$primary", bar.start(), bar.end())
    return content


def _inline(text: str, style: str) -> Content:
    parts: list[str | tuple[str, str]] = []
    position = 0
    for match in _INLINE.finditer(text):
        parts.append((text[position : match.start()], style))
        if match["bold"] is not None:
            parts.append((match["bold"], f"bold $foreground {style.replace('$muted', '')}".strip()))
        else:
            parts.append((match["code"], "$accent"))
        position = match.end()
    parts.append((text[position:], style))
    return Content.assemble(*(part for part in parts if part[0]))


def block_lines(block: Block, width: int, ascii_only: bool = False) -> list[Content]:
    """Return the lines of one block, wrapped to `width` cells."""
    text = clean(block.text)
    if ascii_only:
        text = text.replace("█", "#").replace("░", ".")
    if block.kind == "plan" and block.id.startswith("plan."):
        return _plan_line(text, width)
    style = STYLES.get(block.kind, "")
    lines: list[Content] = []
    title, rest = heading(text)
    if title and block.kind in _TITLED:
        lines, text = wrap(Content.styled(title, "bold $foreground"), width), rest
    rows = text.split("\n")
    if block.kind == "table" and max(map(cell_len, rows)) > width:
        return [*lines, *_narrow_table(rows, width)]
    for raw, following in zip(rows, [*rows[1:], ""], strict=True):
        title = heading(f"{raw}\n")[0] if block.kind == "answer" and following.startswith("- ") else ""
        if title and not _BULLET.fullmatch(raw):
            lines.append(Content.styled(title, "bold $foreground").truncate(width))
        else:
            lines.extend(_line(raw, block.kind, style, width, ascii_only))
    return lines


def _narrow_table(rows: list[str], width: int) -> list[Content]:
    """Return a table that is too wide for its columns: the first one stays, the rest becomes running text."""
    split = [re.split(r" {2,}", row.strip()) for row in rows]
    column = max(cell_len(cells[0]) for cells in split) + 2
    lines: list[Content] = []
    for first, *rest in split:
        words = wrap(inline(" · ".join(rest)), max(width - column, 8))
        for number, line in enumerate(words):
            head = first if number == 0 else ""
            lines.append(Content.styled(head + " " * (column - cell_len(head)), "$muted") + line)
    return lines


def _plan_line(text: str, width: int) -> list[Content]:
    """Return one line of a plan: its label in a column of its own, everything else beside it."""
    first, *more = text.split("\n")
    match = _LABEL.match(first)
    if match is None:
        return wrap(inline(text.replace("\n", " ")), width)
    column = cell_len(match["label"] + match["gap"])
    values = [inline(_fitted(match["value"], width - column))] + [inline(line.strip(), "$muted") for line in more]
    lines = [line for value in values for line in wrap(value, max(width - column, 8))]
    label = Content.styled(match["label"] + match["gap"], "$muted")
    return [(label if number == 0 else Content(" " * column)) + line for number, line in enumerate(lines)]


def _fitted(text: str, width: int) -> str:
    """Return `text` with its bar as much shorter as makes it fit on one line, if that leaves a bar to look at."""
    bar = _BAR.search(text)
    cells = len(bar[0]) - (cell_len(text) - width) if bar is not None else 0
    if bar is None or not _SHORTEST_BAR <= cells < len(bar[0]):
        return text
    full = round(bar[0].count("█") * cells / len(bar[0]))
    return text[: bar.start()] + "█" * full + "░" * (cells - full) + text[bar.end() :]


def _line(raw: str, kind: str, style: str, width: int, ascii_only: bool) -> list[Content]:
    if kind == "maths":
        return arithmetic_lines(raw, width, ascii_only)
    bullet = _BULLET.fullmatch(raw)
    if bullet is not None:
        dot = "-" if ascii_only else "•"
        head = Content.assemble(bullet["indent"], (f"{dot} ", "$primary"))
        hang = " " * (len(bullet["indent"]) + 2)
        words = _change(bullet["text"]) if kind == "diff" else inline(bullet["text"], style)
        wrapped = wrap(words, width - len(hang))
        return [(head if number == 0 else Content(hang)) + line for number, line in enumerate(wrapped)]
    if raw.startswith("  "):
        indent = len(raw) - len(raw.lstrip())
        hang = " " * min(indent + 2, width // 2)
        lines = wrap(inline(raw.lstrip(), style), width - len(hang))
        return [Content((" " * indent) if number == 0 else hang) + line for number, line in enumerate(lines)]
    return wrap(inline(raw, style), width)


def _change(text: str) -> Content:
    """Return "name: before → after" with the name and what was before stepping back behind what is now."""
    before, arrow, after = text.rpartition(" → ")
    if not arrow:
        return inline(text)
    return inline(before, "$muted") + Content.styled(arrow, "bold $accent") + inline(after, "$foreground")
