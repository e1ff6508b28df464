"""How the standing part and the live part are spread over GPUs and the host."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, Fact, derive
from assistant.sizing.facts import constant, said
from assistant.sizing.memory.layout import data_parallel
from assistant.sizing.memory.terms import nothing, shaped
from assistant.sizing.sharding import GRADIENTS, OPTIMIZER_STATES, STAGES, WEIGHTS

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory.request import MemoryRequest
    from assistant.sizing.memory.states import States
    from assistant.sizing.memory.terms import Live
    from assistant.sizing.shapes import Shape


@dataclass(frozen=True, slots=True)
class PerGpu:
    """Everything on one GPU, in GB, and what an offload puts into the host's memory (for the whole job)."""

    weights: Derivation
    gradients: Derivation
    optimizer: Derivation
    activations: Derivation
    block: Derivation
    layer: Derivation
    tail: Derivation
    host: Derivation


def _all(term: Derivation) -> Derivation:
    """Return `term` under the symbol of the undivided amount, for formulas that divide it."""
    return replace(term, symbol=f"{term.symbol}_all")


def spread(kb: Knowledge, request: MemoryRequest, shape: Shape, states: States, live: Live) -> PerGpu:
    """Return what one of `request.gpus` GPUs holds."""
    replicas = data_parallel(request)
    stage = STAGES[request.sharding] if replicas > 1 else 0
    states, live = _within_layers(request, states, live)
    count = Fact("N", replicas, "", "request.data_parallel", "request:gpus")
    block = _block(kb, shape, request, live, stage)
    largest = _largest(kb, shape, request, block)
    host = _host(request, states, count if stage == 0 else None)
    states = _offloaded(request, states, block, largest)
    whole = stage < WEIGHTS or request.offload == "all"
    return PerGpu(
        weights=states.weights if whole else _weights(states.weights, block, largest, count),
        gradients=_divided(states.gradients, "G", count, stage >= GRADIENTS),
        optimizer=_divided(states.optimizer, "O", count, stage >= OPTIMIZER_STATES),
        activations=_activations(live, stage),
        block=block,
        layer=_layer(shape, states.gradients, live),
        tail=live.tail,
        host=host,
    )


def _within_layers(request: MemoryRequest, states: States, live: Live) -> tuple[States, Live]:
    """Tensor and pipeline parallelism divide the weights; only tensor parallelism divides the activations."""
    tensor, pipeline = request.tensor_parallel, request.pipeline_parallel
    if tensor * pipeline == 1:
        return states, live
    t, p = said("t_p", tensor, "request.tensor_parallel"), said("p_p", pipeline, "request.pipeline_parallel")

    def cut(name: str, term: Derivation) -> Derivation:
        formula = f"{term.symbol}_all / (t_p * p_p)"
        return derive(f"memory.{name}_part", term.symbol, "GB", formula, _all(term), t, p, sources=("megatron",))

    parts = replace(
        states,
        weights=cut("weights", states.weights),
        gradients=cut("gradients", states.gradients),
        optimizer=cut("optimizer", states.optimizer),
    )
    part = derive(
        "memory.activations_part",
        "A",
        "GB",
        "(A_all - C_all) / t_p + C_all / (t_p * p_p)",
        _all(live.activations),
        _all(live.casts),
        t,
        p,
        sources=("megatron",),
    )
    casts = derive("memory.casts_part", "C", "GB", "C_all / (t_p * p_p)", _all(live.casts), t, p, sources=("megatron",))
    tail = derive("memory.tail_part", "E", "GB", "E_all / t_p", _all(live.tail), t, sources=("megatron",))
    return parts, replace(live, activations=part, casts=casts, tail=tail)


def _block(kb: Knowledge, shape: Shape, request: MemoryRequest, live: Live, stage: int) -> Derivation:
    """One block of weights in the compute precision: the unit that sharding gathers and reduces."""
    if stage < GRADIENTS and request.offload != "all":
        return nothing("memory.block", "U")
    key = f"weight_{request.compute_width}"
    each = constant(kb, "memory.bytes", key, "b_u")
    total, blocks = shaped(shape, "P", shape.params, "params"), shaped(shape, "L_b", live.blocks, "blocks")
    inner = said("t_p", request.tensor_parallel, "request.tensor_parallel")
    if request.method == "qlora":
        packed = constant(kb, "memory.nf4", "code", "b_u")
        return derive(
            "memory.block", "U", "GB", "P * b_u / L_b / t_p / 1e9", total, packed, blocks, inner, sources=("fsdp",)
        )
    return derive("memory.block", "U", "GB", "P * b_u / L_b / t_p / 1e9", total, each, blocks, inner, sources=("fsdp",))


def _largest(kb: Knowledge, shape: Shape, request: MemoryRequest, block: Derivation) -> Derivation:
    """The largest unit that is gathered: a block, or the embedding where the vocabulary is large."""
    if not (block.value and shape.vocab and shape.hidden):
        return derive("memory.largest_unit", "U_m", "GB", "U", block)
    each = constant(kb, "memory.bytes", f"weight_{request.compute_width}", "b_u")
    vocab, hidden = shaped(shape, "V", shape.vocab, "vocab"), shaped(shape, "h", shape.hidden, "hidden")
    inner = said("t_p", request.tensor_parallel, "request.tensor_parallel")
    formula = "max(U, V * h * b_u / t_p / 1e9)"
    return derive("memory.largest_unit", "U_m", "GB", formula, block, vocab, hidden, each, inner, sources=("fsdp",))


def _weights(weights: Derivation, block: Derivation, largest: Derivation, count: Fact) -> Derivation:
    """A shard, and two units gathered at a time, one of them the largest."""
    inputs = (_all(weights), count, block, largest)
    return derive("memory.weights_per_gpu", "W", "GB", "W_all / N + U + U_m", *inputs, sources=("zero-paper", "fsdp"))


def _divided(term: Derivation, symbol: str, count: Fact, divide: bool) -> Derivation:
    if not divide:
        return term
    return derive(f"{term.name}_per_gpu", symbol, "GB", f"{symbol}_all / N", _all(term), count, sources=("zero-paper",))


def _activations(live: Live, stage: int) -> Derivation:
    """Sharding leaves activations and logits alone; under full sharding the autocast copies go block by block."""
    if stage < WEIGHTS or not live.casts.value:
        return live.activations
    return derive(
        "memory.activations_per_gpu",
        "A",
        "GB",
        "max(0, A_all - C)",
        _all(live.activations),
        live.casts,
        sources=("zero-paper",),
    )


def _layer(shape: Shape, gradients: Derivation, live: Live) -> Derivation:
    """The gradients of one layer: all that lives at once where each layer steps in the backward pass."""
    blocks = shaped(shape, "L_b", live.blocks, "blocks")
    return derive("memory.layer_gradients", "G_l", "GB", "G / L_b", gradients, blocks)


def _host(request: MemoryRequest, states: States, copies: Fact | None) -> Derivation:
    """What an offload takes on the hosts; without sharding every replica offloads a copy of its own."""
    if request.offload == "none":
        return nothing("memory.host_ram", "R")
    terms = [states.optimizer, states.gradients]
    if request.offload == "all":
        terms.insert(0, states.weights)
    formula = " + ".join(term.symbol for term in terms)
    if copies is None:
        return derive("memory.host_ram", "R", "GB", formula, *terms, sources=("zero-offload",))
    return derive("memory.host_ram", "R", "GB", f"N * ({formula})", copies, *terms, sources=("zero-offload",))


def _offloaded(request: MemoryRequest, states: States, block: Derivation, largest: Derivation) -> States:
    """Offload leaves nothing of the optimizer on the card; `all` leaves two blocks of weights and one of gradients."""
    if request.offload == "none":
        return states
    gone = nothing("memory.optimizer_on_gpu", "O")
    if request.offload == "optimizer":
        return replace(states, optimizer=gone)
    weights = derive("memory.weights_on_gpu", "W", "GB", "U + U_m", block, largest, sources=("zero-offload",))
    gradients = derive(
        "memory.gradients_on_gpu", "G", "GB", "min(U, G_all)", block, _all(states.gradients), sources=("zero-offload",)
    )
    return replace(states, weights=weights, gradients=gradients, optimizer=gone)
