"""The peak of one step, and what a card must have free for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, derive
from assistant.sizing.facts import constant
from assistant.sizing.memory import network
from assistant.sizing.memory.layout import data_parallel
from assistant.sizing.memory.slack import slack_kind
from assistant.sizing.memory.spread import PerGpu, spread
from assistant.sizing.memory.states import states

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory.request import MemoryRequest
    from assistant.sizing.shapes import Shape

SOURCES = ("memory-trace",)


def keeps_gradients(request: MemoryRequest) -> bool:
    """Whether gradients live through the forward pass: accumulation, or the buckets of plain data parallelism."""
    return request.gradient_accumulation or (request.sharding == "none" and data_parallel(request) > 1)


def peak(request: MemoryRequest, parts: PerGpu) -> Derivation:
    """Return the most that is allocated at once on one GPU."""
    if request.optimizer_in_backward and not keeps_gradients(request):
        inputs = (parts.weights, parts.optimizer, parts.activations, parts.layer, parts.tail)
        return derive("memory.allocated", "M", "GB", "W + O + max(A, G_l + E)", *inputs, sources=SOURCES)
    standing = (parts.weights, parts.optimizer, parts.gradients, parts.activations, parts.block, parts.tail)
    if keeps_gradients(request):
        return derive("memory.allocated", "M", "GB", "W + O + G + max(A, U)", *standing[:5], sources=SOURCES)
    if parts.block.value:
        return derive("memory.allocated", "M", "GB", "W + O + max(A, G + U)", *standing[:5], sources=SOURCES)
    inputs = (*standing[:4], parts.tail)
    return derive("memory.allocated", "M", "GB", "W + O + max(A, G + E)", *inputs, sources=SOURCES)


def at_peak(request: MemoryRequest, parts: PerGpu) -> Mapping[str, Derivation]:
    """Return what is alive when the most is: its sum is the peak, which `peak` writes with a maximum.

    Without accumulation activations are freed while gradients appear, so only one of the two stands in the sum. Names
    are those of the answer, and "buffers" for what lives beside complete gradients or gathered shards.
    """
    standing = {"weights": parts.weights, "optimizer": parts.optimizer}
    if keeps_gradients(request):
        late = {"buffers": parts.block}
        standing["gradients"] = parts.gradients
    elif request.optimizer_in_backward:
        late = {"gradients": parts.layer, "buffers": parts.tail}
    else:
        late = {"gradients": parts.gradients, "buffers": parts.block if parts.block.value else parts.tail}
    early = {"activations": parts.activations}
    fuller = max(early, late, key=lambda one: sum(part.value for part in one.values()))
    return standing | fuller


def measure(kb: Knowledge, request: MemoryRequest, shape: Shape) -> tuple[PerGpu, Derivation]:
    """Return the parts on one GPU and the peak they make."""
    standing = states(kb, request, shape)
    alive = network.live(kb, request, shape, standing.gradients)
    parts = spread(kb, request, shape, standing, alive)
    return parts, peak(request, parts)


def overhead(kb: Knowledge, shape: Shape, allocated: Derivation) -> Derivation:
    """Return what comes on top of the tensors: context and kernels, fragmentation, workspaces of convolutions."""
    share = constant(kb, "memory.slack", slack_kind(kb, shape), "x_s")
    context = constant(kb, "memory.context_gb", symbol="K")
    return derive(
        "memory.overhead", "H", "GB", "M * x_s + K", allocated, share, context, sources=("hf-anatomy", "torchtune")
    )


def needed(allocated: Derivation, over: Derivation) -> Derivation:
    """Return what a card must have free."""
    return derive("memory.needed", "M_need", "GB", "M + H", allocated, over)
