"""Cards that were described and not named."""

from __future__ import annotations

from assistant.knowledge import Knowledge


def card_of_memory(kb: Knowledge, memory_gb: float) -> str:
    """Return the usual card of so much memory, empty where there is none: someone said "24 GB" and no name."""
    return kb.constants["planning.card_of_memory"].words.get(f"{memory_gb:.0f}", "")
