"""The process around a run: try small, measure, save often enough, pin what was tried."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.planning.candidate import Candidate
from assistant.planning.job import Job
from assistant.planning.result import Advice, Option
from assistant.planning.search import Search
from assistant.planning.words import duration, figure, money, percent, rate, say
from assistant.sizing.data import checkpoint
from assistant.sizing.derivation import Quantity
from assistant.sizing.facts import constant


def advice_for(search: Search, one: Candidate | None, option: Option | None) -> tuple[Advice, ...]:
    """Return the steps that belong to a plan, in the order in which they are taken."""
    if one is None or option is None or not one.fit.fits:
        return ()
    kb, job = search.kb, search.job
    found = [
        _step(
            kb,
            job,
            "validate",
            steps=figure(kb.number("planning.trial", "steps")),
            cost=_trial_cost(kb, job.lang, one, option),
        )
    ]
    found.append(_benchmark(kb, job, one, option))
    found.append(_saving(kb, job, one, option, search.fitter.trainable))
    if one.spot:
        found.append(_step(kb, job, "spot"))
    if one.fit.rig.nodes > 1:
        found.append(_step(kb, job, "fabric", gbps=figure(option.network.gbps_per_node)))
    found.append(_step(kb, job, "pins"))
    return tuple(found)


def _step(kb: Knowledge, job: Job, name: str, **values: str) -> Advice:
    return Advice(name, say(kb, job.lang, f"advice.{name}", **values))


def _trial_cost(kb: Knowledge, lang: str, one: Candidate, option: Option) -> str:
    hours = kb.number("planning.trial", "hours")
    return money(kb, lang, (one.per_hour or 0.0) * hours, option.offer.currency)


def _benchmark(kb: Knowledge, job: Job, one: Candidate, option: Option) -> Advice:
    low, mid, _ = one.fit.rate
    return _step(
        kb, job, "benchmark",
        rate=rate(kb, job.lang, mid, option.rate_unit), least=rate(kb, job.lang, low, option.rate_unit),
        memory=figure(one.fit.needed_gb), wait=percent(job.lang, kb.number("planning.trial", "data_wait")),
    )  # fmt: skip


def _saving(kb: Knowledge, job: Job, one: Candidate, option: Option, trainable: Quantity) -> Advice:
    """Return how often to save, so that saving and lost work together cost least; at least once in a run."""
    size = checkpoint.size(kb, trainable, "bf16" if job.precision == "bf16" else "full")
    write = checkpoint.write_time(kb, size)
    if one.spot:
        between: Quantity = constant(kb, "data.mean_time", "spot_mid")
    else:
        between = checkpoint.time_between_failures(kb, one.fit.rig.gpus)
    hours = checkpoint.interval(kb, write, between).value / 3600
    least, most = (kb.number("planning.trial", name) for name in ("least_interval", "most_interval"))
    every = min(max(hours, least), most, max(option.hours.mid / 2, least))
    return _step(kb, job, "saving", every=duration(kb, job.lang, every), size=figure(size.value))
