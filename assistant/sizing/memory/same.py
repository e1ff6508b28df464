"""The knowledge base as a key of a cache; it lives in `assistant.sizing.same`."""

from assistant.sizing.same import Same

__all__ = ["Same"]
