"""What a request may ask for, and the sentence it gets when it asks for more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.sizing.checks import within

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory.request import MemoryRequest

CHECKED = (
    "params", "micro_batch", "seq_len", "audio_seconds", "target_len", "lora_rank", "loss_chunks", "gpus",
    "tensor_parallel", "pipeline_parallel",
)  # fmt: skip
"""Fields with a bound in `memory.bounds`."""


def check(kb: Knowledge, request: MemoryRequest) -> None:
    """Check every number of `request` against its bounds.

    Raises:
        InputError: one is out of range; the sentence says which and what the bounds are.
    """
    for name in CHECKED:
        value = getattr(request, name)
        if value is not None:
            within(kb, "memory.bounds", name, value)
    for edge in request.pixels() or ():
        within(kb, "memory.bounds", "image_size", edge)
