"""One exploration: every candidate for a workload, the pool to choose from, and the plan without its levers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.planning import objective, wanted
from assistant.planning.advice import advice_for
from assistant.planning.candidate import Candidate
from assistant.planning.dataprep import plan_dataprep
from assistant.planning.evidence import remarks, rules_for
from assistant.planning.option import Built, build, named
from assistant.planning.reach import Reach, reach_of
from assistant.planning.rejected import rejections
from assistant.planning.resolve import resolve
from assistant.planning.result import Option, PlanResult
from assistant.planning.search import Search
from assistant.planning.shared import Shared
from assistant.planning.words import say
from assistant.planning.workload import Workload


@dataclass(frozen=True, slots=True)
class Explored:
    """What a search found for one workload.

    Attributes:
        found: every candidate; `pool` those to choose from, all feasible; `notes` what to say about that choice.
        closest: the candidate nearest to the limits where the pool is empty.
        own: limits that the user's own hardware breaks, where only that was asked about; then `closest` is what renting
            would add.
    """

    search: Search
    found: tuple[Candidate, ...]
    pool: tuple[Candidate, ...]
    notes: tuple[str, ...]
    closest: Candidate | None
    own: tuple[str, ...] = ()


def bare_plan(kb: Knowledge, workload: Workload) -> PlanResult:
    """Return the plan without its levers."""
    job = resolve(kb, workload)
    return result_of(explore(kb, workload, Shared())) if job.trains else plan_dataprep(kb, job)


def explore(kb: Knowledge, workload: Workload, shared: Shared) -> Explored:
    """Return what the search finds for a workload that trains something."""
    search = Search(kb, resolve(kb, workload), shared)
    found = search.run()
    pool, notes = wanted.pool(search, found)
    if pool:
        return Explored(search, tuple(found), tuple(pool), notes, None)
    own = [one for one in found if one.machine.owned]
    if own and search.own_only:
        broken = tuple(dict.fromkeys(check.constraint for check in own[0].broken))
        return Explored(search, tuple(found), (), notes, _to_rent(search, found), broken)
    return Explored(search, tuple(found), (), notes, objective.nearest(search, wanted.preferred(search, found)))


def _to_rent(search: Search, found: Sequence[Candidate]) -> Candidate | None:
    """Return what renting would add to hardware that does not hold the job."""
    reached = [one for one in wanted.mainstream(search, found) if not one.machine.owned]
    feasible = [one for one in reached if one.feasible]
    return objective.recommended(search, feasible) if feasible else objective.nearest(search, reached)


def result_of(explored: Explored) -> PlanResult:
    """Return the plan that an exploration leads to, its levers left out."""
    if explored.pool:
        return _feasible(explored.search, explored.found, explored.pool, explored.notes)
    built = build(explored.search, explored.closest) if explored.closest is not None else None
    return _result(explored.search, explored.found, explored.closest, built, explored.notes, own=explored.own)


def _feasible(
    search: Search, found: Sequence[Candidate], pool: Sequence[Candidate], notes: tuple[str, ...]
) -> PlanResult:
    chosen = objective.options(search, pool, wanted.beyond_wish(search, found))
    built = {one.key: build(search, one) for one in chosen.values()}
    options = {name: built[one.key].option for name, one in chosen.items()}
    best = chosen["recommended"]
    if search.abroad and search.away(best.machine):
        notes = (*notes, say(search.kb, search.job.lang, "note.away"))
    shown = tuple(build(search, one).option for one in objective.beside(search.kb, search, best, found))
    return _result(search, found, best, built[best.key], notes, options=options, beside=shown)


def _result(
    search: Search,
    found: Sequence[Candidate],
    best: Candidate | None,
    built: Built | None,
    notes: tuple[str, ...],
    *,
    options: dict[str, Option] | None = None,
    beside: tuple[Option, ...] = (),
    own: tuple[str, ...] = (),
) -> PlanResult:
    kb, job = search.kb, search.job
    feasible = best is not None and best.feasible and not own
    option = built.option if built else None
    reach = reach_of(search, found, best, built.figures) if best is not None and built is not None else Reach()
    figures = named((*built.figures, *reach.figures)) if built else {}
    uses = rules_for(kb, job, best, option, figures)
    return PlanResult(
        workload=job.workload,
        feasible=feasible,
        plan=option,
        violates=() if feasible else own or objective.violated(best, found),
        options=options or {},
        rejected=rejections(search, found, best),
        rules=uses,
        assumptions=job.assumptions,
        derivations=figures,
        warnings=(*remarks(kb, job, uses), *notes, *(option.warnings if option else ())),
        advice=advice_for(search, best, option),
        beside=beside,
        reach=reach.texts,
    )
