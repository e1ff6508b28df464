"""Weights, gradients and optimizer states: what stands on the card through the whole run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import constant
from assistant.sizing.memory.adapters import adapter_params
from assistant.sizing.memory.terms import shaped

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory.request import MemoryRequest
    from assistant.sizing.shapes import Shape


@dataclass(frozen=True, slots=True)
class States:
    """The standing part, in GB, before it is spread over GPUs."""

    weights: Derivation
    gradients: Derivation
    optimizer: Derivation


def states(kb: Knowledge, request: MemoryRequest, shape: Shape) -> States:
    """Return the standing part of one run on one GPU."""
    make = _adapter_states if request.adapters else _full_states
    standing = make(kb, request, shape)
    if not (request.encoders_on_card and shape.extra_params):
        return standing
    extra, each = (
        shaped(shape, "P_x", shape.extra_params, "params_extra"),
        constant(kb, "memory.bytes", "frozen_bf16", "b_x"),
    )
    trained = replace(standing.weights, symbol="W_t")
    weights = derive("memory.weights_and_encoders", "W", "GB", "W_t + P_x * b_x / 1e9", trained, extra, each)
    return replace(standing, weights=weights)


def frozen_params(kb: Knowledge, shape: Shape) -> int:
    """Return the parameters that full fine-tuning leaves frozen: a vision tower, a feature encoder."""
    if shape.tower_params:
        return shape.tower_params
    return int(kb.constants["memory.frozen_params"].table.get(shape.model_id, 0))


def _full_states(kb: Knowledge, request: MemoryRequest, shape: Shape) -> States:
    frozen = min(frozen_params(kb, shape), shape.params - 1)
    trained = shaped(shape, "P", shape.params - frozen, "params_trained")
    still = shaped(shape, "P_fz", frozen, "params_frozen")
    width = constant(kb, "memory.bytes", f"weight_{request.trained_width}", "b_w")
    weights = _weights(kb, trained, still, width, shape)
    gradients = derive(
        "memory.gradients",
        "G",
        "GB",
        "P * b_g / 1e9",
        trained,
        constant(kb, "memory.bytes", f"gradient_{request.trained_width}", "b_g"),
        sources=("zero-paper",),
    )
    return States(weights, gradients, _optimizer(kb, request, shape, trained))


def _weights(kb: Knowledge, trained: Fact, still: Fact, width: Fact, shape: Shape) -> Derivation:
    if not still.value:
        return _with_buffers(kb, shape, "memory.weights", "W", "P * b_w / 1e9", trained, width)
    key = "frozen_bf16" if shape.tower_params else "weight_fp32"
    frozen_width = constant(kb, "memory.bytes", key, "b_fz")
    return derive(
        "memory.weights",
        "W",
        "GB",
        "(P * b_w + P_fz * b_fz) / 1e9",
        trained,
        width,
        still,
        frozen_width,
        sources=("zero-paper",),
    )


def _optimizer(kb: Knowledge, request: MemoryRequest, shape: Shape, trained: Fact) -> Derivation:
    """Return the optimizer states of the trained parameters."""
    if request.optimizer == "adamw_8bit":
        return _eight_bit(kb, shape, trained)
    if request.optimizer == "adafactor":
        width = constant(kb, "memory.bytes", "factored", "b_f")
        side = shaped(shape, "h", shape.hidden or kb.number("memory.default_width"), "hidden")
        return derive(
            "memory.optimizer", "O", "GB", "2 * P * b_f / h / 1e9", trained, width, side, sources=("adafactor-paper",)
        )
    each = constant(kb, "memory.bytes", f"moment_{request.trained_width}", "b_o")
    if request.optimizer == "sgd":
        return derive("memory.optimizer", "O", "GB", "P * b_o / 1e9", trained, each, sources=("zero-paper",))
    return derive("memory.optimizer", "O", "GB", "2 * P * b_o / 1e9", trained, each, sources=("zero-paper",))


def _eight_bit(kb: Knowledge, shape: Shape, trained: Fact) -> Derivation:
    """8-bit Adam: two bytes and the block scales a parameter; the embedding keeps 32-bit states."""
    embedding = min(shape.embedding_params, int(trained.value)) if shape.family not in {"table", "vit"} else 0
    inputs: tuple[Quantity, ...] = (
        trained,
        shaped(shape, "P_e", embedding, "params_embedding"),
        constant(kb, "memory.bytes", "moments_8bit", "b_8"),
        constant(kb, "memory.bytes", "scales", "s"),
        constant(kb, "memory.bytes", "scale_block", "n"),
        constant(kb, "memory.bytes", "moments_fp32", "b_e"),
    )
    formula = "((P - P_e) * (b_8 + s / n) + P_e * b_e) / 1e9"
    return derive("memory.optimizer", "O", "GB", formula, *inputs, sources=("bitsandbytes", "hf-trainer"))


def _adapter_states(kb: Knowledge, request: MemoryRequest, shape: Shape) -> States:
    adapters = adapter_params(kb, request, shape)
    width = constant(kb, "memory.bytes", f"weight_{request.trained_width}", "b_a")
    base = _packed_base(kb, request, shape) if request.method == "qlora" else _plain_base(kb, request, shape)
    weights = derive(
        "memory.weights", "W", "GB", "W_base + P_lora * b_a / 1e9", base, adapters, width, sources=("peft",)
    )
    gradients = derive("memory.gradients", "G", "GB", "P_lora * b_a / 1e9", adapters, width, sources=("peft",))
    optimizer = _adapter_optimizer(kb, request, adapters)
    return States(weights, gradients, optimizer)


def _adapter_optimizer(kb: Knowledge, request: MemoryRequest, adapters: Derivation) -> Derivation:
    if request.optimizer == "adamw_8bit":
        eight = constant(kb, "memory.bytes", "moments_8bit", "b_8")
        return derive("memory.optimizer", "O", "GB", "P_lora * b_8 / 1e9", adapters, eight, sources=("bitsandbytes",))
    if request.optimizer == "adafactor":
        factored = constant(kb, "memory.bytes", "factored", "b_f")
        rank = Fact("r", request.lora_rank, "", "request.lora_rank", "request:lora_rank")
        return derive(
            "memory.optimizer",
            "O",
            "GB",
            "P_lora * b_f / r / 1e9",
            adapters,
            factored,
            rank,
            sources=("adafactor-paper",),
        )
    each = constant(kb, "memory.bytes", f"moment_{request.trained_width}", "b_o")
    formula = "P_lora * b_o / 1e9" if request.optimizer == "sgd" else "2 * P_lora * b_o / 1e9"
    return derive("memory.optimizer", "O", "GB", formula, adapters, each, sources=("zero-paper",))


def _plain_base(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    key = "weight_fp32" if request.frozen_fp32 else f"weight_{request.compute_width}"
    total = shaped(shape, "P", shape.params, "params")
    return _with_buffers(
        kb, shape, "memory.base", "W_base", "P * b_w / 1e9", total, constant(kb, "memory.bytes", key, "b_w")
    )


def _with_buffers(kb: Knowledge, shape: Shape, name: str, symbol: str, formula: str, *inputs: Quantity) -> Derivation:
    """Weights, and the buffers that some networks hold beside them."""
    if shape.model_id not in kb.constants["memory.buffers_mb"].table:
        return derive(name, symbol, "GB", formula, *inputs, sources=("zero-paper",))
    buffers = constant(kb, "memory.buffers_mb", shape.model_id, "F")
    return derive(name, symbol, "GB", f"{formula} + F / 1e3", *inputs, buffers, sources=("zero-paper",))


def _packed_base(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    """A base whose block matrices are 4-bit; embeddings, head and norms stay 16-bit, or 32-bit when prepared."""
    packed = min(packed_params(kb, shape), shape.params)
    rest_width = "weight_fp32" if request.norms_fp32 or request.precision == "fp32" else "weight_bf16"
    four_bit = _four_bit(kb, request)
    total = shaped(shape, "P", shape.params, "params")
    linear = shaped(shape, "P_4", packed, "params_packed")
    rest = constant(kb, "memory.bytes", rest_width, "b_r")
    return derive(
        "memory.base",
        "W_base",
        "GB",
        "(P_4 * b_4 + (P - P_4) * b_r) / 1e9",
        linear,
        four_bit,
        total,
        rest,
        sources=("qlora-paper",),
    )


def _four_bit(kb: Knowledge, request: MemoryRequest) -> Derivation:
    """Bytes of a packed weight: its code, the scale of its block, and the scale of the scales."""
    code, block = constant(kb, "memory.nf4", "code", "b_n"), constant(kb, "memory.nf4", "block", "n_1")
    if not request.double_quantization:
        wide = constant(kb, "memory.nf4", "second_scale", "s_2")
        return derive("memory.nf4", "b_4", "B", "b_n + s_2 / n_1", code, wide, block, sources=("qlora-paper",))
    first, second = constant(kb, "memory.nf4", "scale", "s_1"), constant(kb, "memory.nf4", "second_scale", "s_2")
    blocks = constant(kb, "memory.nf4", "second_block", "n_2")
    formula = "b_n + s_1 / n_1 + s_2 / (n_1 * n_2)"
    return derive("memory.nf4", "b_4", "B", formula, code, first, block, second, blocks, sources=("qlora-paper",))


def packed_params(kb: Knowledge, shape: Shape) -> int:
    """Return the weights that 4-bit quantization packs: the block matrices, or a share where no shape is known."""
    if shape.hidden and shape.family not in {"t5", "whisper"}:
        scale = (shape.params - shape.tower_params) / _counted(shape) if shape.assumed else 1.0
        return int(shape.block_params * min(1.0, scale))
    return int(shape.params * kb.number("memory.packed_share"))


def _counted(shape: Shape) -> int:
    return max(1, shape.block_params + shape.embedding_params * (1 if shape.tied else 2))
