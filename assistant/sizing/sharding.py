"""Which kind of sharding divides what, as the stages of ZeRO."""

from __future__ import annotations

OPTIMIZER_STATES, GRADIENTS, WEIGHTS = 1, 2, 3
"""Stages: what is divided from here on, besides what earlier stages divide."""

STAGES = {
    "none": 0,
    "ddp": 0,
    "zero1": OPTIMIZER_STATES,
    "zero2": GRADIENTS,
    "zero3": WEIGHTS,
    "fsdp": WEIGHTS,
}
"""Strategy -> its stage; tensor and pipeline parallelism have none."""


def gathers_weights(strategy: str) -> bool:
    """Return whether weights are divided, so that every pass gathers them."""
    return STAGES.get(strategy) == WEIGHTS
