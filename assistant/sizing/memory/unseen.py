"""Networks that nobody traced: from the activations of one forward pass, or between measured relatives."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, Fact, derive
from assistant.sizing.edges import edges
from assistant.sizing.facts import constant, said
from assistant.sizing.memory.casts import casts_of_all
from assistant.sizing.memory.request import MemoryRequest
from assistant.sizing.memory.samples import between, elements, mode
from assistant.sizing.memory.slack import slack_kind
from assistant.sizing.memory.terms import Live, nothing, shaped

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.shapes import Shape

SOURCES = ("memory-trace",)
PLAIN = "full/amp/none"


def live(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Live:
    """Return an estimate of what an untraced network keeps alive."""
    each = _per_sample(kb, request, shape)
    batch = said("B", request.micro_batch, "request.micro_batch")
    number = between(kb, PLAIN, mode(request), request, slack_kind(kb, shape))
    factor = Fact("x_m", number, "", "memory.mode_factor", "memory-trace")
    casts = casts_of_all(kb, request, shape)
    activations = derive(
        "memory.activations", "A", "GB", "B * u * x_m / 1e3 + C", batch, each, factor, casts, sources=SOURCES
    )
    return Live(activations, casts, nothing("memory.tail", "E"), int(kb.number("memory.default_blocks")))


def _per_sample(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    """MB per sample, by the best that is known: a figure for the kind, counted activations, measured relatives."""
    table = kb.constants["memory.sample_of_kind"]
    if shape.kind in table.table:
        return derive("memory.per_sample", "u", "MB", "u_k", constant(kb, table.id, shape.kind, "u_k"))
    if shape.mactivations:
        return _from_activations(kb, request, shape)
    return _between_relatives(kb, request, shape)


def _from_activations(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    """MB per sample: bytes per element x elements of all convolution and linear outputs, scaled by the input's area."""
    table = kb.constants["memory.bytes_per_activation"]
    kind = slack_kind(kb, shape)
    model_type = kb.models[shape.model_id].model_type if shape.model_id in kb.models else ""
    key = model_type if model_type in table.table else kind
    default = math.prod(edges(shape.image_size or "224"))
    inputs = (
        constant(kb, table.id, key, "u_a"),
        shaped(shape, "N_a", shape.mactivations, "mactivations", "M"),
        Fact("s", elements(kb, request, shape, default), "", "request.input_size", "request:image_size"),
        shaped(shape, "s_0", default, "input_size"),
    )
    return derive("memory.per_sample", "u", "MB", "u_a * N_a * s / s_0", *inputs, sources=SOURCES)


def _between_relatives(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    """MB per sample between two measured networks of the same kind, on a straight line in the logarithms of both."""
    lower, upper = _neighbours(kb, shape)
    size = Fact("s", elements(kb, request, shape, upper["size"]), "", "request.input_size", "request:image_size")
    inputs = (
        Fact("u_1", lower["mb"] / lower["size"], "MB", "memory.relative.low", "memory-trace"),
        Fact("u_2", upper["mb"] / upper["size"], "MB", "memory.relative.high", "memory-trace"),
        Fact("P_1", lower["params"], "", "memory.relative.low_params", "memory-trace"),
        Fact("P_2", upper["params"], "", "memory.relative.high_params", "memory-trace"),
        shaped(shape, "P", shape.params, "params"),
        size,
    )
    formula = "u_1 * (P / P_1) ** (log(u_2 / u_1) / log(P_2 / P_1)) * s"
    return derive("memory.per_sample", "u", "MB", formula, *inputs, sources=SOURCES)


def _neighbours(kb: Knowledge, shape: Shape) -> tuple[dict[str, float], dict[str, float]]:
    """Return the two measured relatives that enclose the network's size, the outermost two beyond the ends."""
    words = kb.constants["memory.relatives"].words
    names = (words.get(shape.model_id) or words.get(shape.kind) or words["default"]).split()
    entries = sorted((_relative(kb, name) for name in names), key=lambda entry: entry["params"])
    above = next((index for index, entry in enumerate(entries) if entry["params"] >= shape.params), len(entries) - 1)
    above = max(1, above)
    return entries[above - 1], entries[above]


def _relative(kb: Knowledge, identity: str) -> dict[str, float]:
    """Return a measured network as MB per sample in the plain mode, input size and parameters."""
    prefix = f"memory.sample/{identity}/"
    key = next(key for key in kb.constants if key.startswith(prefix) and "/none@" in key)
    model = kb.models[identity]
    table = kb.constants[key].table
    step = kb.number("memory.mode_factor", "method/lora/transformer") if "/lora/" in key else 1
    return {
        "mb": table["mb"] / step,
        "size": table["size"],
        "params": float(model.denoiser_params or model.params or 1),
    }
