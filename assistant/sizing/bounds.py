"""What a number of a request may be."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge


def within(kb: Knowledge, name: str, value: float) -> float:
    """Return `value` if it lies within the bounds of `memory.bounds`.

    Raises:
        InputError: it does not; the sentence says which bound.
    """
    low, high = kb.number("memory.bounds", f"{name}_min"), kb.number("memory.bounds", f"{name}_max")
    if not (math.isfinite(value) and low <= value <= high):
        raise InputError(
            f"{name} must lie between {low:g} and {high:g}, got {value:g}",
            f"{name} 必须在 {low:g} 与 {high:g} 之间，收到的是 {value:g}",
        )
    return value
