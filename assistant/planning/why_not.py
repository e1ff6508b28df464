"""Why not that one? A card, an offer, a provider, a number, a method or a parallelism that was not chosen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import get_args

from assistant.knowledge import Knowledge
from assistant.planning import exploration
from assistant.planning.candidate import Candidate
from assistant.planning.constraints import Check
from assistant.planning.levers import effect
from assistant.planning.mentions import cards_named
from assistant.planning.objective import nearest, undominated, worst
from assistant.planning.option import build
from assistant.planning.reach import reach_of
from assistant.planning.rejected import describe, main
from assistant.planning.resolve import resolve
from assistant.planning.result import Lever, Option, PlanResult
from assistant.planning.search import Search
from assistant.planning.unoffered import is_unoffered, unoffered
from assistant.planning.words import clauses, duration, figure, money, say
from assistant.planning.workload import Strategy, Workload, applied

METHODS = ("full", "lora", "qlora")
STRATEGIES = get_args(Strategy)


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The answer to "why not X?".

    Attributes:
        target: what was asked about, as the knowledge base calls it.
        verdict: "chosen", "breaks" (a limit), "works" (at a price) or "unknown".
        constraint, need, have, margin, unit: the limit that is broken, for "breaks".
        cost_factor, time_factor: how much dearer and slower than the plan, for "works".
        text: the answer in words.
        option: the best that X can do, where it can do anything.
        lever: the smallest change that would make it work, planned; None where none was found.
    """

    target: str
    verdict: str
    text: str
    constraint: str = ""
    need: float | None = None
    have: float | None = None
    margin: float | None = None
    unit: str = ""
    cost_factor: float | None = None
    time_factor: float | None = None
    option: Option | None = None
    lever: Lever | None = None


def whynot(kb: Knowledge, workload: Workload, result: PlanResult, target: str) -> WhyNot:
    """Return why `target` is not what was planned: the limit that it breaks, or what it would cost instead.

    Args:
        kb: the knowledge base.
        workload: the job.
        result: the plan in force.
        target: a card ("RTX 4090", "2x A100"), a provider, an instance, a method or a parallelism.
    """
    word = target.strip()
    folded = word.casefold()
    if folded in METHODS or folded in STRATEGIES:
        field = "method" if folded in METHODS else "strategy"
        return _other_plan(kb, workload, result, folded, {field: folded})
    number, name = _number(word)
    job = resolve(kb, workload)
    if not job.trains:
        return WhyNot(word, "breaks", say(kb, workload.lang, "prep.no_gpu"), "gpu")
    cards = cards_named(kb, name)
    if cards and number:
        job = resolve(kb, applied(workload, {"gpu_mentioned": (name,), "gpu_rel": "want", "gpu_count": number}))
    search = Search(kb, job)
    found = search.run()
    used = kb.find_gpu(result.plan.gpu) if result.plan is not None and result.plan.gpu else None
    in_use = result.feasible and used is not None and used.id in cards
    if in_use and result.plan is not None and number in {0, result.plan.gpu_count}:
        return _chosen(kb, search, word, result.plan)
    these = [one for one in found if one.fit.rig.gpu in cards] or [one for one in found if _place(one, folded)]
    if number:
        these = [one for one in these if one.fit.rig.gpus == number] or unoffered(search, name, (number,))
    elif cards and not these:
        these = unoffered(search, name)
    if not these:
        return WhyNot(word, "unknown", say(kb, workload.lang, "whynot.unknown", target=word))
    return _judged(kb, search, result, word, these)


_COUNTED = re.compile(r"(\d{1,3})\s*(?:[x×*张块卡]|\s)\s*(.+)")
_MULTIPLIED = re.compile(r"(.+?)\s*[x×*]\s*(\d{1,3})")


def _number(word: str) -> tuple[int, str]:
    """Return how many of a card are meant, 0 where nobody said, and its name: "8x4090", "8 4090", "4090 x 8"."""
    match = _COUNTED.fullmatch(word)
    if match:
        return int(match.group(1)), match.group(2)
    match = _MULTIPLIED.fullmatch(word)
    return (int(match.group(2)), match.group(1)) if match else (0, word)


def _place(one: Candidate, folded: str) -> bool:
    return folded in {one.machine.provider.casefold(), one.machine.instance.casefold(), one.machine.id.casefold()}


def _judged(kb: Knowledge, search: Search, result: PlanResult, word: str, these: list[Candidate]) -> WhyNot:
    feasible = [one for one in these if one.feasible]
    feasible = [one for one in feasible if search.reaches(one.machine)] or feasible
    if feasible:
        best = min(undominated(kb, feasible), key=lambda one: (one.cost, one.hours[1], one.key))
        built = build(search, best).option
        if result.plan is not None and built.id == result.plan.id:
            return _chosen(kb, search, word, built)
        return _works(kb, search, result, word, built)
    closest = nearest(search, these) or min(these, key=lambda one: (len(one.broken), worst(one.broken), one.key))
    check = main(closest.broken)
    if check.constraint == "availability" and is_unoffered(closest):
        return _no_offer(kb, search, word, closest)
    nearer = build(search, closest) if closest.fit.fits else None
    option = nearer.option if nearer else None
    text = describe(search, closest, check)
    if nearer is not None and check.constraint in {"deadline", "budget"}:
        text = clauses(search.job.lang, text, *reach_of(search, these, closest, nearer.figures).texts)
    card = kb.gpus[closest.fit.rig.gpu]
    if check.constraint == "memory" and not card.nvlink_gb_s:
        text = clauses(search.job.lang, text, say(kb, search.job.lang, "whynot.no_nvlink", gpu=card.name))
    return WhyNot(
        word, "breaks", text, check.constraint, check.need, check.have, _margin(check), check.unit,
        option=option, lever=_smallest(kb, search.job.workload, closest),
    )  # fmt: skip


def _no_offer(kb: Knowledge, search: Search, word: str, one: Candidate) -> WhyNot:
    """Return that a card would hold the job, but nobody of the catalogue rents it out."""
    need, have = figure(one.fit.needed_gb), figure(one.fit.capacity_gb)
    cards = f"{one.fit.rig.gpus} × {kb.gpus[one.fit.rig.gpu].name}"
    text = say(kb, search.job.lang, "whynot.no_offer", target=cards, need=need, have=have)
    return WhyNot(word, "breaks", text, "availability")


def _margin(check: Check) -> float | None:
    return None if check.need is None or check.have is None else check.need - check.have


def _chosen(kb: Knowledge, search: Search, word: str, option: Option) -> WhyNot:
    return WhyNot(word, "chosen", say(kb, search.job.lang, "whynot.chosen", target=word), option=option)


def _works(kb: Knowledge, search: Search, result: PlanResult, word: str, option: Option) -> WhyNot:
    plan, lang = result.plan, search.job.lang
    if plan is None or plan.cost is None or option.cost is None or plan.cost.mid <= 0 or not plan.hours.mid:
        return WhyNot(
            word,
            "works",
            say(kb, lang, "whynot.works_plain", target=word, effect=effect(kb, lang, option)),
            option=option,
        )
    dearer, slower = option.cost.mid / plan.cost.mid, option.hours.mid / plan.hours.mid
    cost, hours = money(kb, lang, option.cost.mid, option.cost.currency), duration(kb, lang, option.hours.mid)
    factors = {"dearer": f"{dearer:.2g}", "slower": f"{slower:.2g}"}
    text = say(kb, lang, "whynot.works", target=word, cost=cost, hours=hours, **factors)
    return WhyNot(word, "works", text, cost_factor=dearer, time_factor=slower, option=option)


def _smallest(kb: Knowledge, workload: Workload, closest: Candidate) -> Lever | None:
    """Return the first change, in the order of what it costs the user, with which the card holds the job."""
    if main(closest.broken).constraint != "memory":
        return None
    changes: list[tuple[str, dict[str, object]]] = [("qlora", {"method": "qlora"})]
    if workload.method in {"full", "scratch"}:
        changes = [("adamw_8bit", {"optimizer": "adamw_8bit"}), ("lora", {"method": "lora"}), *changes]
    for name, fields in changes:
        changed = applied(workload, fields)
        search = Search(kb, resolve(kb, changed))
        for one in search.of_machine(closest.machine, closest.fit.rig.nodes):
            if one.fit.fits:
                option = build(search, one).option
                return Lever(
                    name, say(kb, workload.lang, f"lever.{name}"), _comes_to(search, one, option), fields, option
                )
    return None


def _comes_to(search: Search, one: Candidate, option: Option) -> str:
    """Return what an option comes to; nothing is said of the price of a machine that nobody rents out."""
    kb, lang = search.kb, search.job.lang
    if one.per_hour is not None:
        return effect(kb, lang, option)
    machine = f"{option.gpu_count} × {option.gpu}"
    return say(kb, lang, "lever.effect_unpriced", machine=machine, hours=duration(kb, lang, option.hours.mid))


def _other_plan(kb: Knowledge, workload: Workload, result: PlanResult, word: str, fields: dict[str, object]) -> WhyNot:
    """Return what planning with another method or parallelism comes to."""
    then = exploration.bare_plan(kb, applied(workload, fields))
    search = Search(kb, resolve(kb, workload))
    if then.feasible and then.plan is not None:
        return _works(kb, search, result, word, then.plan)
    if then.rejected:
        first = then.rejected[0]
        margin = None if first.need is None or first.have is None else first.need - first.have
        return WhyNot(
            word, "breaks", first.text, first.constraint, first.need, first.have, margin, first.unit, option=then.plan
        )
    limits = ", ".join(then.violates)
    return WhyNot(
        word,
        "breaks",
        say(kb, workload.lang, "whynot.limits", target=word, limits=limits),
        then.violates[0] if then.violates else "",
        option=then.plan,
    )
