"""Preparing data: cores, RAM and disk, no card."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from assistant.knowledge import Knowledge
from assistant.planning.candidates import rented_machines
from assistant.planning.constraints import Check, money_checks
from assistant.planning.evidence import rules_for
from assistant.planning.job import Job
from assistant.planning.machine import Machine
from assistant.planning.places import home_clouds
from assistant.planning.pricing import Limit, convert, counted, limit_of
from assistant.planning.result import Assumption, Cost, Network, OfferUse, Option, PlanResult, Range, Rejection, Storage
from assistant.planning.words import say
from assistant.sizing.derivation import Fact, Quantity, derive


@dataclass(frozen=True, slots=True)
class Cleaner:
    """One machine without cards, and the job on it."""

    machine: Machine
    nodes: int
    per_hour: float
    hours: Quantity
    cost: Quantity
    broken: tuple[Check, ...]


def cleaners(kb: Knowledge, job: Job) -> list[Cleaner]:
    """Return the machines without cards, each in the least number that ends in time."""
    size, limit = _size(kb, job)[0], limit_of(kb, job.workload.budget, job.currency)
    machines = [one for one in rented_machines(kb, job) if one.price is not None and one.vcpu]
    return [_enough(kb, job, limit, machine, size) for machine in machines]


def _enough(kb: Knowledge, job: Job, limit: Limit, machine: Machine, size: Quantity) -> Cleaner:
    """Return the least number of machines that ends in time, a single one where no number does; shards are alike."""
    steps = sorted(int(value) for value in kb.constants["planning.nodes"].table.values())
    several = [_cleaner(kb, job, limit, machine, size, nodes) for nodes in steps]
    late = ("deadline", "budget")
    ranked = [one for name in late for one in several if name not in {check.constraint for check in one.broken}]
    return ranked[0] if ranked else several[0]


def plan_dataprep(kb: Knowledge, job: Job) -> PlanResult:
    """Return the machine for cleaning, filtering or tokenizing the data of `job`."""
    size, notes = _size(kb, job)
    limit = limit_of(kb, job.workload.budget, job.currency)
    found = cleaners(kb, job)
    home = home_clouds(kb, job)
    feasible = [one for one in found if not one.broken]
    pool = [one for one in feasible if one.machine.provider in home] or feasible or found
    if not pool:
        return PlanResult(job.workload, False, None, ("availability",), assumptions=job.assumptions + notes)
    if not feasible:
        pool = [one for one in pool if len(one.broken) == min(len(other.broken) for other in pool)]
    cheapest = min(pool, key=lambda one: (_excess(one), one.cost.value, one.hours.value, one.machine.id))
    fastest = min(pool, key=lambda one: (one.hours.value, one.cost.value, one.machine.id))
    # It is all bought by the core-hour, so cost hardly differs: the quicker of what is nearly as cheap is recommended.
    near = [one for one in pool if one.cost.value <= cheapest.cost.value * kb.number("planning.beside_factor")]
    best = min(near, key=lambda one: (one.hours.value, one.cost.value, one.machine.id)) if feasible else cheapest
    named = {"cheapest": cheapest, "recommended": best, "fastest": fastest}
    options = {name: _option(kb, job, limit, one, size) for name, one in named.items()}
    return PlanResult(
        workload=job.workload,
        feasible=bool(feasible),
        plan=options["recommended"],
        violates=() if feasible else tuple(check.constraint for check in best.broken),
        options=options if feasible else {},
        rejected=(Rejection("GPU", None, "gpu", None, None, "", say(kb, job.lang, "prep.no_gpu")),),
        rules=rules_for(kb, job, None, None, {}),
        assumptions=job.assumptions + notes,
        derivations={
            figure.name: figure for figure in (best.hours, best.cost, size, _cores(best.machine), _disk(kb, size))
        },
    )


def _excess(one: Cleaner) -> float:
    """Return how far the worst limit is broken, 1 where none is."""
    return max((check.excess for check in one.broken), default=1.0)


def _size(kb: Knowledge, job: Job) -> tuple[Quantity, tuple[Assumption, ...]]:
    """Return the bytes to prepare, and what was assumed where nobody said how many."""
    said = job.dataset_bytes
    if said.value:
        return said, ()
    taken = int(kb.number("planning.bytes_to_prepare"))
    noted = Assumption("dataset", taken, say(kb, job.lang, "assume.dataset", value=taken))
    return Fact(said.symbol, taken, said.unit, said.name, "default:dataset"), (noted,)


def _cores(machine: Machine) -> Quantity:
    virtual = Fact("v", machine.vcpu or 0, "vCPU", "offer.vcpu", f"offer:{machine.id}")
    return derive("host.cores", "cores", "cores", "v / 2", virtual)


def _machines(nodes: int) -> Fact:
    return Fact("k", nodes, "machines", "plan.nodes", "plan")


def _disk(kb: Knowledge, size: Quantity) -> Quantity:
    copies = Fact("k_d", kb.number("planning.prep", "copies"), "", "host.disk_headroom", "planning-choice")
    return derive("host.disk", "disk", "GB", "D / 1e9 * k_d", size, copies)


def _cleaner(kb: Knowledge, job: Job, limit: Limit, machine: Machine, size: Quantity, nodes: int = 1) -> Cleaner:
    rate = Fact("r", kb.number("planning.prep", "mb_s_core"), "MB/s", "prep.rate", "planning-choice")
    hours = derive(
        "time.hours", "h", "h", "D / 1e6 / (k * cores * r) / 3600", size, _machines(nodes), _cores(machine), rate
    )
    each = convert(kb, machine.price or 0.0, machine.currency, job.currency)
    price = Fact("p", each, f"{job.currency}/h", "offer.price", f"offer:{machine.id}")
    cost = derive("cost.total", "cost", job.currency, "h * p * k", hours, price, _machines(nodes))
    latest = job.workload.deadline_hours
    late = [Check("deadline", hours.value, latest, "h")] if latest is not None and hours.value > latest else []
    per_hour = each * nodes
    return Cleaner(machine, nodes, per_hour, hours, cost, (*late, *money_checks(limit, per_hour, hours.value, 1)))


def _offer(job: Job, one: Cleaner) -> OfferUse:
    machine = one.machine
    foreign = machine.currency != job.currency
    return OfferUse(
        provider=machine.provider,
        instance=machine.instance,
        price_per_hour=one.per_hour / one.nodes,
        currency=job.currency,
        price_date=machine.price_date,
        spot=False,
        region=machine.region,
        list_price_per_hour=machine.price if foreign else None,
        list_currency=machine.currency if foreign else "",
        id=machine.id,
    )


def _option(kb: Knowledge, job: Job, limit: Limit, one: Cleaner, size: Quantity) -> Option:
    machine = one.machine
    spread = [kb.number("planning.prep", name) for name in ("low", "high")]
    cores = _cores(machine).value
    rate = cores * one.nodes * kb.number("planning.prep", "mb_s_core") / 1e3
    return Option(
        id=f"{machine.provider}|{machine.instance}|{one.nodes}",
        gpu=None,
        gpu_count=0,
        nodes=one.nodes,
        gpus_per_node=0,
        offer=_offer(job, one),
        parallelism=None,
        memory=None,
        cpu_cores=int(cores),
        ram_gb=ceil(machine.ram_gb or cores * kb.number("planning.prep", "ram_gb_core")),
        storage=Storage("NVMe SSD", ceil(_disk(kb, size).value), rate * 2, 0.0, say(kb, job.lang, "plan.format.prep")),
        network=Network("", say(kb, job.lang, "plan.one_machine"), 0.0),
        tokens_or_samples_per_s=rate,
        rate_unit="GB/s",
        hours=Range(one.hours.value * spread[0], one.hours.value, one.hours.value * spread[1]),
        cost=Cost(one.cost.value * spread[0], one.cost.value, one.cost.value * spread[1], job.currency),
        spent=None if limit.amount is None else counted(limit, one.per_hour, one.hours.value, 1),
        period_cost=None if limit.hours is None else one.per_hour * limit.hours,
    )  # fmt: skip
