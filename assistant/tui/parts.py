"""A reply laid out for the screen: what stands open, and what is closed at first under a title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from assistant.conversation.reply import Block
from assistant.tui.strings import tr

CLOSED: Final = frozenset({"maths", "rejected", "rules", "assumptions", "advice", "sources"})
"""Families of blocks that are closed on the screen; line mode prints them. Arithmetic is closed beside a plan only: who
asks for it gets it open."""

_HIDDEN: Final = frozenset({"question.examples"})
"""Blocks the screen shows otherwise: the suggested answers are the examples."""

_FULLER: Final = {"rules": "rules.all", "assumptions.short": "assumptions"}
"""A short form -> the full one that says the same and more; where both stand closed side by side the full one does."""

_HEADING: Final = re.compile(r"(?P<words>[^\n]{1,60})[:：]\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks that stand together; `title` is empty where they are open."""

    blocks: tuple[Block, ...]
    title: str = ""


def family(block: Block) -> str:
    """Return what the block belongs to: "rules" for "rules.more", "maths" for every piece of arithmetic."""
    return "maths" if block.kind == "maths" else block.id.split(".")[0]


def heading(text: str) -> tuple[str, str]:
    """Return the heading of a block (its first line, where that ends in a colon) and the rest."""
    match = _HEADING.match(text)
    return (match["words"], text[match.end() :]) if match else ("", text)


def parts(blocks: Sequence[Block], lang: str) -> list[Part]:
    """Return the blocks in parts: runs of open ones, and each closed family with its title and count.

    The first block is always open: an answer that begins closed looks empty.
    """
    made: list[Part] = []
    before = ""
    there = {block.id for block in blocks}
    closing = CLOSED if "plan" in there else CLOSED - {"maths"}
    for block in blocks:
        if block.id in _HIDDEN or _FULLER.get(block.id) in there:
            continue
        closed = bool(made) and (block.folded or family(block) in closing)  # an answer never begins with a closed part
        kind = family(block) if closed else ""
        if made and kind == before and bool(made[-1].title) == closed:
            made[-1] = Part((*made[-1].blocks, block), made[-1].title)
        else:
            made.append(Part((block,), _title(block, lang) if closed else ""))
        before = kind
    return [_counted(part, lang) if part.title else part for part in made]


def _title(block: Block, lang: str) -> str:
    if family(block) in {"maths", "disagreement"}:
        return tr(family(block), lang)
    words = heading(block.text)[0]
    return re.sub(r"\s*[（(].*", "", words) or tr("details", lang)


def _counted(part: Part, lang: str) -> Part:
    """Return a closed part without the headings of its blocks, which its title has taken over, and with a count."""
    blocks = tuple(Block(block.kind, heading(block.text)[1], block.id) for block in part.blocks)
    count = sum(line.startswith("- ") for block in blocks for line in block.text.split("\n"))
    if part.blocks[0].id.endswith(".more"):
        return Part(blocks, tr("more.items", lang, count=count))
    return Part(blocks, f"{part.title} ({count})" if count > 1 else part.title)
