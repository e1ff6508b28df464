"""From a candidate to a complete option: every figure of the machine, each with its derivation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from assistant.planning import alignment, host
from assistant.planning.around import around_of, network_of, storage_of
from assistant.planning.candidate import Candidate
from assistant.planning.estimates import memory_of, speed_of
from assistant.planning.job import Job
from assistant.planning.memory_use import memory_use, needed_of, state_comparison
from assistant.planning.pricing import counted
from assistant.planning.result import Cost, OfferUse, Option, Parallelism, Range
from assistant.planning.search import Search
from assistant.planning.warnings import option_warnings
from assistant.sizing import money
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive, walk
from assistant.sizing.facts import constant


@dataclass(frozen=True, slots=True)
class Built:
    """An option and the figures behind it."""

    option: Option
    figures: tuple[Quantity, ...]


def build(search: Search, one: Candidate) -> Built:
    """Return the option that `one` is."""
    kb, job, fit = search.kb, search.job, one.fit
    estimate = memory_of(kb, job, fit.layout)
    beside = alignment.beside(kb, job, fit.layout, estimate)
    flops, rate = _rates(search, one)
    hours = [_hours(search, one, rate[level], level) for level in ("high", "mid", "low")]
    cost = [_cost(search, one, time, level) for time, level in zip(hours, ("low", "mid", "high"), strict=True)]
    around = around_of(search, one, rate["mid"])
    network = around.network.value if around.network else 0.0
    priced = one.per_hour is not None
    option = Option(
        id=one.key,
        gpu=kb.gpus[fit.rig.gpu].name,
        gpu_count=fit.rig.gpus,
        nodes=fit.rig.nodes,
        gpus_per_node=fit.rig.per_node,
        offer=offer_use(search, one),
        parallelism=_parallelism(job, one),
        memory=memory_use(estimate, beside, fit.capacity_gb),
        cpu_cores=ceil(around.cores.value),
        ram_gb=ceil(around.ram.value),
        ram_comfort_gb=ceil(around.comfort.value),
        storage=storage_of(kb, job, one, around.disk.value, around.read, rate["mid"]),
        network=network_of(kb, job, one, network),
        tokens_or_samples_per_s=rate["mid"].value,
        rate_unit=f"{job.unit}/s",
        hours=Range(*(time.value for time in hours)),
        cost=Cost(cost[0].value, cost[1].value, cost[2].value, job.currency) if priced else None,
        spent=_spent(search, one),
        period_cost=_period_cost(search, one),
        warnings=option_warnings(search, one, hours[2].value, cost[2].value),
    )
    first = (*_flops(job, flops), needed_of(estimate, beside), rate["mid"])
    money = (cost[1],) if priced else ()
    states = state_comparison(job, fit.layout.gpus if fit.layout.sharded else 1)
    return Built(option, (*first, hours[1], *money, job.amount, job.dataset_bytes, *around.figures(), *states))


def _flops(job: Job, each: Quantity | None) -> tuple[Quantity, ...]:
    """Return the floating-point operations of the whole run, where the law counts them."""
    if each is None:
        return ()
    return (derive("work.flops", "F_n", "FLOP", f"{each.symbol} * {job.amount.symbol}", each, job.amount),)


def _rates(search: Search, one: Candidate) -> tuple[Quantity | None, dict[str, Quantity]]:
    """Return operations a token or sample, and the rate of the run by level: "low", "mid", "high".

    Further models of preference tuning slow it, and a loader that can not keep up bounds it.
    """
    kb, job, fit = search.kb, search.job, one.fit
    found = speed_of(kb, job, fit.rig, fit.layout)
    rates: dict[str, Quantity] = {"low": found.low, "mid": found.mid, "high": found.high}
    work = alignment.compute(kb, job)
    most = host.fed(kb, job, one.machine, fit.rig.nodes)
    for level, rate in rates.items():
        if work != 1:
            more = Fact("k_w", work, "", "speed.alignment_work", "planning-choice")
            rates[level] = derive(f"speed.aligned.{level}", "R_a", rate.unit, f"{rate.symbol} / k_w", rate, more)
        elif most is not None:
            rates[level] = _fed(search, rate, most, level)
    return found.flops, rates


def _fed(search: Search, rate: Quantity, most: Quantity, level: str) -> Quantity:
    """Return `rate`, or what the processors deliver where that is less: at worst, most likely, or at best."""
    bound, inputs = {"low": "R_c / f_c", "mid": "R_c", "high": "R_c * f_c"}[level], [rate, most]
    if level != "mid":
        inputs.append(constant(search.kb, "data.fed_spread", "rl" if search.job.task == "rl" else "vision"))
    found = derive(f"speed.fed.{level}", "R_f", rate.unit, f"min({rate.symbol}, {bound})", *inputs)
    return found if found.value < rate.value else rate


def named(figures: tuple[Quantity, ...]) -> dict[str, Quantity]:
    """Return every derivation in and under `figures` by its name, what is asked for first before what it rests on."""
    found: dict[str, Quantity] = {}
    for root in figures:
        for quantity in walk(root):
            if isinstance(quantity, Derivation) or quantity is root:
                found.setdefault(quantity.name or quantity.symbol, quantity)
    return found


def offer_use(search: Search, one: Candidate) -> OfferUse:
    """Return the offer of a candidate, its price in the currency of the job."""
    machine = one.machine
    listed = machine.spot_price if one.spot else machine.price
    per_machine = None if one.per_hour is None else one.per_hour / one.fit.rig.nodes
    foreign = machine.currency != search.job.currency and listed is not None
    return OfferUse(
        provider=machine.provider,
        instance=machine.instance,
        price_per_hour=per_machine,
        currency=search.job.currency,
        price_date=machine.price_date,
        spot=one.spot,
        region=machine.region,
        list_price_per_hour=listed if foreign else None,
        list_currency=machine.currency if foreign else "",
        id=machine.id,
        note=machine.note,
    )


def _parallelism(job: Job, one: Candidate) -> Parallelism:
    layout = one.fit.layout
    return Parallelism(
        strategy=layout.strategy,
        micro_batch=layout.micro_batch,
        grad_accum=layout.grad_accum,
        checkpointing=layout.checkpointing,
        precision=job.precision,
        optimizer=job.optimizer,
        method=job.method,
        attention=job.workload.attention or "flash",
        global_batch=layout.global_batch,
        tensor_parallel=layout.tensor,
        pipeline_parallel=layout.pipeline,
        offload=job.offload if job.offload != "none" else None,
    )


def _hours(search: Search, one: Candidate, rate: Quantity, level: str) -> Quantity:
    """Return hours at `rate`; the fast rate gives the low figure.

    Set-up is paid for anyway: only loading that takes longer adds to the run.
    """
    name = {"high": "low", "low": "high"}.get(level, level)
    name = "time.hours" if name == "mid" else f"time.hours.{name}"
    waste = search.waste if one.spot else None
    loading = setup = None
    found = host.loading(search.kb, search.job, one.fit.rig.nodes)
    if found is not None and found.value > search.setup:
        loading, setup = found, _setup(search)
    return replace(money.hours(search.job.amount, rate, waste, loading, setup), name=name)


def _setup(search: Search) -> Fact:
    return Fact("h_0", search.setup, "h", "time.setup", "default:setup_hours")


def _cost(search: Search, one: Candidate, hours: Quantity, level: str) -> Quantity:
    name = "cost.total" if level == "mid" else f"cost.total.{level}"
    found = money.cost(hours, _price(search, one), one.fit.rig.nodes, _setup(search))
    return replace(found, name=name, symbol="cost")


def _price(search: Search, one: Candidate) -> Quantity:
    """Return the price of one machine per hour, converted where it is published in another currency."""
    kb, machine, currency = search.kb, one.machine, search.job.currency
    source = f"offer:{machine.id}" if machine.id else "owned"
    listed = machine.spot_price if one.spot else machine.price
    if not listed or machine.currency == currency:
        return Fact("p", listed or 0.0, f"{currency}/h", "offer.price", source)
    there = Fact("p_l", listed, f"{machine.currency}/h", "offer.list_price", source)
    found = money.convert(kb, there, machine.currency, currency)
    return replace(found, name="offer.price", symbol="p", unit=f"{currency}/h")


def _spent(search: Search, one: Candidate) -> float | None:
    if search.limit.amount is None or one.per_hour is None:
        return None
    return counted(search.limit, one.per_hour, one.billed, one.fit.rig.gpus)


def _period_cost(search: Search, one: Candidate) -> float | None:
    if search.limit.hours is None or one.per_hour is None:
        return None
    return one.per_hour * search.limit.hours
