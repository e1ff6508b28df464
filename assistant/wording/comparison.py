"""Cards side by side for one job."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.knowledge import Knowledge
from assistant.planning.comparison import Side
from assistant.wording.blocks import Block
from assistant.wording.cells import cell_width, pad
from assistant.wording.plan_lines import cost_text, gpu_text, hours_text, offer_text
from assistant.wording.texts import say


def comparison_blocks(kb: Knowledge, rows: Sequence[Side], lang: str) -> tuple[Block, ...]:
    """Return a table of what each card would mean for the job; a row without a plan says what it breaks."""
    cells = [_cells(kb, row, lang) for row in rows]
    width = max((cell_width(first) for first, _ in cells), default=0)
    lines = [f"{pad(first, width)}  {rest}" for first, rest in cells]
    return (Block("table", "\n".join([say(kb, "compare.head", lang), *lines]), "comparison"),)


def _cells(kb: Knowledge, row: Side, lang: str) -> tuple[str, str]:
    plan = row.option
    if plan is None:
        return row.gpu, row.text
    words = " · ".join((offer_text(kb, plan, lang), hours_text(kb, plan, lang), cost_text(kb, plan, lang)))
    return gpu_text(kb, plan, lang), f"{words}  {row.text}".rstrip()
