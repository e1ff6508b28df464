"""The planner: a workload in, the machine and its defence out."""

from __future__ import annotations

from dataclasses import replace

from assistant.knowledge import Knowledge
from assistant.planning.dataprep import plan_dataprep
from assistant.planning.exploration import explore, result_of
from assistant.planning.job import Job
from assistant.planning.levers import levers_for
from assistant.planning.prep_levers import prep_levers
from assistant.planning.resolve import resolve
from assistant.planning.result import PlanResult
from assistant.planning.shared import Shared
from assistant.planning.words import figure, say
from assistant.planning.workload import Workload
from assistant.sizing.derivation import Fact, derive


def plan(kb: Knowledge, workload: Workload) -> PlanResult:
    """Return the machine for `workload`, the alternatives, what was rejected and what would change the answer.

    Whatever was not said is assumed and named; the same knowledge and workload give the same result.

    Raises:
        InputError: a currency has no exchange rate.
    """
    job = resolve(kb, workload)
    if not job.trains:
        prepared = plan_dataprep(kb, job)
        return replace(prepared, levers=prep_levers(kb, job, prepared))
    if job.task == "inference":
        return _declined(kb, job)
    shared = Shared()
    explored = explore(kb, workload, shared)
    result = result_of(explored)
    return replace(result, levers=levers_for(explored, result, shared))


def _declined(kb: Knowledge, job: Job) -> PlanResult:
    """Return that serving is not planned, with the one figure that can be given: the weights in 16 bits."""
    half = Fact("b_2", 2, "B", "states.half_bytes", "planning-choice")
    weights = derive("memory.weights", "W", "GB", "P * b_2 / 1e9", job.params, half)
    text = say(kb, job.lang, "warn.inference", weights=figure(weights.value))
    return PlanResult(
        job.workload, False, None, ("task",), assumptions=job.assumptions, warnings=(text,),
        derivations={weights.name: weights},
    )  # fmt: skip
