"""Cards side by side for one job."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.knowledge import Knowledge
from assistant.planning.comparison import Side
from assistant.wording.blocks import Block
from assistant.wording.plan_lines import cost_text, gpu_text, hours_text, offer_text
from assistant.wording.texts import say


def comparison_blocks(kb: Knowledge, rows: Sequence[Side], lang: str) -> tuple[Block, ...]:
    """Return a table of what each card would mean for the job; a row without a plan says what it breaks."""
    lines = [say(kb, "compare.head", lang)]
    for row in rows:
        first, rest, verdict = _cells(kb, row, lang)
        lines.append(f"- **{first}**  {rest}".rstrip())
        if verdict:
            lines.append(f"  {verdict}")
    return (Block("list", "\n".join(lines), "comparison"),)


def _cells(kb: Knowledge, row: Side, lang: str) -> tuple[str, str, str]:
    plan = row.option
    if plan is None:
        return row.gpu, "", row.text
    words = " · ".join((offer_text(kb, plan, lang), hours_text(kb, plan, lang), cost_text(kb, plan, lang)))
    return gpu_text(kb, plan, lang), words, row.text
