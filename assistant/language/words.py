"""Words of the vocabulary as patterns.

A word in YAML is a small template: a space stands for any joint or none ("fine tune" is also "fine-tune" and
"finetune"), `(a|b)` for a choice, `[x]` for something that may be missing, `[x]*` for any number of it, `(?!x)` for
"not followed by x", `...` for a few characters of the same clause, `^` for the beginning or the end of the text.
A word that begins or ends with a Latin letter or digit must begin or end there in the text, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from assistant.knowledge.schema import Term

_PIECE = re.compile(r"\.\.\.|\(\?!|[\])]\*|[\[\]()|]|\s+|.", re.DOTALL)
_CLOSING = {")": ")", ")*": ")*", "]": ")?", "]*": ")*"}
_JOINT = r"[\s\-_]*"
_GAP = r"[^,.;!?\n]{0,12}?"
_NOT_FOLLOWED = re.compile(r"\(\?![^()]*\)")
_OPTIONAL = re.compile(r"\[[^\[\]]*\]\*?")
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
    pieces = _PIECE.findall(word)
    parts: list[str] = []
    for index, piece in enumerate(pieces):
        after = pieces[index + 1] if index + 1 < len(pieces) else ""
        if piece.isspace():
            parts.append("" if after == "[" else _JOINT)
        elif piece == "[":
            parts.append(f"(?:{_JOINT if index and pieces[index - 1].isspace() else ''}(?:")
        elif piece in {"]", "]*"}:
            parts.append(")" + _CLOSING[piece])
        elif piece == "...":
            parts.append(_GAP)
        else:
            parts.append({"(": "(?:", "(?!": "(?!", "|": "|"}.get(piece) or _CLOSING.get(piece) or re.escape(piece))
    return "".join(parts)


def least_length(word: str) -> int:
    """Return how long `word` is without the parts that may be missing."""
    return len(_OPTIONAL.sub("", _NOT_FOLLOWED.sub("", word)))


def begun(word: str) -> list[str]:
    """Return `word` once for each way it may begin, so that every one begins with a plain character."""
    word = word.strip()
    if not word or word[0] not in "[(" or word.startswith("(?!"):
        return [word]
    index = _closing(word, 0)
    rest = word[index + 1 :]
    if rest.startswith("*"):
        return [word]
    choices = _split(word[1:index])
    out = [form for choice in choices for form in begun(choice + rest)]
    return out + begun(rest) if word[0] == "[" else out


def _split(text: str) -> list[str]:
    """Split a choice at its own bars, not at those of inner groups."""
    out, depth, current = [], 0, ""
    for piece in text:
        depth += (piece in "[(") - (piece in "])")
        if piece == "|" and depth == 0:
            out.append(current)
            current = ""
        else:
            current += piece
    return [*out, current]


def spelt(word: str, most: int = 64) -> list[str]:
    """Return what the template `word` may stand for, written out with spaces at its joints; at most `most` forms."""
    forms = [""]
    index = 0
    word = word.replace("...", " ")
    while index < len(word):
        piece = word[index]
        if piece in "[(" and not word.startswith("(?!", index):
            end = _closing(word, index)
            choices = [form for choice in _split(word[index + 1 : end]) for form in spelt(choice, most)]
            choices += [""] if piece == "[" else []
            forms = [form + choice for form in forms for choice in choices][:most]
            index = end + 1
        elif word.startswith("(?!", index):
            index = _closing(word, index) + 1
        else:
            forms = [form + piece for form in forms]
            index += 1
    return forms


def _closing(word: str, start: int) -> int:
    depth = 0
    for index in range(start, len(word)):
        depth += (word[index] in "[(") - (word[index] in "])")
        if depth == 0:
            return index
    return len(word) - 1


def alternation(words: Iterable[str]) -> str:
    """Return one pattern for `words`, an empty group at the end of each; `in_order` says which is which.

    The first to fit wins among those that begin alike. Words are gathered by their first character: a search is then
    many times faster.
    """
    plain: dict[str, list[str]] = {}
    other: list[str] = []
    for word in words:
        first = word[:1].lower()
        if first and first not in "[(^." and not first.isspace():
            plain.setdefault(first, []).append(word)
        else:
            other.append(word)
    parts = [
        re.escape(first) + "(?:" + "|".join(pattern(w)[len(re.escape(first)) :] + "()" for w in group) + ")"
        for first, group in plain.items()
    ]
    parts.extend(pattern(word) + "()" for word in other)
    return "|".join(parts) or r"(?!)()"


def in_order(words: Iterable[str]) -> list[int]:
    """Return the order in which `alternation` numbers its groups, as indexes of `words`."""
    plain: dict[str, list[int]] = {}
    other: list[int] = []
    for index, word in enumerate(words):
        first = word[:1].lower()
        if first and first not in "[(^." and not first.isspace():
            plain.setdefault(first, []).append(index)
        else:
            other.append(index)
    return [index for group in plain.values() for index in group] + other


class Words:
    """All words of one kind, the longest first."""

    def __init__(self, terms: Iterable[Term], right: str = RIGHT) -> None:
        pairs = [(form, term.value) for term in terms for word in (*term.en, *term.zh) for form in begun(word)]
        pairs.sort(key=lambda pair: -least_length(pair[0]))
        order = in_order(word for word, _ in pairs)
        self.values = tuple(pairs[index][1] for index in order)
        self._body = alternation(word for word, _ in pairs)
        self._right = right
        self.regex = re.compile(f"{LEFT}(?:{self._body}){right}")

    @cached_property
    def _unit(self) -> re.Pattern[str]:
        return re.compile(f"(?:{self._body}){self._right}")

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{self._body})[\s.!?~…]*")

    def value_of(self, match: re.Match[str]) -> str:
        """Return the value of the word that `match` found."""
        return self.values[(match.lastindex or 1) - 1]

    def find(self, text: str) -> Iterator[Hit]:
        """Yield every word in `text`, left to right, without overlaps."""
        for match in self.regex.finditer(text):
            if match.lastindex and match.end() > match.start():
                yield Hit(self.values[match.lastindex - 1], match.start(), match.end())

    def at(self, text: str, position: int) -> Hit | None:
        """Return the word that begins at `position`, within a run of characters, too ("20gb"); else None."""
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
