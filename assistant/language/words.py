"""Words of the vocabulary as patterns.

A word in YAML is a small template: a space stands for any joint or none ("fine tune" is also "fine-tune" and
"finetune"), `(a|b)` for a choice, `[x]` for something that may be missing, `[x]*` for any number of it, `(?!x)` for "not followed by x",
`...` for a few characters of the same clause, `^` for the beginning or the end of the text.
A word that begins or ends with a Latin letter or digit must begin or end there in the text, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from assistant.knowledge.schema import Term

_TOKEN = re.compile(r"\.\.\.|\(\?!|[\])]\*|[\[\]()|]|\s+|.", re.DOTALL)
_PIECES = {
    "...": r"[^,.;!?\n，。；！？]{0,12}?",
    "[": "(?:",
    "]": ")?",
    "]*": ")*",
    ")*": ")*",
    "(": "(?:",
    "(?!": "(?!",
    ")": ")",
    "|": "|",
}
_JOINT = r"[\s\-_]*"
LEFT = r"(?:(?<![a-z0-9])|(?![a-z0-9]))"
"""A word whose first character is Latin begins where no other Latin word runs on."""
RIGHT = r"(?:(?![a-z0-9])|(?<![a-z0-9])|(?=x\d))"
"""The same at its end; a count may follow ("a100x8")."""


class Hit(NamedTuple):
    """One word found: the value it stands for and where it stands."""

    value: str
    start: int
    end: int


def pattern(word: str) -> str:
    """Return the regular expression of the template `word`, without its edges."""
    word = word.lower().strip()
    if len(word) > 1 and "^" in (word[0], word[-1]):
        body = pattern(word.strip("^"))
        return (r"\A\s*" if word[0] == "^" else "") + body + (r"\s*\Z" if word[-1] == "^" else "")
    parts = []
    for match in _TOKEN.finditer(word):
        piece = match.group()
        parts.append(_JOINT if piece.isspace() else _PIECES.get(piece) or re.escape(piece))
    return "".join(parts)


class Words:
    """All words of one kind, the longest first."""

    def __init__(self, terms: Iterable[Term]) -> None:
        pairs = [(word, term.value) for term in terms for word in (*term.en, *term.zh)]
        pairs.sort(key=lambda pair: -len(pair[0]))
        self.values = tuple(value for _, value in pairs)
        self.body = "|".join(pattern(word) for word, _ in pairs) or r"(?!)"
        body = "|".join(f"({pattern(word)})" for word, _ in pairs) or r"((?!))"
        self.regex = re.compile(f"{LEFT}(?:{body}){RIGHT}")
        self._whole = re.compile(rf"(?:{body})[\s.!?~…]*")
        self._unit = re.compile(f"(?:{body}){RIGHT}")

    def find(self, text: str) -> Iterator[Hit]:
        """Yield every word in `text`, left to right, without overlaps."""
        for match in self.regex.finditer(text):
            if match.lastindex and match.end() > match.start():
                yield Hit(self.values[match.lastindex - 1], match.start(), match.end())

    def at(self, text: str, position: int) -> Hit | None:
        """Return the word that begins at `position`, be it in the middle of a run ("20gb"); None where there is none."""
        match = self._unit.match(text, position)
        if match is None or not match.lastindex or match.end() == match.start():
            return None
        return Hit(self.values[match.lastindex - 1], match.start(), match.end())

    def whole(self, text: str) -> str | None:
        """Return the value of the word that `text` is from beginning to end, None where it is none."""
        match = self._whole.fullmatch(text)
        return self.values[match.lastindex - 1] if match is not None and match.lastindex else None

    def first(self, text: str) -> Hit | None:
        """Return the first word in `text`, None where there is none."""
        return next(self.find(text), None)
