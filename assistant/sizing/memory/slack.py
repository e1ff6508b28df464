"""Which kind of network this is for what no trace shows: workspaces, fragmentation, factors between modes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.shapes import Shape


def slack_kind(kb: Knowledge, shape: Shape) -> str:
    """Return which slack a network has: "transformer", "conv" or "mixed"."""
    words = kb.constants["memory.slack_kind"].words
    return words.get(shape.model_id) or words.get(shape.family) or words.get(shape.kind, "transformer")
