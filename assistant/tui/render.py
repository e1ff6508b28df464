"""Words to styled text: the only place that styles what the assistant says.

A small markdown subset is read in the assistant's own words: **bold**, `code`, lines beginning with "- ", and lines
beginning with two spaces, which keep their columns. What the user typed is never read as markup of any kind.
"""

from __future__ import annotations

import re
from typing import Final

from textual.content import Content

from assistant.conversation.reply import Block
from assistant.tui.wrap import wrap

_INLINE: Final = re.compile(r"\*\*(?P<bold>[^*\n]+)\*\*|`(?P<code>[^`\n]+)`")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BULLET: Final = re.compile(r"(?P<indent> *)- (?P<text>.*)")

STYLES: Final[dict[str, str]] = {
    "question": "bold $foreground",
    "maths": "$muted",
    "note": "$muted",
}
"""Block kind -> style of its text; the others are drawn as they are."""


def clean(text: str) -> str:
    """Return `text` without control characters; tabs become spaces."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4))


def plain(text: str) -> Content:
    """Return the user's words, unread and unstyled."""
    return Content(clean(text))


def inline(text: str, style: str = "") -> Content:
    """Return one line of the assistant's words with **bold** and `code` styled."""
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
    style = STYLES.get(block.kind, "")
    lines: list[Content] = []
    for raw in clean(block.text).split("\n"):
        lines.extend(_line(raw, block.kind, style, width, ascii_only))
    return lines


def _line(raw: str, kind: str, style: str, width: int, ascii_only: bool) -> list[Content]:
    bullet = _BULLET.fullmatch(raw)
    if kind == "diff" and raw[:2] in {"+ ", "- ", "~ "}:
        mark = {"+": "$secondary", "-": "$error", "~": "$accent"}[raw[0]]
        return wrap(Content.assemble((raw[0], f"bold {mark}"), " ") + inline(raw[2:], style), width, "  ")
    if bullet is not None:
        dot = "-" if ascii_only else "•"
        head = Content.assemble(bullet["indent"], (f"{dot} ", "$primary"))
        hang = " " * (len(bullet["indent"]) + 2)
        wrapped = wrap(inline(bullet["text"], style), width - len(hang))
        return [(head if number == 0 else Content(hang)) + line for number, line in enumerate(wrapped)]
    if raw.startswith("  "):
        indent = len(raw) - len(raw.lstrip())
        hang = " " * min(indent + 2, width // 2)
        lines = wrap(inline(raw.lstrip(), style), width - len(hang))
        return [Content((" " * indent) if number == 0 else hang) + line for number, line in enumerate(lines)]
    return wrap(inline(raw, style), width)
