"""Networks whose activations are measured per sample: classifiers, detectors, segmenters, diffusion, CLIP.

No closed form over parameters is sound for them. What is measured is a slope (MB per sample at a reference size) and a
constant part; the slope scales with the area (volume, tokens) of the input.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from assistant.sizing.clip import clip_of
from assistant.sizing.derivation import Derivation, Fact, derive
from assistant.sizing.edges import edges
from assistant.sizing.facts import said
from assistant.sizing.memory.casts import casts_of_all
from assistant.sizing.memory.request import MemoryRequest
from assistant.sizing.memory.slack import slack_kind
from assistant.sizing.memory.terms import Live, nothing

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.shapes import Shape

SOURCES = ("memory-trace",)


@dataclass(frozen=True, slots=True)
class Sample:
    """One measured network in one mode.

    Attributes:
        source: id of the constants record.
        table: mb per sample, fixed_mb, size (elements of the reference input), and what only checkpointing has:
            tail_mb and tail_fixed_mb beside the complete gradients, share of the gradients present at the peak.
        mode: "method/precision/checkpointing" in which it was measured.
        factor: what turns the measured mode into the wanted one, 1 where the mode itself was measured.
        exact: the mode itself was measured.
    """

    source: str
    table: Mapping[str, float]
    mode: str
    factor: float
    exact: bool


def live(kb: Knowledge, request: MemoryRequest, shape: Shape, gradients: Derivation) -> Live:
    """Return what a network of this kind keeps alive."""
    found = find(kb, request, shape)
    scale = _scale(kb, request, shape, found)
    batch = said("B", request.micro_batch, "request.micro_batch")
    each = Fact("u", found.table["mb"], "MB", "memory.sample.mb", "memory-trace")
    factor = Fact("x_m", found.factor, "", "memory.mode_factor", "memory-trace")
    casts = _casts(kb, request, shape, found)
    formula = "B * u * x_m * y / 1e3 + C"
    activations = derive("memory.activations", "A", "GB", formula, batch, each, factor, scale, casts, sources=SOURCES)
    tail = _tail(found, scale, batch, activations, gradients)
    return Live(activations, casts, tail, int(kb.number("memory.default_blocks")))


def _tail(found: Sample, scale: Derivation, batch: Fact, activations: Derivation, gradients: Derivation) -> Derivation:
    """What lives beside the complete gradients: two towers have part of theirs already when activations peak."""
    if "share" in found.table:
        part = Fact("g", found.table["share"], "", "memory.sample.share", "memory-trace")
        return derive(
            "memory.tail", "E", "GB", "max(0, A - (1 - g) * G)", activations, part, gradients, sources=SOURCES
        )
    if "tail_mb" not in found.table:
        return nothing("memory.tail", "E")
    each = Fact("u_t", found.table["tail_mb"], "MB", "memory.sample.tail_mb", "memory-trace")
    fixed = Fact("v_t", found.table.get("tail_fixed_mb", 0), "MB", "memory.sample.tail_fixed", "memory-trace")
    return derive(
        "memory.tail", "E", "GB", "max(0, B * u_t * y + v_t) / 1e3", batch, each, scale, fixed, sources=SOURCES
    )


def _casts(kb: Knowledge, request: MemoryRequest, shape: Shape, found: Sample) -> Derivation:
    """The constant part: measured, or two bytes a trained weight under autocast."""
    full_amp = request.precision == "amp" and not request.adapters
    if found.exact or (full_amp and found.mode.startswith("full/amp") and not shape.assumed and _own(found, shape)):
        fixed = Fact("v", found.table.get("fixed_mb", 0), "MB", "memory.sample.fixed", "memory-trace")
        return derive("memory.casts", "C", "GB", "v / 1e3", fixed, sources=SOURCES)
    return casts_of_all(kb, request, shape)


def _own(found: Sample, shape: Shape) -> bool:
    return found.source.startswith(f"memory.sample/{shape.model_id}/")


def mode(request: MemoryRequest) -> str:
    """Return "method/precision/checkpointing" as the measured tables spell it; QLoRA is as LoRA, pure bf16 as AMP."""
    method = "lora" if request.adapters else "full"
    precision = "fp32" if request.precision == "fp32" and method == "full" else "amp"
    return f"{method}/{precision}/{'ckpt' if request.checkpointing else 'none'}"


def find(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Sample:
    """Return the measured entry for the wanted mode, or the nearest one with the factor that leads to it."""
    wanted = mode(request)
    by_mode = entries(kb, shape)
    nearest = min(by_mode, key=lambda have: (_differences(have, wanted), have))
    identity = _nearest_size(kb, by_mode[nearest], request, shape)
    factor = between(kb, nearest, wanted, request, slack_kind(kb, shape))
    own = identity.startswith(f"memory.sample/{shape.model_id}/")
    exact = nearest == wanted and request.precision != "bf16" and own
    return Sample(identity, kb.constants[identity].table, nearest, factor, exact)


def _differences(have: str, want: str) -> int:
    return sum(old != new for old, new in zip(have.split("/"), want.split("/"), strict=True))


def between(kb: Knowledge, have: str, want: str, request: MemoryRequest, kind: str) -> float:
    """Return the factor from one mode to another: method, precision and checkpointing one after the other."""
    number = 1.0
    for part, old, new in zip(("method", "precision", "ckpt"), have.split("/"), want.split("/"), strict=True):
        if old == new:
            continue
        back = new in {"full", "amp", "none"}
        step = kb.number("memory.mode_factor", f"{part}/{old if back else new}/{kind}")
        number = number / step if back else number * step
    if request.precision == "bf16":
        number *= kb.number("memory.mode_factor", f"precision/bf16/{kind}")
    return number


def entries(kb: Knowledge, shape: Shape) -> Mapping[str, tuple[str, ...]]:
    """Return mode -> ids of the measured records of this network, or of the one it is likened to."""
    table = _by_network(kb)
    like = kb.constants["memory.like"].words.get(shape.model_id, "")
    return table.get(shape.model_id) or table.get(like) or {}


@lru_cache(maxsize=8)
def _by_network(kb: Knowledge) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return network -> mode -> ids of its measured records."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for key in kb.constants:
        if key.startswith("memory.sample/"):
            name, mode_of = key.removeprefix("memory.sample/").partition("@")[0].split("/", 1)
            modes = found.setdefault(name, {})
            modes[mode_of] = (*modes.get(mode_of, ()), key)
    return found


def elements(kb: Knowledge, request: MemoryRequest, shape: Shape, default: float) -> float:
    """Return the size of one input in what its memory is proportional to: pixels, voxels or tokens."""
    if shape.kind == "diffusion-video":
        return clip_of(kb, shape.model_id, request.image_size).tokens(kb).value
    pixels = request.pixels() or (edges(shape.image_size) if shape.image_size else None)
    if pixels is None:
        return default
    grid = token_grid(kb, shape)
    if grid:
        text = kb.constants["memory.text_tokens"].table.get(shape.model_id, 0)
        return math.prod(edge / grid for edge in pixels[:2]) + text
    cubic = len(pixels) == 2 and pixels[0] == pixels[1] and shape.model_id in kb.constants["memory.volumes"].words
    return float(math.prod(pixels) * (pixels[0] if cubic else 1))


def token_grid(kb: Knowledge, shape: Shape) -> float:
    """Return the pixels that one token spans along an edge, 0 for networks whose memory goes with the area."""
    table = kb.constants["memory.token_axis"].table
    if shape.model_id in table:
        return table[shape.model_id]
    return 0 if entries(kb, shape) else table.get(shape.kind, 0)


def _nearest_size(kb: Knowledge, identities: tuple[str, ...], request: MemoryRequest, shape: Shape) -> str:
    if len(identities) == 1:
        return identities[0]
    size = elements(kb, request, shape, kb.constants[identities[0]].table["size"])
    return min(identities, key=lambda key: abs(math.log(kb.constants[key].table["size"] / size)))


def _scale(kb: Knowledge, request: MemoryRequest, shape: Shape, found: Sample) -> Derivation:
    reference = found.table["size"]
    size = Fact("s", elements(kb, request, shape, reference), "", "request.input_size", "request:image_size")
    return derive(
        "memory.input_scale", "y", "", "s / s_0", size, Fact("s_0", reference, "", "memory.sample.size", "memory-trace")
    )
