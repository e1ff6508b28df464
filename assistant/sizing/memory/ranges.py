"""How much an assumed or untraced network matters: a range around the estimate, and sentences that say so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.sizing.memory import network
from assistant.sizing.memory.peak import measure, needed, overhead

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory.request import MemoryRequest
    from assistant.sizing.shapes import Shape


def needed_range(
    kb: Knowledge, request: MemoryRequest, shape: Shape, value: float, activations: float
) -> tuple[float, float]:
    """Return low and high of what a card needs: one value where the network was traced.

    Args:
        kb: the knowledge base.
        request: what is asked.
        shape: of which network.
        value: the estimate itself, GB.
        activations: its live part, GB per GPU.
    """
    if network.traced(kb, request, shape):
        return value, value
    if shape.family == "decoder" and shape.assumed and not shape.model_id:
        ends = [_needed(kb, request, _with_vocabulary(kb, shape, which)) for which in ("small", "large")]
        return min(value, *ends), max(value, *ends)
    share = kb.number("memory.untraced", "share")
    return value - share * activations, value + share * activations


def _with_vocabulary(kb: Knowledge, shape: Shape, which: str) -> Shape:
    """Return the assumed shape with the smallest and largest vocabulary that networks of this size have."""
    vocab = int(kb.number("memory.vocabulary_range", which))
    heads = (
        shape.heads if which == "large" else max(1, shape.heads // int(kb.number("memory.vocabulary_range", "groups")))
    )
    return replace(shape, vocab=vocab, kv_heads=heads)


def _needed(kb: Knowledge, request: MemoryRequest, shape: Shape) -> float:
    _, allocated = measure(kb, request, shape)
    return needed(allocated, overhead(kb, shape, allocated)).value


def assumptions(kb: Knowledge, request: MemoryRequest, shape: Shape) -> tuple[str, ...]:
    """Return what was assumed about the network and the input, one plain sentence each."""
    out: list[str] = []
    if shape.assumed:
        form = (
            f"{shape.layers} layers, width {shape.hidden}, FFN {shape.ffn}, vocabulary {shape.vocab}"
            if shape.hidden
            else ""
        )
        out.append(f"shape assumed: {'; '.join(part for part in (shape.note, form) if part)}")
    elif not network.traced(kb, request, shape):
        out.append("activations of this network in this mode were not traced: estimated from measured relatives")
    if shape.family in {"decoder", "gemma2", "gpt2", "bert"} and request.seq_len is None:
        out.append("sequence length assumed")
    if shape.family == "table" and request.image_size is None:
        out.append(f"input size assumed: {shape.image_size or 'the measured one'}")
    if shape.extra_params and not request.encoders_on_card:
        out.append("VAE and text encoders not on the card: latents and text embeddings computed beforehand")
    return tuple(out)
