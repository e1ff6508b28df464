"""The planner: a workload in, the machine and its defence out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.knowledge import Knowledge
from assistant.planning import objective, wanted
from assistant.planning.advice import advice_for
from assistant.planning.dataprep import plan_dataprep
from assistant.planning.evidence import rules_for
from assistant.planning.levers import levers_for
from assistant.planning.option import Built, build, named
from assistant.planning.rejected import rejections
from assistant.planning.resolve import resolve
from assistant.planning.result import Option, PlanResult
from assistant.planning.search import Candidate, Search
from assistant.planning.workload import Workload


def plan(kb: Knowledge, workload: Workload) -> PlanResult:
    """Return the machine for `workload`, the alternatives, what was rejected and what would change the answer.

    Whatever was not said is assumed and named; the same knowledge and workload give the same result.

    Raises:
        InputError: a currency has no exchange rate.
    """
    result = bare_plan(kb, workload)
    return replace(result, levers=levers_for(kb, result))


def bare_plan(kb: Knowledge, workload: Workload) -> PlanResult:
    """Return the plan without its levers, each of which is a plan itself."""
    job = resolve(kb, workload)
    if not job.trains:
        return plan_dataprep(kb, job)
    search = Search(kb, job)
    found = search.run()
    pool, notes = wanted.pool(search, found)
    feasible = [one for one in pool if one.feasible]
    if feasible:
        return _feasible(search, found, feasible, notes)
    return _infeasible(search, found, notes)


def _feasible(search: Search, found: Sequence[Candidate], pool: Sequence[Candidate], notes: tuple[str, ...]) -> PlanResult:
    chosen = objective.options(search, pool)
    built = {one.key: build(search, one) for one in chosen.values()}
    options = {name: built[one.key].option for name, one in chosen.items()}
    best = chosen["recommended"]
    shown = tuple(build(search, one).option for one in objective.beside(search.kb, search, best, found))
    return _result(search, found, best, built[best.key], notes, options=options, beside=shown)


def _infeasible(search: Search, found: Sequence[Candidate], notes: tuple[str, ...]) -> PlanResult:
    closest = objective.nearest(search, found)
    built = build(search, closest) if closest is not None else None
    return _result(search, found, closest, built, notes)


def _result(
    search: Search,
    found: Sequence[Candidate],
    best: Candidate | None,
    built: Built | None,
    notes: tuple[str, ...],
    *,
    options: dict[str, Option] | None = None,
    beside: tuple[Option, ...] = (),
) -> PlanResult:
    kb, job = search.kb, search.job
    feasible = best is not None and best.feasible
    option = built.option if built else None
    return PlanResult(
        workload=job.workload,
        feasible=feasible,
        plan=option,
        violates=() if feasible else objective.violated(best, found),
        options=options or {},
        rejected=rejections(search, found, best),
        rules=rules_for(kb, job, best, option),
        assumptions=job.assumptions,
        derivations=named(built.figures) if built else {},
        warnings=notes + (option.warnings if option else ()),
        advice=advice_for(kb, job, best, option),
        beside=beside,
    )

