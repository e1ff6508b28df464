"""The process around a run: try small, measure, save often enough, pin what was tried."""

from __future__ import annotations

from math import sqrt

from assistant.knowledge import Knowledge
from assistant.planning.job import Job
from assistant.planning.result import Advice, Option
from assistant.planning.search import Candidate
from assistant.planning.words import duration, figure, money, say


def advice_for(kb: Knowledge, job: Job, one: Candidate | None, option: Option | None) -> tuple[Advice, ...]:
    """Return the steps that belong to a plan, in the order in which they are taken."""
    if one is None or option is None or not one.fit.fits:
        return ()
    found = [
        _step(
            kb, job, "validate", steps=figure(kb.number("planning.trial", "steps")), cost=_trial_cost(kb, one, option)
        )
    ]
    found.append(_benchmark(kb, job, one, option))
    found.append(_saving(kb, job, one, option))
    if one.spot:
        found.append(_step(kb, job, "spot"))
    if one.fit.rig.nodes > 1:
        found.append(_step(kb, job, "fabric", gbps=figure(option.network.gbps_per_node)))
    found.append(_step(kb, job, "pins"))
    return tuple(found)


def _step(kb: Knowledge, job: Job, name: str, **values: str) -> Advice:
    return Advice(name, say(kb, job.lang, f"advice.{name}", **values))


def _trial_cost(kb: Knowledge, one: Candidate, option: Option) -> str:
    hours = kb.number("planning.trial", "hours")
    return money((one.per_hour or 0.0) * hours, option.offer.currency)


def _benchmark(kb: Knowledge, job: Job, one: Candidate, option: Option) -> Advice:
    low, mid, _ = one.fit.rate
    return _step(
        kb, job, "benchmark",
        rate=f"{figure(mid)} {option.rate_unit}", least=f"{figure(low)} {option.rate_unit}",
        memory=figure(one.fit.needed_gb), wait=f"{kb.number('planning.trial', 'data_wait'):.0%}",
    )  # fmt: skip


def _saving(kb: Knowledge, job: Job, one: Candidate, option: Option) -> Advice:
    """Return how often to save: Young's interval, the square root of twice save time and mean time between failures."""
    size = option.storage.capacity_gb and job.params.value * kb.number("planning.checkpoint_bytes") / 1e9
    if job.method != "full":
        size *= kb.number("planning.lora_share")
    save_s = max(size / kb.number("planning.trial", "write_gb_s"), 1.0)
    between = (
        kb.number("planning.trial", "spot_hours")
        if one.spot
        else kb.number("planning.trial", "failure_gpu_hours") / one.fit.rig.gpus
    )
    hours = min(
        max(sqrt(2 * save_s * between * 3600) / 3600, kb.number("planning.trial", "least_interval")),
        max(option.hours.mid / 2, 0.1),
    )
    most = kb.number("planning.trial", "most_interval")
    return _step(kb, job, "saving", every=duration(kb, job.lang, min(hours, most)), size=figure(size))
