"""From a candidate to a complete option: every figure of the machine, each with its derivation."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from assistant.knowledge import Knowledge
from assistant.planning import alignment, host
from assistant.planning.candidate import Candidate
from assistant.planning.estimates import memory_of, speed_of
from assistant.planning.job import Job
from assistant.planning.pricing import counted
from assistant.planning.result import Cost, MemoryUse, Network, OfferUse, Option, Parallelism, Range, Storage
from assistant.planning.search import Search
from assistant.planning.warnings import option_warnings
from assistant.planning.words import say
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive, walk
from assistant.sizing.memory import MemoryEstimate

LINKS = {
    "nvswitch": "NVLink (NVSwitch)", "nvlink_mesh": "NVLink", "nvlink_pair": "NVLink (pairs)",
    "pcie_p2p": "PCIe (peer-to-peer)", "pcie": "PCIe (no peer-to-peer)",
}  # fmt: skip


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
    around = _around(search, one, rate["mid"])
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
        memory=_memory(estimate, beside, fit.capacity_gb),
        cpu_cores=ceil(around.cores.value),
        ram_gb=ceil(around.ram.value),
        ram_comfort_gb=ceil(around.comfort.value),
        storage=_storage(kb, job, one, around.disk.value, around.read.value, rate["mid"].value),
        network=_network(kb, job, one, network),
        tokens_or_samples_per_s=rate["mid"].value,
        rate_unit=f"{job.unit}/s",
        hours=Range(*(time.value for time in hours)),
        cost=Cost(cost[0].value, cost[1].value, cost[2].value, job.currency) if priced else None,
        spent=_spent(search, one),
        period_cost=_period_cost(search, one),
        warnings=option_warnings(search, one, hours[2].value, cost[2].value),
    )
    first = (*_flops(job, flops), estimate.needed, *_with_models(beside, estimate.needed), rate["mid"])
    money = (cost[1],) if priced else ()
    states = state_comparison(job, fit.layout.gpus if fit.layout.sharded else 1)
    return Built(option, (*first, hours[1], *money, job.amount, job.dataset_bytes, *around.figures(), *states))


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the cards, each with its derivation."""

    cores: Quantity
    ram: Quantity
    comfort: Quantity
    checkpoint: Quantity
    disk: Quantity
    read: Quantity
    network: Quantity | None

    def figures(self) -> tuple[Quantity, ...]:
        """Return them in the order in which they are shown."""
        found = (self.cores, self.ram, self.comfort, self.checkpoint, self.disk, self.read, self.network)
        return tuple(figure for figure in found if figure is not None)


def _around(search: Search, one: Candidate, rate: Quantity) -> Around:
    kb, job, fit = search.kb, search.job, one.fit
    card_gb, count = kb.gpus[fit.rig.gpu].memory_gb, one.machine.count
    states = Fact("S_h", job.params.value * _offload_bytes(kb, job) / 1e9, "GB", "host.offloaded", "plan")
    ram = host.ram(kb, job, count, card_gb, states)
    saved = host.saved(kb, search.fitter.trainable)
    return Around(
        cores=host.cores(kb, job, count, rate.value / fit.rig.gpus),
        ram=ram,
        comfort=host.ram_comfort(kb, count, card_gb, ram),
        checkpoint=saved,
        disk=host.disk(kb, job, saved),
        read=host.read_rate(job, rate),
        network=host.network_need(kb, job, fit.rig, fit.layout, fit.rate[1], search.fitter.trainable),
    )


def _flops(job: Job, each: Quantity | None) -> tuple[Quantity, ...]:
    """Return the floating-point operations of the whole run, where the law counts them."""
    if each is None:
        return ()
    return (derive("work.flops", "F_n", "FLOP", f"{each.symbol} * n", each, _as(job.amount, "n")),)


def _rates(search: Search, one: Candidate) -> tuple[Quantity | None, dict[str, Quantity]]:
    """Return operations a token or sample, and the rate of the run by level: "low", "mid", "high".

    Further models of preference tuning slow it, and a loader that can not keep up bounds it.
    """
    kb, job, fit = search.kb, search.job, one.fit
    found = speed_of(kb, job, fit.rig, fit.layout)
    rates: dict[str, Quantity] = {"low": found.low, "mid": found.mid, "high": found.high}
    work = alignment.compute(kb, job)
    most = host.fed(kb, job, one.machine.vcpu, fit.rig.nodes)
    for level, rate in rates.items():
        if work != 1:
            more = Fact("k_w", work, "", "speed.alignment_work", "planning-choice")
            rates[level] = derive(f"speed.aligned.{level}", "R_a", rate.unit, f"{rate.symbol} / k_w", rate, more)
        elif most is not None and rate.value > most.value:
            rates[level] = derive(f"speed.fed.{level}", "R_f", rate.unit, f"min({rate.symbol}, R_c)", rate, most)
    return found.flops, rates


def _with_models(beside: alignment.Extra | None, needed: Quantity) -> tuple[Quantity, ...]:
    """Return what a card needs with the further models of preference tuning beside the trained one, GB."""
    if beside is None or not beside.value:
        return ()
    formula = f"{needed.symbol} + M_f + M_v + M_kv"
    parts = (beside.frozen, beside.states, beside.cache)
    return (derive("memory.with_models", "M_all", "GB", formula, needed, *parts),)


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


def _memory(estimate: MemoryEstimate, beside: alignment.Extra | None, capacity: float) -> MemoryUse:
    """Return the memory of one card; further models count where they belong: weights, states, activations."""
    critics = beside.critics if beside else 0.0
    frozen, cache = (beside.frozen.value, beside.cache.value) if beside else (0.0, 0.0)
    extra = beside.value if beside else 0.0
    needed = estimate.needed.value + extra
    return MemoryUse(
        weights_gb=estimate.weights.value * (1 + critics) + frozen,
        gradients_gb=estimate.gradients.value * (1 + critics),
        optimizer_gb=estimate.optimizer.value * (1 + critics),
        activations_gb=estimate.activations.value + cache,
        allocated_gb=estimate.allocated.value + extra,
        overhead_gb=estimate.overhead.value,
        needed_gb=needed,
        capacity_gb=capacity,
        headroom_gb=capacity - needed,
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
    formula, inputs = f"n / {rate.symbol} / 3600", [_as(search.job.amount, "n"), rate]
    if one.spot:
        waste = Fact("w_s", search.kb.number("planning.spot_waste"), "", "time.spot_waste", "planning-choice")
        formula, inputs = f"{formula} * (1 + w_s)", [*inputs, waste]
    loading = host.loading(search.kb, search.job, one.fit.rig.nodes)
    if loading is not None and loading.value > search.setup:
        setup = Fact("h_0", search.setup, "h", "time.setup", "default:setup_hours")
        formula, inputs = f"{formula} + {loading.symbol} - h_0", [*inputs, loading, setup]
    return derive(name, "h", "h", formula, *inputs)


def _as(quantity: Quantity, symbol: str) -> Quantity:
    """Return the amount of work, which carries this symbol by construction."""
    if quantity.symbol != symbol:
        raise ValueError(f"{quantity.name} is written {quantity.symbol}, not {symbol}")
    return quantity


def _cost(search: Search, one: Candidate, hours: Quantity, level: str) -> Quantity:
    name = "cost.total" if level == "mid" else f"cost.total.{level}"
    currency = search.job.currency
    per_machine = 0.0 if one.per_hour is None else one.per_hour / one.fit.rig.nodes
    price = Fact(
        "p", per_machine, f"{currency}/h", "offer.price", f"offer:{one.machine.id}" if one.machine.id else "owned"
    )
    nodes = Fact("k", one.fit.rig.nodes, "", "plan.nodes", "plan")
    setup = Fact("h_0", search.setup, "h", "time.setup", "default:setup_hours")
    return derive(name, "cost", currency, "(h + h_0) * p * k", hours, setup, price, nodes)


def _spent(search: Search, one: Candidate) -> float | None:
    if search.limit.amount is None or one.per_hour is None:
        return None
    return counted(search.limit, one.per_hour, one.billed, one.fit.rig.gpus)


def _period_cost(search: Search, one: Candidate) -> float | None:
    if search.limit.hours is None or one.per_hour is None:
        return None
    return one.per_hour * search.limit.hours


def _offload_bytes(kb: Knowledge, job: Job) -> float:
    return 0.0 if job.offload == "none" else kb.number("planning.offload_bytes", job.offload)


def _storage(kb: Knowledge, job: Job, one: Candidate, disk_gb: float, read: float, rate: float) -> Storage:
    """Return the disk: local where the machine has room, and how it is read.

    Files opened a second are those of pictures lying loose, one a sample, or else of shards.
    """
    local = one.machine.disk_gb is not None and one.machine.disk_gb >= disk_gb
    kind = "NVMe SSD (local)" if local else "NVMe SSD"
    samples = rate if job.unit == "samples" else rate / job.tokens_per_sample
    opens = samples if job.reads == "image" else read * 1e9 / kb.number("data.shard_bytes")
    return Storage(kind, ceil(disk_gb), read, max(opens, 0.0), say(kb, job.lang, f"plan.format.{job.reads}"))


def _network(kb: Knowledge, job: Job, one: Candidate, need: float) -> Network:
    rig, machine = one.fit.rig, one.machine
    intra = LINKS[rig.link] if rig.per_node > 1 else say(kb, job.lang, "plan.one_card")
    if rig.nodes == 1:
        return Network(intra, say(kb, job.lang, "plan.one_machine"), 0.0)
    fabric = machine.fabric.replace("IB", "InfiniBand") if machine.fabric not in {"", "none"} else ""
    if not fabric and one.fit.layout.sharded:
        return Network(intra, say(kb, job.lang, "plan.fabric_unstated"), need)
    return Network(intra, fabric or say(kb, job.lang, "plan.ethernet"), need)


def state_comparison(job: Job, shards: int) -> tuple[Quantity, ...]:
    """Return the states of full fine-tuning the three common ways, whole and per card."""
    if job.method != "full" or job.seq_len is None or not job.params.value:
        return ()
    four, two = Fact("b_4", 4, "B", "states.fp32_bytes"), Fact("b_2", 2, "B", "states.half_bytes")
    mixed = derive("states.amp", "M_amp", "GB", "P * (b_4 + b_4 + 2 * b_4) / 1e9", job.params, four)
    pure = derive("states.bf16", "M_bf16", "GB", "P * (b_2 + b_2 + 2 * b_2) / 1e9", job.params, two)
    if shards == 1:
        return mixed, pure
    cards = Fact("n_g", shards, "", "plan.gpus", "plan")
    return mixed, pure, derive("states.per_gpu", "M_gpu", "GB", "M_amp / n_g", mixed, cards)
