"""Training memory of one configuration: states, activations, peak, and what a card must have free."""

from assistant.sizing.memory.estimate import estimate
from assistant.sizing.memory.request import MemoryRequest
from assistant.sizing.memory.result import MemoryEstimate

__all__ = ["MemoryEstimate", "MemoryRequest", "estimate"]
