"""The 16-bit copies of weights that autocast keeps until their backward pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, Fact, derive
from assistant.sizing.facts import constant
from assistant.sizing.memory.terms import nothing, shaped

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory.request import MemoryRequest
    from assistant.sizing.shapes import Shape


def casts_of_all(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    """Return the copies of a network whose every weight is a factor of a matrix product."""
    return _copies(kb, request, shaped(shape, "P", shape.params, "params"))


def casts_of_matrices(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    """Return the copies of a network over tokens: an untied embedding and a frozen tower have none."""
    embedding = 0 if shape.tied else shape.embedding_params
    copied = max(0, shape.params - shape.tower_params - embedding)
    return _copies(kb, request, shaped(shape, "P_c", copied, "params_cast"))


def _copies(kb: Knowledge, request: MemoryRequest, copied: Fact) -> Derivation:
    # Autocast remembers the copies of trained weights; those of frozen 32-bit ones live as long as backward reads them.
    frozen = request.adapters and not (request.frozen_fp32 and not request.checkpointing)
    if request.precision != "amp" or frozen:
        return nothing("memory.casts", "C")
    each = constant(kb, "memory.bytes", "cast", "b_c")
    formula = f"{copied.symbol} * b_c / 1e9"
    return derive("memory.casts", "C", "GB", formula, copied, each, sources=("memory-trace",))
