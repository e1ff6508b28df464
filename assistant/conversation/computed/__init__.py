"""What a topic's answer comes to for the job at hand: one small function for each id in `Topic.computed`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.conversation.computed import cards, memory, running, spread
from assistant.conversation.computed.context import Context, Line, Words
from assistant.conversation.computed.printing import printed

Computation = Callable[[Context], list[Line]]

COMPUTATIONS: Mapping[str, Computation] = {
    **memory.COMPUTATIONS,
    **spread.COMPUTATIONS,
    **cards.COMPUTATIONS,
    **running.COMPUTATIONS,
}
"""Id of a computed answer -> what computes it."""

__all__ = ["COMPUTATIONS", "Context", "Line", "Words", "printed"]
