"""Cards side by side for one job."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.knowledge import Knowledge
from assistant.planning.comparison import Side
from assistant.planning.result import Option
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
    inside = [row.option for row in rows if row.feasible and row.option is not None]
    lines.append(_verdict(kb, inside, lang, several=len(rows) > 1))
    return (Block("list", "\n".join(lines), "comparison"),)


def _verdict(kb: Knowledge, options: list[Option], lang: str, *, several: bool) -> str:
    """Return which of the feasible ones costs least and which is fastest."""
    if not options:
        return say(kb, "compare.none", lang)
    if len(options) == 1 and several:
        return say(kb, "compare.only", lang, gpu=gpu_text(kb, options[0], lang))
    cheapest = min(options, key=lambda option: option.cost.mid if option.cost is not None else float("inf"))
    fastest = min(options, key=lambda option: option.hours.mid)
    if cheapest is fastest:
        return say(kb, "compare.one", lang, gpu=gpu_text(kb, cheapest, lang))
    return say(kb, "compare.two", lang, cheapest=gpu_text(kb, cheapest, lang), fastest=gpu_text(kb, fastest, lang))


def method_blocks(kb: Knowledge, rows: Sequence[tuple[str, Option | None, str]], lang: str) -> tuple[Block, ...]:
    """Return what each method needs: (its name, its plan, what stands in its way)."""
    lines = [say(kb, "compare.head", lang)]
    for name, option, verdict in rows:
        words = ""
        if option is not None and not verdict:
            words = " · ".join((gpu_text(kb, option, lang), *_figures(kb, option, lang)))
        lines.append(f"- **{name}**  {words or verdict}".rstrip())
    return (Block("list", "\n".join(lines), "comparison"),)


def _figures(kb: Knowledge, plan: Option, lang: str) -> tuple[str, ...]:
    return offer_text(kb, plan, lang), hours_text(kb, plan, lang), cost_text(kb, plan, lang)


def _cells(kb: Knowledge, row: Side, lang: str) -> tuple[str, str, str]:
    if row.option is None:
        return row.gpu, "", row.text
    return gpu_text(kb, row.option, lang), " · ".join(_figures(kb, row.option, lang)), row.text
