"""Plain vision transformers, in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, Fact, derive
from assistant.sizing.edges import edges
from assistant.sizing.facts import constant, said
from assistant.sizing.memory.casts import casts_of_all
from assistant.sizing.memory.request import MemoryRequest
from assistant.sizing.memory.terms import Live, linear, nothing, shaped, used

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.shapes import Shape

SOURCES = ("memory-trace",)


def live(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Live:
    """Return what a vision transformer of image patches keeps alive."""
    height, width = (request.pixels() or edges(shape.image_size or "224"))[:2]
    tokens = _tokens(request, shape, height, width)
    hidden = shaped(shape, "h", shape.hidden, "hidden")
    layer = _layer(kb, request, shape, hidden, tokens)
    layers = shaped(shape, "L", shape.layers, "layers")
    casts = casts_of_all(kb, request, shape)
    pixels = said("X", request.micro_batch * height * width, "request.pixels")
    edge_in, edge_pixel = (
        constant(kb, "memory.vit_ends", "per_token", "e_t"),
        constant(kb, "memory.vit_ends", "per_pixel", "e_x"),
    )
    ends = derive(
        "memory.ends",
        "A_n",
        "GB",
        "(e_t * h * T + e_x * X) / 1e9",
        edge_in,
        hidden,
        tokens,
        edge_pixel,
        pixels,
        sources=SOURCES,
    )
    if not request.checkpointing:
        stored = derive("memory.layers", "A_l", "GB", "L * c * T / 1e9", layers, layer, tokens, sources=SOURCES)
        activations = derive("memory.activations", "A", "GB", "A_l + A_n + C", stored, ends, casts, sources=SOURCES)
        return Live(activations, casts, nothing("memory.tail", "E"), shape.layers)
    kept = constant(kb, "memory.bytes", f"residual_{request.trained_width}", "rho")
    stored = derive(
        "memory.layers", "A_l", "GB", "L * rho * h * T / 1e9", layers, kept, hidden, tokens, sources=SOURCES
    )
    again = derive("memory.recompute", "A_r", "GB", "c * T / 1e9", layer, tokens, sources=SOURCES)
    activations = derive(
        "memory.activations", "A", "GB", "A_l + A_n + max(A_r, C)", stored, ends, again, casts, sources=SOURCES
    )
    return Live(activations, casts, nothing("memory.tail", "E"), shape.layers)


def _layer(kb: Knowledge, request: MemoryRequest, shape: Shape, hidden: Fact, tokens: Derivation) -> Derivation:
    """Return the bytes a token and layer; eager attention keeps the scores of every pair of one image's tokens."""
    inputs = (
        hidden,
        shaped(shape, "f", shape.ffn, "ffn"),
        shaped(shape, "a", shape.heads, "heads"),
        shaped(shape, "x_e", _extra(kb, shape), "extra_norms"),
        constant(kb, "memory.eager_scores", request.precision, "e_s"),
        tokens,
        said("B", request.micro_batch, "request.micro_batch"),
    )
    method = "lora" if request.adapters else "full"
    formula = linear(kb.constants[f"memory.layer/vit/{method}/{request.precision}"].table) + " + x_e * h"
    if request.attention == "eager":
        formula += " + e_s * a * T / B"
    return derive("memory.layer_bytes", "c", "B", formula, *used(formula, *inputs), sources=SOURCES)


def _extra(kb: Knowledge, shape: Shape) -> float:
    """Return the bytes that layer scale or rotary positions keep on top, a token, layer and unit of width."""
    known = kb.constants.get(f"memory.vit/{shape.model_id}")
    return known.table.get("extra", 0) if known else 0


def _tokens(request: MemoryRequest, shape: Shape, height: int, width: int) -> Derivation:
    patch = shaped(shape, "p", shape.patch, "patch", "px")
    batch, rows, columns = (
        said("B", request.micro_batch, "request.micro_batch"),
        said("H", height, "request.height", "px"),
        said("W_x", width, "request.width", "px"),
    )
    return derive("memory.tokens", "T", "tokens", "B * (ceil(H / p) * ceil(W_x / p) + 1)", batch, rows, patch, columns)
