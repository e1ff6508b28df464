"""What a buyer has to know about a plan that is otherwise right."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.knowledge import Knowledge
from assistant.planning import host
from assistant.planning.candidate import Candidate
from assistant.planning.job import Job
from assistant.planning.risk import risks
from assistant.planning.search import Search
from assistant.planning.words import count, duration, figure, money, say
from assistant.sizing.derivation import walk
from assistant.sizing.tables import splits_tables

SILENT = {"nodes", "spot", "brim"}
"""Risks that weigh in the choice but are plain from the plan itself."""


def option_warnings(search: Search, one: Candidate, slow_hours: float, dear: float) -> tuple[str, ...]:
    """Return the warnings of one candidate.

    Args:
        search: the search it comes from.
        one: the candidate.
        slow_hours: hours of the run at the slow end.
        dear: its cost at the slow end.
    """
    kb, job = search.kb, search.job
    gpu = kb.gpus[one.fit.rig.gpu].name
    names = risks(kb, job, one.machine, one.fit, one.spot, search.sources(one.machine))
    weighed = [say(kb, job.lang, f"risk.{name}", gpu=gpu) for name in names if name not in SILENT]
    near = _near_the_limits(search, slow_hours, dear) if one.feasible else ()
    return (*weighed, *near, *_of_the_job(kb, job, one), *_of_the_market(kb, job, one))


def _near_the_limits(search: Search, slow_hours: float, dear: float) -> Iterator[str]:
    """Yield the limits that are kept by the middle figures and broken by those of the slow end."""
    kb, job, limit = search.kb, search.job, search.limit
    deadline = job.workload.deadline_hours
    if deadline is not None and slow_hours > deadline:
        yield say(kb, job.lang, "warn.deadline", hours=duration(kb, job.lang, slow_hours))
    if limit.amount is not None and limit.per == "total" and not limit.per_gpu and dear > limit.amount:
        yield say(kb, job.lang, "warn.budget", cost=money(kb, job.lang, dear, limit.currency))


def _of_the_job(kb: Knowledge, job: Job, one: Candidate) -> Iterator[str]:
    """Yield what holds the job back, or is other than it was stated: its batch, its loader, its tables, its hours."""
    if one.fit.layout.global_batch > job.global_batch and job.fixed_batch:
        yield say(kb, job.lang, "warn.batch", batch=one.fit.layout.global_batch)
    samples = _samples_of_a_pass(job)
    if samples is not None and job.global_batch > samples and job.fixed_batch:
        yield say(kb, job.lang, "warn.batch_beyond_data", batch=count(job.global_batch), samples=count(samples))
    most = host.fed(kb, job, one.machine, one.fit.rig.nodes)
    if most is not None and one.fit.rate[1] >= most.value and job.task != "rl":
        cores = figure((one.machine.vcpu or 0) // 2 * one.fit.rig.nodes)
        yield say(kb, job.lang, "warn.loader", rate=figure(most.value), cores=cores)
    if job.task == "recsys" and one.fit.needed_gb > kb.number("planning.large_tables"):
        whole = job.params.value * kb.number("memory.bytes", "weight_fp32") / 1e9
        yield say(kb, job.lang, "warn.tables", tables=figure(whole))
    split = splits_tables(kb, job.kind, job.params.value, gathers=one.fit.layout.sharded)
    if one.fit.rig.gpus > 1 and split:
        yield say(kb, job.lang, "warn.rows")
    if job.task == "rl":
        yield say(kb, job.lang, "warn.simulator")
    if one.hours[1] > kb.constants["planning.patience_hours"].table[job.task] and job.workload.deadline_hours is None:
        yield say(kb, job.lang, "warn.long", hours=duration(kb, job.lang, one.hours[1]))


def _of_the_market(kb: Knowledge, job: Job, one: Candidate) -> Iterator[str]:
    """Yield what licences and export rules say of renting the card; hardware of one's own is past that."""
    gpu = kb.gpus[one.fit.rig.gpu]
    if one.machine.owned:
        return
    if gpu.export and job.lang == "zh":
        yield say(kb, job.lang, "warn.export", gpu=gpu.name)
    if gpu.class_ == "consumer":
        yield say(kb, job.lang, "warn.geforce", gpu=gpu.name)


def _samples_of_a_pass(job: Job) -> float | None:
    """Return the samples, or sequences of packed text, that the stated data has; None where none was stated."""
    said = job.workload
    if said.dataset_samples:
        return said.dataset_samples
    if not (said.dataset_tokens or said.dataset_bytes or said.dataset_audio_hours):
        return None
    once = next((part for part in walk(job.amount) if part.name in {"data.tokens", "data.samples"}), None)
    return None if once is None else once.value / (job.seq_len or 1)
