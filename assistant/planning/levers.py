"""Changes that would make an impossible job possible, or a possible one cheaper; each is planned before it is offered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.knowledge import Knowledge
from assistant.planning import planner
from assistant.planning.pricing import limit_of
from assistant.planning.resolve import resolve
from assistant.planning.result import Lever, Option, PlanResult
from assistant.planning.words import count, duration, money, say
from assistant.planning.workload import Workload


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a workload: its name, the fields it sets, and values for its text."""

    id: str
    set: Mapping[str, Any]
    values: Mapping[str, Any]


def levers_for(kb: Knowledge, result: PlanResult) -> tuple[Lever, ...]:
    """Return the levers of a plan, the cheapest to the user first; every one was planned and keeps the limits."""
    found: list[Lever] = []
    for change in _changes(kb, result):
        then = _applied(kb, result, change)
        if then is not None:
            found.append(then)
        if len(found) >= kb.number("planning.lever_bounds", "most"):
            break
    return tuple(found)


def applied(workload: Workload, change: Mapping[str, Any]) -> Workload:
    """Return `workload` with the fields of `change` in force."""
    return Workload.model_validate({**workload.model_dump(), **change})


def _applied(kb: Knowledge, result: PlanResult, change: Change) -> Lever | None:
    then = planner.bare_plan(kb, applied(result.workload, change.set))
    if not then.feasible or then.plan is None:
        return None
    lang = result.workload.lang
    if result.feasible and result.plan is not None and not _saves(kb, result.plan, then.plan):
        return None
    text = say(kb, lang, f"lever.{change.id}", **change.values)
    return Lever(change.id, text, effect(kb, lang, then.plan), dict(change.set), then.plan)


def _saves(kb: Knowledge, before: Option, after: Option) -> bool:
    if before.cost is None or after.cost is None:
        return False
    return after.cost.mid < before.cost.mid * kb.number("planning.lever_bounds", "saving")


def effect(kb: Knowledge, lang: str, option: Option) -> str:
    """Return what a plan comes to, in one phrase."""
    cost = money(option.cost.mid, option.cost.currency) if option.cost else "?"
    machine = f"{option.gpu_count} × {option.gpu}" if option.gpu else option.offer.instance
    return say(kb, lang, "lever.effect", machine=machine, cost=cost, hours=duration(kb, lang, option.hours.mid))


def _changes(kb: Knowledge, result: PlanResult) -> Iterator[Change]:
    """Yield the changes worth trying, in the order of what they cost the user."""
    job = resolve(kb, result.workload)
    if not job.trains:
        yield from _more(kb, result)
        return
    yield from _arithmetic(result.workload, job.method, job.precision, job.optimizer, job.offload)
    if result.workload.spot_ok is None and "spot" not in result.workload.allow:
        yield Change("spot", {"spot_ok": True}, {})
    if result.feasible:
        return
    if job.seq_len and job.seq_len > kb.number("planning.lever_bounds", "seq_len") and "memory" in result.violates:
        yield Change("seq_len", {"seq_len": job.seq_len // 2}, {"n": job.seq_len // 2})
    yield from _less(kb, result, {})
    for method in _lighter(job.method):
        yield from _less(kb, result, {"method": method})
    yield from _smaller(kb, result, job.params.value)
    yield from _more(kb, result)


def _lighter(method: str) -> tuple[str, ...]:
    return {"full": ("lora", "qlora"), "lora": ("qlora",)}.get(method, ())


def _arithmetic(workload: Workload, method: str, precision: str, optimizer: str, offload: str) -> Iterator[Change]:
    """Yield the changes of the arithmetic that the user has not already taken."""
    text_model = workload.task in {None, "llm_finetune", "llm_alignment", "multimodal"} and workload.method != "scratch"
    if text_model:
        for name in _lighter(method):
            yield Change(name, {"method": name}, {})
    if method == "full":
        if optimizer == "adamw":
            yield Change("adamw_8bit", {"optimizer": "adamw_8bit"}, {})
        if precision == "amp":
            yield Change("bf16", {"allow": (*workload.allow, "bf16")}, {})
            if optimizer == "adamw":
                yield Change("bf16_8bit", {"allow": (*workload.allow, "bf16"), "optimizer": "adamw_8bit"}, {})
        if offload == "none":
            yield Change("offload", {"offload": "optimizer"}, {})


def _less(kb: Knowledge, result: PlanResult, also: Mapping[str, Any]) -> Iterator[Change]:
    """Yield the amount of data that the money or the time allows, alone or with a lighter method."""
    changed = applied(result.workload, also) if also else result.workload
    then = planner.bare_plan(kb, changed) if also else result
    if then.plan is None or not set(then.violates) <= {"budget", "deadline"} or then.feasible:
        return
    share = _share(kb, then)
    job = resolve(kb, changed)
    if share is None or share < kb.number("planning.lever_bounds", "least_share"):
        return
    amount = _round_down(job.amount.value * share)
    fields = {"dataset_tokens": int(amount), "epochs": 1.0} if job.unit == "tokens" else {"dataset_samples": int(amount), "epochs": 1.0}
    fields["train_steps"] = None
    if job.unit != "tokens":
        fields |= {"dataset_bytes": None, "dataset_audio_hours": None}
    name = "less" if not also else f"less_{also['method']}"
    yield Change(name, {**also, **fields}, {"n": count(amount), "unit": job.unit, "share": f"{share:.2g}"})


def _share(kb: Knowledge, result: PlanResult) -> float | None:
    """Return what part of the work the limits leave room for, on the nearest machine."""
    plan, workload = result.plan, result.workload
    if plan is None:
        return None
    margin = kb.number("planning.lever_bounds", "margin")
    shares = [margin]
    if plan.cost is None:
        return None
    limit = limit_of(kb, workload.budget, plan.cost.currency)
    if limit.amount is not None:
        if limit.per == "hour":
            return None
        shares.append(limit.amount * (plan.gpu_count if limit.per_gpu else 1) / max(plan.cost.mid, 1e-9) * margin)
    if workload.deadline_hours is not None:
        shares.append(workload.deadline_hours / plan.hours.mid * margin)
    return min(shares)


def _round_down(value: float) -> float:
    """Return `value` with two significant digits, never more than it was."""
    if value < 1:
        return 1.0
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    return math.floor(value / step) * step if step >= 1 else math.floor(value)


def _smaller(kb: Knowledge, result: PlanResult, params: float) -> Iterator[Change]:
    """Yield smaller sizes, the largest that works first."""
    if result.workload.task not in {None, "llm_finetune", "llm_pretrain", "llm_alignment", "multimodal"}:
        return
    sizes = sorted(kb.constants["planning.sizes"].table.values(), reverse=True)
    for size in [size for size in sizes if size < params * kb.number("planning.lever_bounds", "smaller")]:
        fields: dict[str, Any] = {"params": int(size), "model": None, "params_range": None}
        if planner.bare_plan(kb, applied(result.workload, fields)).feasible:
            yield Change("smaller", fields, {"n": count(size)})
            return


def _more(kb: Knowledge, result: PlanResult) -> Iterator[Change]:
    """Yield more time and more money, as much as the nearest plan takes."""
    plan, workload = result.plan, result.workload
    if plan is None or not set(result.violates) <= {"budget", "deadline"}:
        return
    fields: dict[str, Any] = {}
    values: dict[str, Any] = {}
    if "deadline" in result.violates:
        fields["deadline_hours"] = _round_up(plan.hours.mid)
        values["hours"] = duration(kb, workload.lang, fields["deadline_hours"])
    if "budget" in result.violates and workload.budget is not None and plan.spent is not None and plan.cost is not None:
        amount = _round_up(plan.spent)
        fields["budget"] = {**workload.budget.model_dump(), "amount": amount, "amount_min": None, "currency": plan.cost.currency}
        values["amount"] = money(amount, plan.cost.currency)
        values["per"] = say(kb, workload.lang, f"per.{workload.budget.per}")
    name = "both" if len(fields) == 2 else "budget" if "budget" in fields else "deadline"
    if fields:
        yield Change(name, fields, values)


def _round_up(value: float) -> float:
    """Return `value` with two significant digits, never less than it was."""
    step = 10.0 ** (math.floor(math.log10(max(value, 1e-9))) - 1)
    return float(f"{math.ceil(value / step - 1e-9) * step:.10g}")


