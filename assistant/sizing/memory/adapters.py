"""How many parameters the adapters of LoRA have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant, said
from assistant.sizing.memory.terms import shaped, used

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory.request import MemoryRequest
    from assistant.sizing.shapes import Shape

QV = "(h + q) + (h + k)"
ATTENTION = "2 * (h + q) + 2 * (h + k)"
GATED = "2 * (h + f) + (f + h)"
PLAIN = "2 * (h + f)"


def adapter_params(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    """Return the number of adapter parameters: rank x (inputs + outputs) of every matrix that gets one."""
    rank = said("r", request.lora_rank, "request.lora_rank")
    if not shape.hidden or shape.family == "vit":
        return _by_table(kb, shape, rank)
    attention = QV if request.lora_targets == "qv" else ATTENTION
    formula = f"{'(L + 2 * L_d)' if shape.decoder_layers else 'L'} * r * ({attention})"
    if request.lora_targets == "all-linear" and shape.moe is None:  # PEFT does not reach fused experts
        layers = "(L + L_d)" if shape.decoder_layers else "L"
        formula += f" + {layers} * r * ({PLAIN if shape.plain_ffn else GATED})"
    inputs: tuple[Quantity, ...] = (
        shaped(shape, "L", shape.layers, "layers"),
        shaped(shape, "L_d", shape.decoder_layers, "decoder_layers"),
        rank,
        shaped(shape, "h", shape.hidden, "hidden"),
        shaped(shape, "q", shape.q_width, "q_width"),
        shaped(shape, "k", shape.kv_width, "kv_width"),
        shaped(shape, "f", shape.ffn, "ffn"),
    )
    return derive("memory.adapters", "P_lora", "", formula, *used(formula, *inputs), sources=("lora-paper",))


def _by_table(kb: Knowledge, shape: Shape, rank: Quantity) -> Derivation:
    """Networks whose matrices are not listed: measured per rank, or the square root law of their size."""
    table = kb.constants["memory.lora_per_rank"].table
    if shape.model_id in table:
        each = constant(kb, "memory.lora_per_rank", shape.model_id, "p_r")
        return derive("memory.adapters", "P_lora", "", "p_r * r", each, rank, sources=("memory-trace",))
    share = constant(kb, "memory.lora_share", symbol="x")
    total = shaped(shape, "P", shape.params, "params")
    return derive("memory.adapters", "P_lora", "", "x * P * r", share, total, rank, sources=("memory-trace",))
