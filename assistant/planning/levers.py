"""Changes that would make a job possible, or cheaper; each of them is planned before it is offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from assistant.knowledge import Knowledge
from assistant.planning import exploration
from assistant.planning.lever_changes import Change, changes
from assistant.planning.mentions import cards_named
from assistant.planning.objective import options, undominated
from assistant.planning.option import build
from assistant.planning.result import Lever, Option, PlanResult
from assistant.planning.words import duration, money, say
from assistant.planning.workload import applied

if TYPE_CHECKING:
    from assistant.planning.candidate import Candidate
    from assistant.planning.exploration import Explored
    from assistant.planning.shared import Shared

ARITHMETIC = ("lora", "qlora", "adamw_8bit", "bf16", "bf16_8bit", "offload", "offload_all")
"""Changes of how the training computes."""
METHODS = ("lora", "qlora")
MORE = ("budget", "deadline", "both")
"""Limits that may be raised: there is always room for them behind what needs none of it."""


def levers_for(explored: Explored, result: PlanResult, shared: Shared) -> tuple[Lever, ...]:
    """Return the levers of a plan, the cheapest to the user first; every one was planned and keeps the limits."""
    kb = explored.search.kb
    most = int(kb.number("planning.lever_bounds", "most"))
    room = most if result.feasible else most - 2
    found: list[Lever] = []
    for change in changes(kb, explored, result, shared):
        if len(found) >= (most if change.id in MORE else room):
            continue
        lever = _planned(kb, result, change, shared)
        if lever is not None and not any(_same(lever, other) for other in found):
            found.append(lever)
    return tuple(found)


def _same(one: Lever, other: Lever) -> bool:
    """Return whether two levers of the arithmetic lead to the same machine at the same cost: the first will do."""
    return one.id in ARITHMETIC and other.id in ARITHMETIC and one.effect == other.effect


def _planned(kb: Knowledge, result: PlanResult, change: Change, shared: Shared) -> Lever | None:
    then = exploration.explore(kb, applied(result.workload, change.set), shared)
    chosen = _choice(kb, result, then)
    if chosen is None:
        return None
    option = build(then.search, chosen).option
    wished = _keeps_wish(kb, result, option)
    if result.feasible and result.plan is not None and not wished and not _saves(kb, result.plan, option):
        return _smaller_machine(kb, result, change, then, shared)
    return _lever(kb, result, change, change.set, option)


def _lever(kb: Knowledge, result: PlanResult, change: Change, fields: Mapping[str, Any], option: Option) -> Lever:
    lang = result.workload.lang
    return Lever(
        change.id, say(kb, lang, f"lever.{change.id}", **change.values), effect(kb, lang, option), dict(fields), option
    )


def _smaller_machine(kb: Knowledge, result: PlanResult, change: Change, then: Explored, shared: Shared) -> Lever | None:
    """Return the change with a machine of clearly lower rate that it allows, where the run does not cost much more."""
    plan, patience = result.plan, kb.constants["planning.patience_hours"].table[then.search.job.task]
    if change.id not in METHODS or plan is None or plan.cost is None or result.workload.gpu_mentioned:
        return None
    bounds = kb.constants["planning.lever_bounds"].table
    an_hour = (plan.offer.price_per_hour or 0.0) * plan.nodes
    cheaper = [
        one
        for one in then.pool
        if (one.per_hour or 0.0) < an_hour * bounds["saving"]
        and one.cost <= plan.cost.mid * bounds["dearer"]
        and one.hours[1] <= max(patience, plan.hours.mid)
        and not one.machine.owned
    ]
    if not cheaper:
        return None
    best = min(undominated(kb, cheaper), key=lambda one: (one.per_hour or 0.0, one.hours[1], one.key))
    card = kb.gpus[best.fit.rig.gpu].name
    named = {"gpu_mentioned": (card,), "gpu_rel": "want", "gpu_count": best.fit.rig.gpus}
    fields = {**change.set, **named}
    narrowed = exploration.explore(kb, applied(result.workload, fields), shared)
    chosen = _choice(kb, result, narrowed)
    return _lever(kb, result, change, fields, build(narrowed.search, chosen).option) if chosen else None


def _choice(kb: Knowledge, result: PlanResult, then: Explored) -> Candidate | None:
    """Return what planning anew recommends, if it ends in a sane time: the usual one, or twice that of the plan."""
    if not then.pool:
        return None
    chosen = options(then.search, then.pool)["recommended"]
    longest = max(kb.number("planning.lever_bounds", "longest"), (result.plan.hours.mid if result.plan else 0.0) * 2)
    return chosen if chosen.hours[1] <= longest else None


def _keeps_wish(kb: Knowledge, result: PlanResult, option: Option) -> bool:
    """Return whether a change lets the wanted card do what another was planned for."""
    said = result.workload
    if not said.gpu_mentioned or said.gpu_rel in {"avoid", "have"} or result.plan is None:
        return False
    wanted = {kb.gpus[card].name for name in said.gpu_mentioned for card in cards_named(kb, name)}
    return option.gpu in wanted and result.plan.gpu not in wanted


def _saves(kb: Knowledge, before: Option, after: Option) -> bool:
    """Return whether a change of a feasible plan is worth a word: clearly less for the run, or clearly less an hour."""
    if before.cost is None or after.cost is None:
        return False
    least = kb.number("planning.lever_bounds", "saving")
    an_hour = (before.offer.price_per_hour or 0.0) * before.nodes
    cheaper_rate = (after.offer.price_per_hour or 0.0) * after.nodes < an_hour * least
    return after.cost.mid < before.cost.mid * least or (cheaper_rate and after.cost.mid <= before.cost.mid)


def effect(kb: Knowledge, lang: str, option: Option) -> str:
    """Return what a plan comes to, in one phrase."""
    cost = money(kb, lang, option.cost.mid, option.cost.currency) if option.cost else "?"
    machines = f"{option.nodes} × " if option.nodes > 1 else ""
    machine = f"{option.gpu_count} × {option.gpu}" if option.gpu else f"{machines}{option.offer.instance}"
    return say(kb, lang, "lever.effect", machine=machine, cost=cost, hours=duration(kb, lang, option.hours.mid))
