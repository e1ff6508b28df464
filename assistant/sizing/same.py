"""The knowledge base as a key of a cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge


class Same:
    """A knowledge base that is equal to itself alone: the same object is the same key, whatever it holds."""

    __slots__ = ("kb",)

    def __init__(self, kb: Knowledge) -> None:
        self.kb = kb

    def __hash__(self) -> int:
        return id(self.kb)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.kb is self.kb
