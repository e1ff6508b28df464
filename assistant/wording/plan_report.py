"""A plan in words, block by block; each line has the id that "why?" opens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.knowledge import Knowledge
from assistant.planning.result import Assumption, Option, PlanResult
from assistant.wording.blocks import Block
from assistant.wording.cells import cell_width, pad
from assistant.wording.maths import key_lines
from assistant.wording.notes import disagreement_notes, full_notes
from assistant.wording.plan_lines import LINES, cost_text, gpu_text, hours_text, line_text, offer_text
from assistant.wording.quantities import significant
from assistant.wording.ranking import telling_rules
from assistant.wording.slot_values import slot_title, slot_value
from assistant.wording.texts import has, joined, say

REASONS = 1
"""How many rules are shown unfolded: the one that says most; "why?" has the others."""
SAVINGS = 2
"""How many possible savings are shown unfolded."""
SHOWN = 2
"""How many rejected cards, warnings and steps of advice are shown before the reader asks for more."""
_LABEL = {"en": 13, "zh": 10}


def report_blocks(
    kb: Knowledge, result: PlanResult, lang: str, assumed: tuple[Assumption, ...] = ()
) -> tuple[Block, ...]:
    """Return the whole report of `result`; `assumed` is what the conversation took instead of answers."""
    return (
        Block("plan", headline(kb, result, lang), "plan"),
        *plan_lines(kb, result, lang),
        *key_lines(kb, result, lang),
        *warning_blocks(kb, result.warnings, lang),
        *(Block("note", note, f"disagreement.{ident}") for ident, note in disagreement_notes(kb, result, lang)),
        *(Block("note", note, f"disagreement.{ident}.full", True) for ident, note in full_notes(kb, result, lang)),
        *lever_blocks(kb, result, lang),
        *option_blocks(kb, result, lang),
        *_rejected(kb, result, lang),
        *_rules(kb, result, lang),
        *_assumptions(kb, (*assumed, *result.assumptions), lang),
        *_advice(kb, result, lang),
    )


def headline(kb: Knowledge, result: PlanResult, lang: str) -> str:
    """Return the answer in one sentence: the machine, or what stands in its way."""
    if result.plan is None:
        return say(kb, "proposal.nothing", lang, limits=limits(kb, result, lang))
    what = {
        "gpu": gpu_text(kb, result.plan, lang),
        "offer": offer_text(kb, result.plan, lang),
        "hours": hours_text(kb, result.plan, lang),
        "cost": cost_text(kb, result.plan, lang),
    }
    if result.feasible:
        return say(kb, "proposal.feasible", lang, **what)
    text = "proposal.infeasible" if result.plan.gpu else "proposal.infeasible.no-gpu"
    return say(kb, text, lang, limits=limits(kb, result, lang), **what)


def limits(kb: Knowledge, result: PlanResult, lang: str) -> str:
    """Return the names of the limits that are broken."""
    names = [kb.texts[f"limit.{name}"].of(lang) if f"limit.{name}" in kb.texts else name for name in result.violates]
    return joined(names, lang)


def plan_lines(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[Block]:
    """Yield the lines of the plan, one block each."""
    if result.plan is None:
        return
    for name in LINES:
        text = line_text(kb, result, name, lang)
        if text:
            label = pad(say(kb, f"line.{name}", lang), _LABEL[lang])
            yield Block("plan", f"{label} {text}", f"plan.{name}")


def short_blocks(
    kb: Knowledge, result: PlanResult, lang: str, assumed: tuple[Assumption, ...] = ()
) -> tuple[Block, ...]:
    """Return a plan that was shown before: headline, lines and, where it fails, the ways out."""
    return (
        Block("plan", headline(kb, result, lang), "plan"),
        *plan_lines(kb, result, lang),
        *(lever_blocks(kb, result, lang) if not result.feasible else ()),
        *_assumptions(kb, (*assumed, *result.assumptions), lang),
    )


def warning_blocks(kb: Knowledge, warnings: Sequence[str], lang: str) -> Iterator[Block]:
    """Yield what to mind about a plan."""
    yield from _listed(kb, "proposal.warnings", list(warnings), lang, "warnings", SHOWN, folded=False)


def option_blocks(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[Block]:
    """Yield the options side by side, equal ones in one row; nothing where there is only one."""
    rows: dict[tuple[object, ...], tuple[list[str], Option]] = {}
    for name, option in result.options.items():
        label = kb.texts[f"option.{name}"].of(lang) if f"option.{name}" in kb.texts else name
        rows.setdefault(_same(option), ([], option))[0].append(label)
    if len(rows) < 2:
        return
    cells = [_option_cells(kb, joined(labels, lang), option, lang) for labels, option in rows.values()]
    widths = [max(cell_width(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = ["  ".join(pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    yield Block("table", "\n".join([say(kb, "proposal.options", lang), *lines]), "options")


def _option_cells(kb: Knowledge, label: str, option: Option, lang: str) -> list[str]:
    own = option.offer.provider == "owned"
    where = say(kb, "proposal.offer.owned", lang) if own else option.offer.provider
    return [label, gpu_text(kb, option, lang), where, hours_text(kb, option, lang), cost_text(kb, option, lang)]


def _same(option: Option) -> tuple[object, ...]:
    return (option.offer.id, option.offer.provider, option.gpu, option.gpu_count, option.nodes, option.offer.spot)


def _listed(
    kb: Knowledge, title: str, rows: list[str], lang: str, block_id: str, shown: int, *, folded: bool
) -> Iterator[Block]:
    """Yield `rows` as a list, what goes beyond `shown` folded."""
    if not rows:
        return
    first, rest = rows[:shown], rows[shown:]
    yield Block("list", "\n".join([say(kb, title, lang), *(f"- {row}" for row in first)]), block_id, folded)
    if rest:
        yield Block(
            "list",
            "\n".join([say(kb, "proposal.more", lang), *(f"- {row}" for row in rest)]),
            f"{block_id}.more",
            folded=True,
        )


def _rejected(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[Block]:
    rows = list(dict.fromkeys(entry.text for entry in result.rejected))
    yield from _listed(kb, "proposal.rejected", rows, lang, "rejected", SHOWN, folded=False)


def lever_blocks(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[Block]:
    """Yield the changes that would help, each with what it buys."""
    if result.reach and not result.feasible:
        yield from _listed(kb, "proposal.reach", list(result.reach), lang, "reach", len(result.reach), folded=False)
    rows = [say(kb, "proposal.lever", lang, change=lever.change, effect=lever.effect) for lever in result.levers]
    title = "proposal.levers" if not result.feasible else "proposal.savings"
    yield from _listed(kb, title, rows, lang, "levers", len(rows) if not result.feasible else SAVINGS, folded=False)


def _rules(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[Block]:
    """Yield the rules that say most about this job, and all of them folded with their sources."""
    rules = telling_rules(kb, result)
    rows = [f"{rule.text} [{rule.id}]" for rule in rules[:REASONS]]
    yield from _listed(kb, "proposal.rules", rows, lang, "rules", REASONS, folded=False)
    full = []
    for rule in rules:
        titles = [kb.sources[source].named(lang) for source in rule.sources if source in kb.sources]
        full.append(f"{rule.text} [{'; '.join([rule.id, *rule.claims, *titles])}]")
    yield from _listed(kb, "proposal.rules", full, lang, "rules.all", len(full), folded=True)


def _assumptions(kb: Knowledge, entries: tuple[Assumption, ...], lang: str) -> Iterator[Block]:
    """Yield the assumptions in one line, and folded with their reasons."""
    if not entries:
        return
    short = " · ".join(assumption_text(kb, entry, lang, why=False) for entry in entries)
    yield Block("list", f"{say(kb, 'proposal.assumed', lang)}\n{short}", "assumptions.short")
    rows = [f"- {assumption_text(kb, entry, lang)}" for entry in entries]
    yield Block("list", "\n".join([say(kb, "proposal.assumptions", lang), *rows]), "assumptions", folded=True)


def assumption_text(kb: Knowledge, entry: Assumption, lang: str, *, why: bool = True) -> str:
    """Return one assumption with its value and reason."""
    if has(kb, f"assumption.{entry.name}"):
        name = say(kb, f"assumption.{entry.name}", lang)
    else:
        name = slot_title(kb, entry.name, lang)
    value = slot_value(kb, entry.name, entry.value, lang)
    if isinstance(entry.value, float) and entry.name != "time_limit":
        value = significant(entry.value)
    return say(kb, "proposal.assumption", lang, name=name, value=value, why=entry.why) if why else f"{name} {value}"


def _advice(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[Block]:
    yield from _listed(
        kb, "proposal.advice", [entry.text for entry in result.advice], lang, "advice", SHOWN, folded=True
    )
