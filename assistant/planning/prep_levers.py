"""What makes preparing data possible within the limits: more money, more time, less data; each is planned anew."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.knowledge import Knowledge
from assistant.planning.dataprep import Cleaner, cleaners, plan_dataprep
from assistant.planning.job import Job
from assistant.planning.lever_changes import Change, raised, round_down
from assistant.planning.levers import effect
from assistant.planning.pricing import limit_of
from assistant.planning.resolve import resolve
from assistant.planning.result import Lever, PlanResult
from assistant.planning.words import figure, percent, say
from assistant.planning.workload import applied

UNITS = (("TB", 1e12), ("GB", 1e9), ("MB", 1e6))
"""Units in which an amount of data is said, the largest first."""


def prep_levers(kb: Knowledge, job: Job, result: PlanResult) -> tuple[Lever, ...]:
    """Return the changes that make an infeasible plan feasible, each with the plan that it leads to."""
    if result.feasible or result.plan is None:
        return ()
    found = []
    for change in _changes(kb, job):
        then = plan_dataprep(kb, resolve(kb, applied(job.workload, change.set)))
        if then.feasible and then.plan is not None:
            text = say(kb, job.lang, f"lever.{change.id}", **change.values)
            found.append(Lever(change.id, text, effect(kb, job.lang, then.plan), dict(change.set), then.plan))
    return tuple(found)


def _changes(kb: Knowledge, job: Job) -> Iterator[Change]:
    found = cleaners(kb, job)
    yield from _less(kb, job, found)
    limit = limit_of(kb, job.workload.budget, job.currency)
    for name in ("budget", "deadline"):
        alone = [one.broken for one in found if {check.constraint for check in one.broken} == {name}]
        if alone:
            yield raised(kb, job, limit, min(alone, key=lambda broken: broken[0].need or 0.0))
    both = [one for one in found if len(one.broken) > 1]
    if len(both) == len(found):
        yield raised(kb, job, limit, min(both, key=lambda one: one.cost.value).broken)


def _less(kb: Knowledge, job: Job, found: list[Cleaner]) -> Iterator[Change]:
    """Yield the amount of data that the limits leave room for; a rate an hour does not depend on it."""
    broken = [check for one in found for check in one.broken]
    budget = job.workload.budget
    hourly = budget is not None and budget.per == "hour" and any(check.constraint == "budget" for check in broken)
    shares = [min((check.have or 0.0) / (check.need or 1.0) for check in one.broken) for one in found]
    share = max(shares, default=0.0) * kb.number("planning.lever_bounds", "margin")
    if hourly or share < kb.number("planning.lever_bounds", "least_share"):
        return
    amount = round_down(job.dataset_bytes.value * share)
    unit, scale = next((pair for pair in UNITS if amount >= pair[1]), UNITS[-1])
    values = {"n": figure(amount / scale), "unit": unit, "share": percent(job.lang, share)}
    yield Change("less", {"dataset_bytes": int(amount), "dataset_tokens": None, "dataset_samples": None}, values)
