"""Why this machine and no other: what the runners-up would cost and take, and which limit the rest break."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.knowledge import Knowledge
from assistant.planning.result import Option, PlanResult
from assistant.wording.blocks import Block
from assistant.wording.plan_lines import cost_text, gpu_text, hours_text
from assistant.wording.texts import say

LINES = frozenset({"gpu", "gpu_count", "offer"})
"""Lines of a plan that are a choice among machines."""

SHOWN = 3
"""How many machines that were not taken are named."""


def choice_blocks(kb: Knowledge, result: PlanResult, line: str, lang: str) -> Iterator[Block]:
    """Yield the choice behind a line of a plan; nothing for lines that are computed and not chosen."""
    plan = result.plan
    if plan is None or line not in LINES:
        return
    own = "owned" if plan.offer.provider == "owned" else "feasible" if result.feasible else "nearest"
    rows = [say(kb, f"choice.{own}", lang)]
    rows += [_beside(kb, name, option, lang) for name, option in result.options.items() if _differs(option, plan)]
    rows += [entry.text for entry in result.rejected[:SHOWN]]
    yield Block("list", "\n".join([say(kb, "choice.title", lang), *(f"- {row}" for row in rows)]), f"choice.{line}")


def _differs(option: Option, plan: Option) -> bool:
    return option.machine != plan.machine


def _beside(kb: Knowledge, name: str, option: Option, lang: str) -> str:
    return say(
        kb,
        "choice.beside",
        lang,
        option=say(kb, f"option.{name}", lang),
        gpu=gpu_text(kb, option, lang),
        hours=hours_text(kb, option, lang),
        cost=cost_text(kb, option, lang),
    )
