"""Two plans side by side: only what became different, and because of what."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.planning import difference
from assistant.planning.result import PlanResult
from assistant.wording.blocks import Block
from assistant.wording.plan_lines import LINES, cost_text, gpu_text, hours_text, line_text, offer_text, strategy_text
from assistant.wording.plan_report import headline, lever_blocks, short_blocks, warning_blocks
from assistant.wording.quantities import significant
from assistant.wording.texts import say

_SHORT = {
    "gpu": gpu_text,
    "parallelism": strategy_text,
    "ram": lambda _kb, plan, _lang: f"{significant(plan.ram_gb)} GB",
    "storage": lambda _kb, plan, _lang: f"{plan.storage.kind} {significant(plan.storage.capacity_gb)} GB",
    "offer": offer_text,
    "hours": hours_text,
    "cost": cost_text,
}
"""Lines that a difference shows in a shorter form than the plan itself."""


def diff_blocks(kb: Knowledge, before: PlanResult, after: PlanResult, lang: str) -> tuple[Block, ...]:
    """Return what changes from `before` to `after`, line by line; the ways out where the new one fails.

    Where one of them has no machine at all there is nothing to set side by side: the new one is shown.
    """
    if before.plan is None or after.plan is None:
        return short_blocks(kb, after, lang)
    rows = changed_lines(kb, before, after, lang)
    reason = next((line.why for line in difference(kb, before, after) if line.name == "machine" and line.why), "")
    if reason and rows:
        rows[0] = rows[0] + say(kb, "diff.because", lang, reason=reason)
    head = headline(kb, after, lang)
    news = [text for text in after.warnings if text not in before.warnings]
    if not rows and before.violates == after.violates:
        return (Block("diff", say(kb, "diff.same", lang, plan=head), "diff"), *warning_blocks(kb, news, lang))
    words = "\n".join([say(kb, "diff.head", lang), *(f"- {row}" for row in rows)])
    return (
        Block("plan", say(kb, "diff.now", lang, plan=head), "plan"),
        *((Block("diff", words, "diff"),) if rows else ()),
        *warning_blocks(kb, news, lang),
        *(lever_blocks(kb, after, lang) if not after.feasible else ()),
    )


def changed_lines(kb: Knowledge, before: PlanResult, after: PlanResult, lang: str) -> list[str]:
    """Return one line "title: old → new" for each line of the plan that differs."""
    rows = []
    for name in LINES:
        old, new = _line(kb, before, name, lang), _line(kb, after, name, lang)
        if old != new:
            nothing = say(kb, "echo.nothing", lang)
            rows.append(
                say(kb, "diff.line", lang, title=say(kb, f"line.{name}", lang), old=old or nothing, new=new or nothing)
            )
    return rows


def _line(kb: Knowledge, result: PlanResult, name: str, lang: str) -> str:
    if result.plan is None:
        return ""
    if name == "memory":
        use = result.plan.memory
        return f"{use.needed_gb:.1f} / {use.capacity_gb:.1f} GB" if use else ""
    short = _SHORT.get(name)
    return short(kb, result.plan, lang) if short else line_text(kb, result, name, lang)
