"""What is remembered from one plan to the next: which layouts a job has, what they need and how fast they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from assistant.knowledge import Knowledge
from assistant.planning.estimates import compute_precision
from assistant.planning.fit import Fitter, Rates
from assistant.planning.job import Job

KEPT = 32
"""Jobs that are remembered: those of the last few plans with their levers."""

Asked = tuple[object, ...]
ValueT = TypeVar("ValueT")


@dataclass(slots=True)
class Remembered:
    """Figures of jobs by what they depend on, the last used standing last; no derivations are kept."""

    fitters: dict[Asked, Fitter] = field(default_factory=dict)
    rates: dict[Asked, Rates] = field(default_factory=dict)


@lru_cache(maxsize=2)
def _of(kb: Knowledge) -> Remembered:  # noqa: ARG001 - what is remembered belongs to one knowledge base
    return Remembered()


def timing(job: Job) -> Asked:
    """Return everything of a job that the speed of a layout depends on."""
    said = job.workload
    network = (job.task, job.kind, job.model.id if job.model else None, job.params.value, said.params, said.fixed())
    sample = (job.seq_len, job.image_size, job.audio_seconds, job.sequences, job.alignment)
    return *network, *sample, job.method, compute_precision(job), job.offload


def arithmetic(job: Job) -> Asked:
    """Return everything of a job that memory and speed depend on."""
    said = job.workload
    batch = (job.global_batch, job.fixed_batch, said.checkpointing, said.strategy)
    return *timing(job), said.method, job.precision, said.precision, job.optimizer, *batch


def fitter_of(kb: Knowledge, job: Job, asked: Asked) -> Fitter:
    """Return what is known of the layouts of a job, by its arithmetic `asked`.

    What fits where, and how fast, depends on neither money nor data, so the next plan of a conversation finds it here.
    """
    memory = _of(kb)
    rates = _last(memory.rates, timing(job), memory.rates.get(timing(job), {}))
    return _last(memory.fitters, asked, memory.fitters.get(asked) or Fitter(kb, job, rates))


def _last(known: dict[Asked, ValueT], key: Asked, value: ValueT) -> ValueT:
    """Return `value`, now the last of `known`; what was not used for longest goes."""
    known.pop(key, None)
    known[key] = value
    if len(known) > KEPT:
        known.pop(next(iter(known)), None)
    return value
