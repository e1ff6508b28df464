"""A line of a plan opened: its figures with formula and numbers, the rules that speak of it, the sources."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.knowledge import Knowledge
from assistant.planning.result import PlanResult, RuleUse
from assistant.sizing.derivation import Derivation, Quantity
from assistant.wording.blocks import Block
from assistant.wording.choice import choice_blocks
from assistant.wording.derivations import one_line, tree
from assistant.wording.maths import KEY_FIGURES, figure_named
from assistant.wording.notes import line_notes
from assistant.wording.plan_lines import line_text
from assistant.wording.plan_report import headline, lever_blocks
from assistant.wording.quantities import format_hours, format_money
from assistant.wording.ranking import telling_rules
from assistant.wording.slot_values import budget_text
from assistant.wording.texts import say

FIGURES = {
    "gpu": ("states.amp", "states.per_gpu", "memory.needed"),
    "gpu_count": ("states.amp", "states.per_gpu", "memory.needed", "time.hours"),
    "parallelism": ("states.amp", "states.per_gpu", "memory.needed"),
    "memory": ("memory.needed", "states.amp", "states.bf16"),
    "cpu": ("host.cores",),
    "ram": ("host.ram", "host.ram_comfort"),
    "storage": ("host.disk", "host.read", "host.checkpoint"),
    "network": ("network.need",),
    "offer": ("cost.total",),
    "hours": ("time.hours", "time.gpus_needed", "time.gpus_at_batch"),
    "cost": ("cost.total", "time.hours_bought", "time.amount_bought"),
}
"""Line of a plan -> names of the figures it shows, the first being the one that is opened deepest."""

PRICED = frozenset({"offer", "cost"})
"""Lines of a plan that rest on the price of its machine."""

TOPICS = {
    "gpu": ("gpu",),
    "gpu_count": ("gpu", "parallel", "scal"),
    "parallelism": ("parallel", "shard", "fsdp", "zero", "memory"),
    "memory": ("memory",),
    "cpu": ("cpu",),
    "ram": ("ram",),
    "storage": ("storage", "data", "disk"),
    "network": ("network", "nvlink", "link"),
    "offer": ("offer", "cost", "spot", "rent", "price"),
    "hours": ("time", "speed", "scal"),
    "cost": ("cost", "spot", "budget", "money"),
}
"""Line of a plan -> words by which the ids of its rules are known."""

MAIN_RULES = 4
"""How many rules stand for a whole plan; the rest are folded in the report and whole in the JSON form."""

SHOWN_RULES = {1: 2, 2: 3}
"""Level -> rules shown for a line; the deepest level has them all."""

DEEP_LINES = {2: 9, 3: 30}
"""Level -> lines of a tree that are shown; the JSON form has it whole."""


def line_blocks(kb: Knowledge, result: PlanResult, line: str, lang: str, level: int = 1) -> tuple[Block, ...]:
    """Return the explanation of one line of a plan.

    Args:
        kb: knowledge base.
        result: the plan.
        line: name of the line ("memory", "ram", ...).
        lang: language.
        level: 1 = figures and rules, 2 = the formula with its inputs and where articles disagree, 3 = all of it
            with the sources.
    """
    shown = "gpu" if line == "gpu_count" else line
    blocks = [
        Block(
            "say",
            say(kb, "why.line", lang, title=say(kb, f"line.{shown}", lang), line=line_text(kb, result, shown, lang)),
        )
    ]
    blocks.extend(choice_blocks(kb, result, line, lang))
    figures = [found for name in FIGURES.get(line, ()) if (found := figure_named(result, name)) is not None]
    if level == 1:
        blocks.extend(_lines(kb, figures, lang, line))
    elif figures:
        blocks.append(_tree(kb, figures[0], lang, line, level))
    if line in PRICED:
        blocks.extend(_price_source(kb, result, lang))
    rules = rules_of(kb, result, line)
    if rules:
        blocks.append(_rules(kb, rules[: SHOWN_RULES.get(level)], lang, f"rules.{line}", full=level > 1))
    if level > 1:
        blocks.extend(Block("note", note, f"disagreement.{name}") for name, note in line_notes(kb, line, lang))
    if level > 2:
        blocks.extend(_sources(kb, figures, lang, f"sources.{line}"))
    if len(blocks) == 1:
        blocks.append(Block("note", say(kb, "why.no-figure", lang)))
    return tuple(blocks)


def source_blocks(kb: Knowledge, result: PlanResult, line: str, lang: str) -> tuple[Block, ...]:
    """Return where the figures of one line come from, of the whole plan where `line` is empty."""
    names = FIGURES.get(line, KEY_FIGURES)
    figures = [found for name in names if (found := figure_named(result, name)) is not None]
    price = _price_source(kb, result, lang) if line in {"", *PRICED} else ()
    return (*price, *_sources(kb, figures, lang, f"sources.{line or 'plan'}"))


def _price_source(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[Block]:
    """Yield where the price of the machine was read."""
    offer = kb.offers.get(result.plan.offer.id) if result.plan is not None else None
    if offer is not None and offer.source in kb.sources:
        title = kb.sources[offer.source].named(lang)
        yield Block("note", say(kb, "why.price", lang, source=title, date=offer.price_date or "?"), "offer.source")


def main_reasons(kb: Knowledge, result: PlanResult, lang: str, level: int = 1) -> tuple[Block, ...]:
    """Return why the plan is what it is: its key figures, the rules that fired, then the sources."""
    figures = [found for name in KEY_FIGURES if (found := figure_named(result, name)) is not None]
    blocks = list(_lines(kb, figures, lang, "plan"))
    if level > 1 and figures:
        blocks = [_tree(kb, figures[0], lang, "plan", level)]
    if result.rules:
        blocks.append(_rules(kb, telling_rules(kb, result)[:MAIN_RULES], lang, "rules", full=level > 1))
    if level > 2:
        blocks.extend(_sources(kb, figures, lang, "sources"))
    return tuple(blocks)


def gap_blocks(kb: Knowledge, result: PlanResult, lang: str) -> tuple[Block, ...]:
    """Return which limits a plan breaks, with what is needed and what is there, and the ways out."""
    rows = [row for name in result.violates if (row := _gap(kb, result, name, lang))]
    rows += [entry.text for entry in result.rejected[:1] if not rows]
    return (
        Block("answer", headline(kb, result, lang), "plan"),
        *((Block("list", "\n".join(f"- {row}" for row in rows), "gap"),) if rows else ()),
        *lever_blocks(kb, result, lang),
    )


def _gap(kb: Knowledge, result: PlanResult, name: str, lang: str) -> str:
    """Return need against limit for one broken limit, "" where it is no number of the plan."""
    plan, job = result.plan, result.workload
    limit = kb.texts[f"limit.{name}"].of(lang) if f"limit.{name}" in kb.texts else name
    if plan is None:
        return ""
    if name == "budget" and job.budget is not None and job.budget.amount:
        hourly = (plan.offer.price_per_hour or 0) * plan.nodes
        money = hourly if job.budget.per == "hour" else plan.spent
        if money is None:
            return ""
        need = format_money(kb, money, plan.offer.currency, lang)
        have = budget_text(kb, job.budget.model_dump(), lang)
        return say(kb, "why.gap", lang, limit=limit, need=need, have=have)
    if name == "deadline" and job.deadline_hours:
        need, have = format_hours(kb, plan.hours.mid, lang), format_hours(kb, job.deadline_hours, lang)
        return say(kb, "why.gap", lang, limit=limit, need=need, have=have)
    return ""


def rules_of(kb: Knowledge, result: PlanResult, line: str) -> tuple[RuleUse, ...]:
    """Return the rules that fired and speak of `line`."""
    words = TOPICS.get(line, ())
    return tuple(rule for rule in telling_rules(kb, result) if any(word in rule.id.lower() for word in words))


def _lines(kb: Knowledge, figures: list[Quantity], lang: str, name: str) -> Iterator[Block]:
    if figures:
        words = [say(kb, "why.maths", lang), *(one_line(kb, figure, lang) for figure in figures)]
        yield Block("maths", "\n".join(words), f"maths.{name}")


def _tree(kb: Knowledge, figure: Quantity, lang: str, name: str, level: int) -> Block:
    branches = tree(kb, figure, lang)
    lines = branches[: DEEP_LINES[level]]
    if len(lines) < len(branches):
        lines.append(say(kb, "why.cut", lang, n=len(branches) - len(lines)))
    return Block("maths", "\n".join([say(kb, "why.maths", lang), *lines]), f"maths.{name}")


def _rules(kb: Knowledge, rules: tuple[RuleUse, ...], lang: str, block_id: str, *, full: bool) -> Block:
    rows = []
    for rule in rules:
        where = [
            rule.id,
            *rule.claims,
            *(kb.sources[source].named(lang) for source in rule.sources if source in kb.sources),
        ]
        rows.append(f"- {rule.text} [{'; '.join(where if full else where[:1])}]")
    return Block("list", "\n".join([say(kb, "why.rules", lang), *rows]), block_id)


def _sources(kb: Knowledge, figures: list[Quantity], lang: str, block_id: str) -> Iterator[Block]:
    ids: dict[str, None] = {}
    for figure in figures:
        for quantity in (figure, *(figure.inputs if isinstance(figure, Derivation) else ())):
            sources = quantity.sources if isinstance(quantity, Derivation) else (quantity.source,)
            ids.update(dict.fromkeys(source for source in sources if source in kb.sources))
    rows = [
        f"- {kb.sources[source].named(lang)}, {kb.sources[source].date} {kb.sources[source].ref}".rstrip()
        for source in ids
    ]
    if rows:
        yield Block("list", "\n".join([say(kb, "why.sources", lang), *rows]), block_id)
