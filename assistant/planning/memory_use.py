"""The memory of one card as an option shows it, and the figures it is explained with."""

from __future__ import annotations

from dataclasses import replace

from assistant.planning import alignment
from assistant.planning.job import Job
from assistant.planning.result import MemoryUse
from assistant.sizing.derivation import Fact, Quantity, derive
from assistant.sizing.memory import MemoryEstimate


def memory_use(estimate: MemoryEstimate, beside: alignment.Extra | None, capacity: float) -> MemoryUse:
    """Return the memory of one card; further models count where they belong: weights, states, activations."""
    critics = beside.critics if beside else 0.0
    frozen, cache = (beside.frozen.value, beside.cache.value) if beside else (0.0, 0.0)
    extra = beside.value if beside else 0.0
    needed = estimate.needed.value + extra
    alive = {name: part.value for name, part in estimate.at_peak.items()}
    states = {"weights": estimate.weights, "gradients": estimate.gradients, "optimizer": estimate.optimizer}
    for name, part in states.items() if critics else ():
        alive[name] = alive.get(name, 0.0) + part.value * critics
    alive["weights"] += frozen
    if cache:
        alive["activations"] = alive.get("activations", 0.0) + cache
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
        at_peak_gb=alive,
    )


def needed_of(estimate: MemoryEstimate, beside: alignment.Extra | None) -> Quantity:
    """Return what a card needs, GB: the trained model, and the further models of preference tuning beside it."""
    alone = estimate.needed
    if beside is None or not beside.value:
        return alone
    trained = replace(alone, name="memory.needed_alone")
    further = (beside.frozen, beside.states, beside.cache)
    return derive(alone.name, "M_all", alone.unit, f"{trained.symbol} + M_f + M_v + M_kv", trained, *further)


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
