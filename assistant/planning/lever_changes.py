"""Which changes are worth trying for a job, in the order of what they cost the user."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.knowledge import Knowledge
from assistant.planning import exploration, wanted
from assistant.planning.candidate import Candidate
from assistant.planning.constraints import Check
from assistant.planning.job import Job
from assistant.planning.machine import OWNED
from assistant.planning.pricing import Limit
from assistant.planning.resolve import resolve
from assistant.planning.result import PlanResult
from assistant.planning.search import Search
from assistant.planning.shared import Shared
from assistant.planning.words import count, duration, money, percent, say, unit_name
from assistant.planning.workload import Workload, applied

if TYPE_CHECKING:
    from assistant.planning.exploration import Explored

TEXT_TASKS = {"llm_finetune", "llm_alignment", "multimodal"}
MONEY_AND_TIME = {"budget", "deadline"}


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a workload: its name, the fields it sets, and values for its text."""

    id: str
    set: Mapping[str, Any]
    values: Mapping[str, Any]


def changes(kb: Knowledge, explored: Explored, result: PlanResult, shared: Shared) -> Iterator[Change]:
    """Yield the changes worth trying.

    For a feasible plan only those that may save money; else also less data, a smaller model, more time and money.
    """
    job = explored.search.job
    said = job.workload
    if said.precision == "bf16" and "precision" in result.violates:
        yield Change("fp16", {"precision": "fp16"}, {})
    yield from _set_free(said, result)
    yield from _arithmetic(job)
    if said.spot_ok is None and "spot" not in said.allow:
        yield Change("spot", {"spot_ok": True}, {})
    if result.feasible:
        return
    if explored.search.abroad and "scarce" not in said.allow:
        yield Change("scarce", {"allow": (*said.allow, "scarce")}, {})
    if (
        job.seq_len
        and job.seq_len // 2 >= kb.number("planning.lever_bounds", "seq_len")
        and "memory" in result.violates
    ):
        yield Change("seq_len", {"seq_len": job.seq_len // 2}, {"n": job.seq_len // 2})
    yield from _less(kb, explored, {})
    for method in _lighter(job):
        lighter = exploration.explore(kb, applied(said, {"method": method}), shared)
        if not lighter.pool:
            yield from _less(kb, lighter, {"method": method})
    yield from _smaller(kb, explored, shared)
    if explored.own and said.provider != OWNED:
        yield Change("rent", {"allow": (*said.allow, "rent")}, {})
    yield from _more(kb, explored)


def _set_free(said: Workload, result: PlanResult) -> Iterator[Change]:
    """Yield the knobs that the user fixed and that stand in the way of memory."""
    if not {"memory", "parallelism"} & set(result.violates):
        return
    if said.checkpointing is False:
        yield Change("checkpointing", {"checkpointing": None}, {})
    if said.micro_batch is not None and said.micro_batch > 1:
        yield Change("micro_batch", {"micro_batch": None}, {"n": said.micro_batch})
    if said.strategy is not None:
        yield Change("strategy", {"strategy": None}, {"name": said.strategy})


def _lighter(job: Job) -> tuple[str, ...]:
    if job.task not in TEXT_TASKS | {"diffusion"} or job.workload.method == "scratch":
        return ()
    return {"full": ("lora", "qlora"), "lora": ("qlora",)}.get(job.method, ())


def _arithmetic(job: Job) -> Iterator[Change]:
    """Yield the changes of the arithmetic that the user has not already taken."""
    for name in _lighter(job):
        yield Change(name, {"method": name}, {})
    if job.method != "full" or job.seq_len is None:
        if job.method != "full" and job.offload == "none":
            yield Change("offload_all", {"offload": "all"}, {})
        return
    allow = job.workload.allow
    if job.optimizer == "adamw":
        yield Change("adamw_8bit", {"optimizer": "adamw_8bit"}, {})
    if job.precision == "amp":
        yield Change("bf16", {"allow": (*allow, "bf16")}, {})
        if job.optimizer == "adamw":
            yield Change("bf16_8bit", {"allow": (*allow, "bf16"), "optimizer": "adamw_8bit"}, {})
    if job.offload == "none":
        yield Change("offload", {"offload": "optimizer"}, {})


def _less(kb: Knowledge, explored: Explored, also: Mapping[str, Any]) -> Iterator[Change]:
    """Yield the amount of data that the money and the time allow, alone or with a lighter method."""
    job = explored.search.job
    mendable = [
        one
        for one in explored.found
        if one.broken
        and {check.constraint for check in one.broken} <= MONEY_AND_TIME
        and explored.search.reaches(one.machine)
    ]
    shares = [(share, one) for one in mendable if (share := _share(kb, explored.search.limit, job, one)) is not None]
    if not shares:
        return
    share, _ = max(shares, key=lambda pair: (pair[0], pair[1].key))
    if share < kb.number("planning.lever_bounds", "least_share"):
        return
    amount = round_down(job.amount.value * share)
    fields = {"epochs": 1.0, "train_steps": None}
    if job.unit == "tokens":
        fields |= {"dataset_tokens": int(amount)}
    else:
        fields |= {"dataset_samples": int(amount), "dataset_bytes": None, "dataset_audio_hours": None}
    yield Change(
        f"less_{also['method']}" if also else "less",
        {**also, **fields},
        {"n": count(amount), "unit": unit_name(kb, job.lang, job.unit), "share": percent(job.lang, share)},
    )


def _share(kb: Knowledge, limit: Limit, job: Job, one: Candidate) -> float | None:
    """Return what part of the work the limits leave room for on one machine; None where less work is no help."""
    margin = kb.number("planning.lever_bounds", "margin")
    shares = [margin]
    if limit.amount is not None:
        if limit.per == "hour":
            return None
        per_hour = max(one.per_hour or 0.0, 1e-9) / (one.fit.rig.gpus if limit.per_gpu else 1)
        left = limit.amount / per_hour - (one.billed - one.hours[1])
        if left <= 0:
            return None
        shares.append(left / one.hours[1] * margin)
    if job.workload.deadline_hours is not None:
        shares.append(job.workload.deadline_hours / one.hours[1] * margin)
    return min(shares)


def round_down(value: float) -> float:
    """Return `value` with two significant digits, never more than it was."""
    if value < 10:
        return max(math.floor(value), 1.0)
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    return math.floor(value / step) * step


def _smaller(kb: Knowledge, explored: Explored, shared: Shared) -> Iterator[Change]:
    """Yield the largest smaller model that keeps the limits; for pretraining with the tokens that suit it."""
    job = explored.search.job
    if job.task not in TEXT_TASKS | {"llm_pretrain"}:
        return
    scratch = job.task == "llm_pretrain"
    sizes = kb.constants["planning.pretrain_sizes" if scratch else "planning.sizes"].table
    bound = job.params.value * kb.number("planning.lever_bounds", "smaller")
    tried = sorted(size for size in sizes.values() if size < bound)
    low, high = 0, len(tried)  # sizes below `low` are known to work, those from `high` on not to
    while low < high:
        middle = (low + high) // 2
        workload = applied(job.workload, _of_size(kb, tried[middle], scratch))
        if Search(kb, resolve(kb, workload), shared).any_feasible():
            low = middle + 1
        else:
            high = middle
    if low:
        fields = _of_size(kb, tried[low - 1], scratch)
        tokens = count(fields.get("dataset_tokens", 0))
        yield Change("optimal" if scratch else "smaller", fields, {"n": count(tried[low - 1]), "tokens": tokens})
    if scratch:
        yield from _finetune(kb, explored, shared)


def _of_size(kb: Knowledge, size: float, scratch: bool) -> dict[str, Any]:
    """Return the fields that set a size, and for pretraining the tokens that suit it."""
    fields: dict[str, Any] = {"params": int(size), "model": None, "params_range": None}
    if scratch:
        fields |= {
            "dataset_tokens": int(size * kb.number("planning.tokens_per_param")),
            "epochs": 1.0,
            "train_steps": None,
        }
    return fields


def _finetune(kb: Knowledge, explored: Explored, shared: Shared) -> Iterator[Change]:
    """Yield fine-tuning of an existing model in place of pretraining, on what the limits allow."""
    fields: dict[str, Any] = {"task": "llm_finetune", "method": "lora", "epochs": 1.0, "train_steps": None}
    then = exploration.explore(kb, applied(explored.search.job.workload, fields), shared)
    for change in _less(kb, then, {}):
        yield Change("finetune", {**fields, **change.set}, change.values)


def _more(kb: Knowledge, explored: Explored) -> Iterator[Change]:
    """Yield the least money and the least time that would do, or as much of both as the nearest plan takes."""
    search = explored.search
    longest = kb.number("planning.lever_bounds", "longest")
    found = False
    for name in ("budget", "deadline"):
        alone = [
            one.broken
            for one in wanted.mainstream(search, explored.found)
            if {check.constraint for check in one.broken} == {name} and one.hours[1] <= longest
        ]
        if alone:
            found = True
            yield raised(kb, search.job, search.limit, min(alone, key=lambda broken: broken[0].need or 0.0))
    nearest = explored.closest
    if not found and nearest is not None and {check.constraint for check in nearest.broken} <= MONEY_AND_TIME:
        yield raised(kb, search.job, search.limit, nearest.broken)


def raised(kb: Knowledge, job: Job, limit: Limit, broken: Sequence[Check]) -> Change:
    """Return the limits of money and time raised to what `broken` needs, in round figures."""
    said, lang = job.workload, job.lang
    fields: dict[str, Any] = {}
    values: dict[str, Any] = {}
    for check in broken:
        if check.constraint == "deadline" and check.need is not None:
            fields["deadline_hours"] = _round_up(check.need)
            values["hours"] = duration(kb, lang, fields["deadline_hours"])
        elif check.need is not None and said.budget is not None:
            amount, currency = _round_up(check.need), limit.currency
            more = {"amount": amount, "amount_min": None, "currency": currency}
            fields["budget"] = {**said.budget.model_dump(), **more}
            values |= {"amount": money(kb, lang, amount, currency), "per": say(kb, lang, f"per.{said.budget.per}")}
    return Change("both" if len(fields) == 2 else "budget" if "budget" in fields else "deadline", fields, values)


def _round_up(value: float) -> float:
    """Return `value` with two significant digits, never less than it was."""
    step = 10.0 ** (math.floor(math.log10(max(value, 1e-9))) - 1)
    return float(f"{math.ceil(value / step - 1e-9) * step:.10g}")
