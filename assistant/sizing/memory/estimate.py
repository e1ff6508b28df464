"""From a request to the memory it needs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from assistant.sizing.checks import card
from assistant.sizing.derivation import Fact
from assistant.sizing.memory.bounds import check
from assistant.sizing.memory.peak import at_peak, measure, needed, overhead
from assistant.sizing.memory.ranges import assumptions, needed_range
from assistant.sizing.memory.request import MemoryRequest
from assistant.sizing.memory.result import MemoryEstimate
from assistant.sizing.shapes import Shape, resolve_shape

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge


def estimate(kb: Knowledge, request: MemoryRequest) -> MemoryEstimate:
    """Return the training memory of one configuration, per GPU.

    Raises:
        InputError: the network is not known, or a number is out of range.
    """
    check(kb, request)
    shape = _shape(kb, request.model, request.params, request.config, request.kind)
    parts, allocated = measure(kb, request, shape)
    over = overhead(kb, shape, allocated)
    total = needed(allocated, over)
    return MemoryEstimate(
        weights=parts.weights,
        gradients=parts.gradients,
        optimizer=parts.optimizer,
        activations=parts.activations,
        at_peak=at_peak(request, parts),
        allocated=allocated,
        overhead=over,
        needed=total,
        host_ram=parts.host,
        ends=cache(lambda: needed_range(kb, request, shape, total.value, parts.activations.value)),
        capacity=_capacity(kb, request),
        assumptions=assumptions(kb, request, shape),
        model_id="" if shape.assumed else shape.model_id,
        params=shape.params,
    )


@lru_cache(maxsize=1024)
def _shape(kb: Knowledge, model: str | None, params: float | None, config: object, kind: str | None) -> Shape:
    as_dict = MemoryRequest(config=config).config_dict() if config else None
    shape = resolve_shape(kb, model=model, params=params, config=as_dict, kind=kind)
    if not model and not config:
        return replace(shape, assumed=True)
    return shape


def _capacity(kb: Knowledge, request: MemoryRequest) -> Fact | None:
    if not request.gpu:
        return None
    gpu = card(kb, request.gpu)
    return Fact("M_gpu", gpu.capacity_gb, "GB", "gpu.capacity", f"gpu:{gpu.id}")
