"""Words of the vocabulary as patterns.

A word in YAML is a small template: a space stands for any joint or none ("fine tune" is also "fine-tune" and
"finetune"), `(a|b)` for a choice, `[x]` for something that may be missing, `[x]*` for any number of it, `(?!x)` for
"not followed by x", `...` for a few characters of the same clause, `^` for the beginning or the end of the text.
A word that begins or ends with a Latin letter or digit must begin or end there in the text, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from assistant.knowledge.schema import Term

_PIECE = re.compile(r"\.\.\.|\(\?!|[\])]\*|[\[\]()|]|\s+|.", re.DOTALL)
_CLOSING = {")": ")", ")*": ")*", "]": ")?", "]*": ")*"}
_JOINT = r"[\s\-_]*"
_GAP = r"[^,.;!?\n]{0,12}?(?:(?<![a-z0-9])|(?![a-z0-9]))"
_NOT_FOLLOWED = re.compile(r"\(\?![^()]*\)")
_OPTIONAL = re.compile(r"\[[^\[\]]*\]\*?")
LEFT = r"(?:(?<![a-z0-9])|(?![a-z0-9]))"
"""A word whose first character is Latin begins where no other Latin word runs on."""
RIGHT = r"(?:(?![a-z0-9])|(?<![a-z0-9])|(?=x\d))"
"""The same at its end; a count may follow ("a100x8")."""
_DEPTH = 3
"""By so many of their first characters words are told apart."""


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
        return (r"\A\s*" if word[0] == "^" else "") + body + (r"[\s.!?~…]*\Z" if word[-1] == "^" else "")
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
    word = word.replace("...", " ")
    if "[" not in word and "(" not in word:
        return [word]
    forms = [""]
    index = 0
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


class Words:
    """Words of one kind, or names: where several begin at one place, the longest template wins.

    Nothing is compiled before it is needed: words that begin alike are one pattern, which is compiled when a text first
    holds their first characters.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]], left: str = LEFT, right: str = RIGHT) -> None:
        """Take (template, value) pairs, and what must stand on either side of a word."""
        forms = sorted(
            ((form, value) for word, value in pairs for form in begun(word.lower())),
            key=lambda pair: -least_length(pair[0]),
        )
        self.values = tuple(value for _, value in forms)
        self._left = re.compile(left)
        self._right = right
        self._groups: dict[str, list[tuple[int, str]]] = {}
        for rank, (form, _) in enumerate(forms):
            self._groups.setdefault(_beginning(form), []).append((rank, form))
        self._parts: dict[str, re.Pattern[str]] = {}
        self._wholes: dict[str, re.Pattern[str]] = {}

    @classmethod
    def of(cls, terms: Iterable[Term], right: str = RIGHT) -> Words:
        """Return the words of `terms`."""
        return cls(((word, term.value) for term in terms for word in (*term.en, *term.zh)), right=right)

    def find(self, text: str) -> Iterator[Hit]:
        """Yield every word in `text`, left to right, without overlaps."""
        ahead = [found for key in self._present(text) if (found := self._search(key, text, 0)) is not None]
        while ahead:
            start, rank, end, _ = min(ahead)
            yield Hit(self.values[rank], start, end)
            ahead = [
                later
                for found in ahead
                if (later := found if found[0] >= end else self._search(found[3], text, end)) is not None
            ]

    def search(self, text: str, position: int) -> Hit | None:
        """Return the first word at or after `position`, None where there is none."""
        found = [hit for key in self._present(text) if (hit := self._search(key, text, position)) is not None]
        if not found:
            return None
        start, rank, end, _ = min(found)
        return Hit(self.values[rank], start, end)

    def at(self, text: str, position: int) -> Hit | None:
        """Return the word that begins at `position`, within a run of characters, too ("20gb"); else None."""
        best: tuple[int, int] | None = None
        for length in range(_DEPTH + 1):
            key = text[position : position + length]
            if key not in self._groups or len(key) < length:
                continue
            match = self._part(key).match(text, position)
            if match is not None and match.lastindex and match.end() > position:
                rank = self._groups[key][match.lastindex - 1][0]
                best = (rank, match.end()) if best is None else min(best, (rank, match.end()))
        return None if best is None else Hit(self.values[best[0]], position, best[1])

    def whole(self, text: str) -> str | None:
        """Return the value of the word that `text` is from beginning to end, None where it is none."""
        ranks = []
        for length in range(_DEPTH + 1):
            key = text[:length]
            if key in self._groups and len(key) == length:
                match = self._whole(key).fullmatch(text)
                if match is not None and match.lastindex:
                    ranks.append(self._groups[key][match.lastindex - 1][0])
        return self.values[min(ranks)] if ranks else None

    def first(self, text: str) -> Hit | None:
        """Return the first word in `text`, None where there is none."""
        return self.search(text, 0)

    def _present(self, text: str) -> list[str]:
        """Return the beginnings of words that `text` holds."""
        return [key for key in self._groups if key in text]

    def _search(self, key: str, text: str, position: int) -> tuple[int, int, int, str] | None:
        """Return (start, rank, end, `key`) of the next word that begins with `key`."""
        part = self._part(key)
        match = part.search(text, position)
        while match is not None:
            if match.lastindex and match.end() > match.start() and self._left.match(text, match.start()):
                return match.start(), self._groups[key][match.lastindex - 1][0], match.end(), key
            match = part.search(text, match.start() + 1)
        return None

    def _part(self, key: str) -> re.Pattern[str]:
        part = self._parts.get(key)
        if part is None:
            part = self._parts[key] = re.compile(f"(?:{self._body(key)}){self._right}")
        return part

    def _whole(self, key: str) -> re.Pattern[str]:
        whole = self._wholes.get(key)
        if whole is None:
            whole = self._wholes[key] = re.compile(rf"(?:{self._body(key)})[\s.!?~…]*")
        return whole

    def _body(self, key: str) -> str:
        """Return the words that begin with `key` as one pattern, an empty group behind each to know it by."""
        head = re.escape(key)
        return head + "(?:" + "|".join(pattern(form)[len(head) :] + "()" for _, form in self._groups[key]) + ")"


def _beginning(form: str) -> str:
    """Return the plain characters that `form` begins with, at most `_DEPTH`; "" where it begins otherwise."""
    index = 0
    while index < min(_DEPTH, len(form)) and form[index] not in "[](){}|^.*" and not form[index].isspace():
        index += 1
    return form[:index]
