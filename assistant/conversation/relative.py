"""Values said in proportion to what was said before: "half the budget", "double the data", 数据翻倍."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.conversation.phrases import fold, mentions, phrases
from assistant.knowledge import Knowledge

SHORT = 40
"""A change in proportion has no more characters than this."""
SLOTS = {
    "dataset": ("dataset_bytes", "dataset_samples", "dataset_tokens", "dataset_audio_hours"),
    "deadline": ("deadline_hours",),
}
"""What is named -> the slots that hold it, where these have other names."""


def scaled(kb: Knowledge, text: str, slots: Mapping[str, Any]) -> dict[str, Any]:
    """Return the new values of the slots that `text` scales, empty where it scales nothing that is known.

    Args:
        kb: knowledge base; kinds "scale.factor" and "scale.of" of its vocabulary are the words listened for.
        text: the message.
        slots: what is known.
    """
    words = fold(text)
    if len(words) > SHORT:
        return {}
    factor = next((float(value) for value, known in phrases(kb, "scale.factor") if mentions(known, words)), None)
    named = next((value for value, known in phrases(kb, "scale.of") if mentions(known, words)), "")
    if factor is None or not named:
        return {}
    found = {slot: _times(slots[slot], factor) for slot in SLOTS.get(named, (named,)) if slot in slots}
    return {slot: value for slot, value in found.items() if value is not None}


def _times(value: Any, factor: float) -> Any:
    """Return `value` times `factor`, whole where it was; None where it is no number."""
    if isinstance(value, Mapping):
        return {**value, "amount": value["amount"] * factor} if value.get("amount") else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return max(1, round(value * factor)) if isinstance(value, int) else value * factor
