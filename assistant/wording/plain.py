"""Blocks as plain words, for line mode, pipes, transcripts and screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from assistant.wording.blocks import Block
from assistant.wording.cells import LINE, wrap

EXAMPLES = "question.examples"
"""Id of the line of examples below a question."""

_GROUPS = {"note": "say"}
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"`([^`\n]+)`")


def plain(markdown: str) -> str:
    """Return `markdown` without its marks."""
    return _CODE.sub(r"\1", _BOLD.sub(r"\1", markdown))


def blocks_to_text(blocks: Iterable[Block], width: int = LINE) -> str:
    """Return `blocks` one under the other, wrapped at `width` cells, a blank line where one kind ends."""
    out: list[str] = []
    before = ""
    for block in blocks:
        if not block.text.strip():
            continue
        group = "question" if block.id == EXAMPLES else _GROUPS.get(block.kind, block.kind)
        if out and (group != before or group in {"list", "answer", "table"}):
            out.append("")
        out.extend(wrap(plain(block.text), width))
        before = group
    return "\n".join(out)
