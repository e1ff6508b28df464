"""Which of the machines that keep every limit is the cheapest, the fastest and the one to recommend."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assistant.knowledge import Knowledge
from assistant.planning.candidate import Candidate
from assistant.planning.constraints import Check
from assistant.planning.risk import is_new
from assistant.planning.search import Search


def options(search: Search, pool: Sequence[Candidate], others: Sequence[Candidate] = ()) -> dict[str, Candidate]:
    """Return the cheapest, the recommended and the fastest of a pool of feasible candidates.

    Where nothing but a low price is wished for, the recommended one is the cheapest that ends in a sane time.

    Args:
        search: the search for the job.
        pool: candidates to choose from.
        others: feasible ones beside the wish that made the pool; the cheapest and the fastest may be among them.
    """
    if not pool:
        return {}
    best, everything = recommended(search, pool), (*pool, *others)
    return {
        "cheapest": best if _thrifty(search) and not best.machine.owned else min(everything, key=_by_cost),
        "recommended": best,
        "fastest": min(everything, key=lambda one: (one.hours[1], one.cost, one.risk, one.key)),
    }


def _by_cost(one: Candidate) -> tuple[float, float, float, str]:
    return one.cost, one.hours[1], one.risk, one.key


def _thrifty(search: Search) -> bool:
    budget = search.job.workload.budget
    return budget is not None and budget.minimize


def recommended(search: Search, pool: Sequence[Candidate]) -> Candidate:
    """Return the best by the stated weights, never one that another beats in cost, time and headroom at once.

    The user's own hardware comes before anything rented.
    """
    own = [one for one in pool if one.machine.owned]
    if own:
        return min(own, key=lambda one: (one.hours[1], one.key))
    horizon = search.job.workload.deadline_hours or search.kb.number("planning.horizon_hours", "soft")
    pool = [one for one in pool if one.hours[1] <= horizon] or pool
    if _thrifty(search):
        return min(_sane(search, pool), key=_by_cost)
    pool = undominated(search.kb, pool)
    pool = _single(search, pool) or pool
    least = min(one.cost for one in pool)
    return min(pool, key=lambda one: (score(search, one, least), one.cost, one.hours[1], one.key))


def _single(search: Search, pool: Sequence[Candidate]) -> list[Candidate]:
    """Return the single cards of a pool, where one is enough: more of them are the reader's to ask for.

    Not for pretraining, nor where money does not matter; only for runs of a bearable length, and not on cards of the
    newest generation, which are oversized for what other single cards hold.
    """
    kb, job = search.kb, search.job
    budget = job.workload.budget
    if job.task == "llm_pretrain" or (budget is not None and budget.unlimited):
        return []
    bearable = kb.number("planning.horizon_hours", "soft" if job.method in {"lora", "qlora"} else "single")
    single = [one for one in pool if one.fit.rig.gpus == 1 and one.hours[1] <= bearable]
    return [one for one in single if not is_new(kb, kb.gpus[one.fit.rig.gpu])]


def _sane(search: Search, pool: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return those that end within the usual patience, of these those that leave some memory free, as far as any do."""
    kb, job = search.kb, search.job
    patience = job.workload.deadline_hours or kb.constants["planning.patience_hours"].table[job.task]
    soon = [one for one in pool if one.hours[1] <= patience] or pool
    brim = kb.number("planning.brim")
    return [one for one in soon if one.fit.needed_gb <= brim * one.fit.capacity_gb] or soon


def undominated(kb: Knowledge, pool: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that no other beats in cost, time and headroom at once, or far in cost and time."""
    far = kb.number("planning.beside_factor")
    roomy = kb.number("planning.tight")
    kept: list[Candidate] = []
    for one in sorted(pool, key=lambda c: (c.cost, c.hours[1], -c.fit.headroom_gb, c.key)):
        if not any(_beats(other, one, far, roomy) for other in kept):
            kept.append(one)
    return kept


def _beats(other: Candidate, one: Candidate, far: float, roomy: float) -> bool:
    """Return whether `other`, which is cheaper, is faster and roomier, or by the factor `far` cheaper and faster."""
    if not (other.cost < one.cost and other.hours[1] < one.hours[1]):
        return False
    if other.fit.headroom_gb > one.fit.headroom_gb:
        return True
    enough = other.fit.needed_gb <= roomy * other.fit.capacity_gb
    return enough and other.cost * far < one.cost and other.hours[1] * far < one.hours[1]


def score(search: Search, one: Candidate, least_cost: float) -> float:
    """Return what a candidate costs in money, time and risk; smaller is better.

    `money x ln(cost / least cost) + time x ln(hours / comfortable) + impatience x ln(hours / patience) + risks`: a
    logarithm, because twice as dear is as bad from 10 to 20 as from 1,000 to 2,000; a run shorter than comfortable
    gains nothing, and one beyond the usual patience weighs more.
    """
    weights = search.kb.constants["planning.objective"].table
    budget = search.job.workload.budget
    if budget is not None and budget.unlimited:
        weights = {**weights, **search.kb.constants["planning.objective_unlimited"].table}
    money = math.log(max(one.cost, 1e-9) / max(least_cost, 1e-9))
    time = math.log(max(one.hours[1] / search.comfort, 1))
    patience = search.kb.constants["planning.patience_hours"].table[search.job.task]
    late = math.log(max(one.hours[1] / max(patience, search.comfort), 1))
    away = weights["away"] if search.away(one.machine) else 0.0
    return weights["money"] * money + weights["time"] * time + weights["impatience"] * late + one.risk + away


def nearest(search: Search, found: Sequence[Candidate]) -> Candidate | None:
    """Return the candidate that holds the job and comes closest to the limits of money and time, if any does."""
    holding = [one for one in found if one.holds and one.fit.fits]
    if not holding:
        return None
    return min(holding, key=lambda one: (_unpriced(one), round(_distance(search, one), 9), one.key))


def _unpriced(one: Candidate) -> bool:
    return any(check.constraint == "availability" for check in one.broken)


def beyond(one: Candidate) -> float:
    """Return how far a candidate is beyond the limits of money and time, a sum of logarithms."""
    return sum(math.log(check.excess) for check in one.broken if check.constraint in {"budget", "deadline"})


def _distance(search: Search, one: Candidate) -> float:
    time = math.log(max(one.hours[1] / search.comfort, 1))
    away = math.log(search.kb.number("planning.beside_factor")) if search.away(one.machine) else 0.0
    weights = search.kb.constants["planning.nearest"].table
    return beyond(one) + weights["time"] * time + weights["risk"] * one.risk + away


def violated(one: Candidate | None, found: Sequence[Candidate]) -> tuple[str, ...]:
    """Return the limits that the nearest plan breaks, or those of the closest cards where nothing holds the job."""
    if one is not None:
        return tuple(dict.fromkeys(check.constraint for check in one.broken))
    if not found:
        return ("availability",)
    closest = min(found, key=lambda c: (len(c.broken), worst(c.broken), c.key))
    return tuple(
        dict.fromkeys(check.constraint for check in closest.broken if check.constraint not in {"budget", "deadline"})
    ) or ("memory",)


def worst(broken: Sequence[Check]) -> float:
    """Return the greatest factor by which a limit is broken."""
    return max((check.excess for check in broken), default=1.0)


def beside(kb: Knowledge, search: Search, chosen: Candidate, found: Sequence[Candidate]) -> list[Candidate]:
    """Return what is shown beside the plan: much cheaper offers of other clouds, and home offers without a price."""
    factor = kb.number("planning.beside_factor")
    if search.abroad and search.away(chosen.machine):
        at_home = [one for one in found if one.feasible and not search.away(one.machine) and not one.machine.owned]
        shown = [recommended(search, at_home)] if at_home else []
    else:
        away = [one for one in found if one.feasible and search.away(one.machine) and one.cost * factor <= chosen.cost]
        shown = sorted(away, key=_by_cost)[:1]
    said = search.job.workload
    if not search.abroad and not said.provider:
        return shown  # elsewhere hardly a page is without its price
    quoted = [
        one
        for one in found
        if one.per_hour is None
        and not search.away(one.machine)
        and one.fit.rig.gpus <= chosen.fit.rig.gpus
        and [check.constraint for check in one.broken] == ["availability"]
        and not kb.gpus[one.fit.rig.gpu].name.startswith("unnamed")
    ]
    return shown + sorted(quoted, key=lambda one: (one.fit.rig.gpus, one.risk, one.key))[:1]
