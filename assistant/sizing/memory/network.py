"""Which law holds for which network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.sizing.memory import decoder, samples, seq2seq, unseen, vit
from assistant.sizing.memory.terms import Live

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.derivation import Derivation
    from assistant.sizing.memory.request import MemoryRequest
    from assistant.sizing.shapes import Shape


def live(kb: Knowledge, request: MemoryRequest, shape: Shape, gradients: Derivation) -> Live:
    """Return what the network keeps alive during one step."""
    if shape.family in {"t5", "whisper", "wav2vec2"}:
        return seq2seq.live(kb, request, shape)
    if shape.family == "vit":
        return vit.live(kb, request, shape)
    if shape.family == "table":
        if samples.entries(kb, shape):
            return samples.live(kb, request, shape, gradients)
        return unseen.live(kb, request, shape)
    return decoder.live(kb, request, shape)


def traced(kb: Knowledge, request: MemoryRequest, shape: Shape) -> bool:
    """Whether the law was measured on networks of this build in this mode, so that no range is needed."""
    if shape.assumed:
        return False
    model = kb.models.get(shape.model_id)
    if model is not None and model.model_type in kb.constants["memory.untraced_types"].words:
        return False
    if shape.family == "table":
        return bool(samples.entries(kb, shape)) and samples.find(kb, request, shape).exact
    if shape.family in {"vit", "wav2vec2"}:
        return shape.model_id in kb.constants["memory.traced"].words
    return True
