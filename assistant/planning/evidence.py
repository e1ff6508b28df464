"""Which rules of the knowledge base fire for a plan."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from assistant import rules
from assistant.knowledge import Knowledge
from assistant.planning.candidate import Candidate
from assistant.planning.estimates import Layout, memory_of
from assistant.planning.job import Job
from assistant.planning.pricing import convert
from assistant.planning.result import Option, RuleUse
from assistant.sizing.derivation import Quantity

HOME_REGION = {"zh": "cn", "en": "intl"}


def rules_for(
    kb: Knowledge, job: Job, one: Candidate | None, option: Option | None, figures: Mapping[str, Quantity]
) -> tuple[RuleUse, ...]:
    """Return the rules that fire on the job and its plan, of which `figures` are known, the more urgent kinds first."""
    facts = said_facts(kb, job)
    if one is not None and option is not None:
        facts = plan_facts(kb, job, one, option) | facts | spread_facts(figures)
    found = [
        RuleUse(trace.rule.id, trace.rule.kind, trace.rule.because.of(job.lang), trace.rule.claims, trace.rule.sources)
        for trace in rules.match(kb, {name: value for name, value in facts.items() if name in kb.facts}).fired
        if trace.rule.table != "diagnosis"
    ]
    order = ("constraint", "warning", "correction", "recommendation", "advice")
    return tuple(sorted(found, key=lambda use: order.index(use.kind)))


SILENT = frozenset({"framework"})
"""Facts that are named in passing: alone they call for no remark."""


def remarks(kb: Knowledge, job: Job, uses: Sequence[RuleUse]) -> tuple[str, ...]:
    """Return what the rules say of the surroundings that the user told: place, versions, files, use a year."""
    told = job.workload.facts.keys() - SILENT
    if job.workload.data_format in kb.facts["data_format"].values:
        told |= {"data_format"}
    return tuple(use.text for use in uses if any(leaf.slot in told for leaf in kb.rules[use.id].when.leaves()))


def said_facts(kb: Knowledge, job: Job) -> dict[str, Any]:
    """Return the facts that the user's words and the assumptions give."""
    said = job.workload
    budget = said.budget
    money = convert(kb, budget.amount, budget.currency or job.currency, "USD") if budget and budget.amount else None
    loose = said.data_format == "files"
    method = said.method or kb.constants["planning.default_method"].words.get(job.task)
    return {
        "task": job.task, "method": "scratch" if method == "scratch" else job.method,
        "params": job.params.value or None, "model": job.model.id if job.model else None,
        "dataset_bytes": job.dataset_bytes.value or None,
        "dataset_samples": said.dataset_samples, "dataset_tokens": said.dataset_tokens,
        "budget_usd": money, "gpu_rel": said.gpu_rel, "seq_len": job.seq_len, "batch": said.batch,
        "image_size": job.image_size if isinstance(job.image_size, int) else None,
        "deadline_hours": said.deadline_hours,
        "spot_ok": said.spot_ok, "lang": said.lang, "provider": said.provider, "region": HOME_REGION[said.lang],
        "data_kind": job.reads, "precision": job.precision, "optimizer": job.optimizer, "offload": job.offload,
        "data_format": said.data_format, "files": said.dataset_samples if loose else None,
        "vram_assumed_gb": said.vram_gb, "framework": kb.constants["planning.framework"].words["default"],
        **said.facts,
    }  # fmt: skip


def plan_facts(kb: Knowledge, job: Job, one: Candidate, option: Option) -> dict[str, Any]:
    """Return the facts of a chosen plan."""
    gpu = kb.gpus[one.fit.rig.gpu]
    layout, rig, memory = one.fit.layout, one.fit.rig, option.memory
    states = (memory.weights_gb + memory.gradients_gb + memory.optimizer_gb) if memory else None
    workers, cores, ram = said_of(job, "num_workers"), (one.machine.vcpu or 0) / 2, one.machine.ram_gb
    price, spot = one.machine.price, one.machine.spot_price
    amount = said_amount(kb, job)
    whole = layout.strategy in {"none", "ddp"}
    return {
        "spot_saving": 1 - spot / price if price and spot else None,
        "cost_to_budget": option.spent / amount if option.spent is not None and amount else None,
        "gpu": gpu.id, "gpu_class": gpu.class_, "gpu_vendor": gpu.vendor, "gpu_year": gpu.year, "gpu_bf16": gpu.bf16,
        "gpu_fp8": gpu.fp8, "gpu_link": rig.link if rig.link != "none" else gpu.link,
        "gpu_exportlimited": bool(gpu.export),
        "vram_gb": one.fit.capacity_gb, "gpu_count": rig.gpus, "nodes": rig.nodes, "strategy": layout.strategy,
        "checkpointing": layout.checkpointing, "grad_accum": layout.grad_accum, "ram_gb": ram,
        "cpu_cores": option.cpu_cores,
        "market": "owned" if one.machine.owned else "spot" if one.spot else "on_demand", "states_gb": states,
        "fits_one_gpu": whole and one.fit.fits, "needed_gb": one.fit.needed_gb,
        "states_fit_one_gpu": states_alone(kb, job, one) <= one.fit.capacity_gb,
        "workers_to_cores": workers * one.machine.count / cores if workers and cores else None,
        "price_age_days": price_age(kb, one.machine.price_date) if option.offer.price_per_hour else None,
        "deploy": None if one.machine.owned else "cloud",
        "sequential": job.reads == "text", "moe": job.model is not None and job.model.moe is not None,
        "activations_gb": memory.activations_gb if memory else None,
        "memory_use": one.fit.needed_gb / one.fit.capacity_gb,
        "ram_to_vram": ram / (gpu.memory_gb * one.machine.count) if ram else None,
        "data_to_ram": job.dataset_bytes.value / 1e9 / ram if ram else None,
        "network_gbps_needed": option.network.gbps_per_node or None, "network_gbps": one.machine.gbps,
        "read_gb_s": option.storage.read_gb_s, "opens_per_s": option.storage.iops, "hours": option.hours.mid,
    }  # fmt: skip


def spread_facts(figures: Mapping[str, Quantity]) -> dict[str, Any]:
    """Return what several cards lose by exchanging, empty where the plan has no such figures."""
    if "speed.efficiency" in figures:
        efficiency = figures["speed.efficiency"].value
    elif "speed.step" in figures and {"speed.exchange", "speed.network"} & figures.keys():
        seconds = {name: figures[f"speed.{name}"].value for name in WAITS if f"speed.{name}" in figures}
        alone = max(seconds.get("compute", 0.0), seconds.get("launch", 0.0))
        lost = seconds.get("exchange", 0.0) + max(seconds.get("network", 0.0) - alone, 0.0)
        efficiency = 1 - lost / figures["speed.step"].value
    else:
        return {}
    return {"scaling_efficiency": efficiency, "comm_share": 1 - efficiency}


WAITS = ("compute", "launch", "exchange", "network")
"""Parts of a step by which the exchange is told from the computing."""


def states_alone(kb: Knowledge, job: Job, one: Candidate) -> float:
    """Return the states of the job on one card that shares them with no other, GB."""
    layout = one.fit.layout
    alone = Layout("none", 1, 1, layout.grad_accum, layout.checkpointing)
    estimate = memory_of(kb, job, alone)
    return estimate.weights.value + estimate.gradients.value + estimate.optimizer.value


def said_of(job: Job, fact: str) -> float:
    """Return the number that was said of `fact`, 0 where nothing was."""
    return float(job.workload.facts.get(fact) or 0)


LAST_MONTH = 12


@lru_cache(maxsize=256)
def price_age(kb: Knowledge, day: str) -> int | None:
    """Return how many days a price is older than the newest price of the base, None where it carries no date.

    Of a date that names only a month or a year, the price may be of its last day.
    """
    return max((_newest(kb) - _last_day(day)).days, 0) if day[:1].isdigit() else None


@lru_cache(maxsize=4)
def _newest(kb: Knowledge) -> date:
    days = (offer.price_date for offer in kb.offers.values() if offer.price_date.count("-") == 2)
    return max(map(_last_day, days), default=date.min)


def _last_day(said: str) -> date:
    """Return the day of "2026-11-30", the last one of "2026-11" or "2026"."""
    year, _, rest = said.partition("-")
    month, _, day = rest.partition("-")
    last = int(month or LAST_MONTH)
    return date(int(year), last, int(day or monthrange(int(year), last)[1]))


def said_amount(kb: Knowledge, job: Job) -> float | None:
    """Return the amount of the budget in the currency of the job, None without one."""
    budget = job.workload.budget
    if budget is None or budget.amount is None:
        return None
    return convert(kb, budget.amount, budget.currency or job.currency, job.currency)
