"""What a number is read in: the message, its clauses, the question that was open."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from assistant.language.frames import Frame
from assistant.language.lexicon import Lexicon
from assistant.language.quantity import Quantity
from assistant.language.spans import USED
from assistant.language.words import Hit

_BREAK = re.compile(r"[,;!?\n]|\.(?!\d)")


@dataclass(frozen=True)
class Context:
    """One message, after names were taken out of it.

    Attributes:
        plain: the whole plain text.
        rest: the same with names blanked.
        lexicon: the vocabulary.
        asking, unit: the open question and the unit it offered; "" for none.
        has_gpu: a card is named.
        has_model: a model is named.
        sound: a model of speech or sound is named.
    """

    plain: str
    rest: str
    lexicon: Lexicon
    asking: str = ""
    unit: str = ""
    has_gpu: bool = False
    has_model: bool = False
    sound: bool = False

    def clause(self, start: int, end: int) -> tuple[int, int]:
        """Return the bounds of the clause around `start:end`."""
        first = 0
        for match in _BREAK.finditer(self.rest, 0, start):
            first = match.end()
        after = _BREAK.search(self.rest, end)
        return first, after.start() if after else len(self.rest)

    def hits(self, kind: str) -> tuple[Hit, ...]:
        """Return every word of `kind` in the message."""
        return self._cache.setdefault(kind, tuple(self.lexicon.words(kind).find(self.rest)))

    def frame(self, frame: Frame) -> re.Pattern[str]:
        """Return `frame` filled with the vocabulary."""
        return self.lexicon.frames(frame)

    @cached_property
    def asks_why_not(self) -> bool:
        """Whether a "not" belongs to "why not ...": what follows is wished for, not denied."""
        return any(hit.value in {"whynot", "whynot.weak"} for hit in self.hits("intent.any"))

    @cached_property
    def _cache(self) -> dict[str, tuple[Hit, ...]]:
        return {}

    def within(self, kind: str, start: int, end: int) -> list[Hit]:
        """Return the words of `kind` that lie in `start:end`."""
        return [hit for hit in self.hits(kind) if start <= hit.start and hit.end <= end]

    def before(self, quantity: Quantity, length: int) -> str:
        """Return up to `length` characters before a number, within its clause."""
        return self.rest[max(self.clause(quantity.start, quantity.end)[0], quantity.start - length) : quantity.start]

    def next_is_name(self, quantity: Quantity) -> bool:
        """Return whether a name follows the number at once."""
        return bool(re.match(rf"[\s\-的]{{0,2}}{USED}", self.rest[quantity.end : quantity.end + 3]))
