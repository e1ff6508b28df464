"""Slips of the keyboard in English words: one letter too many, too few, wrong, or two swapped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SHORTEST = 6
_WORD = re.compile(r"(?<![a-z0-9])[a-z]{4,24}(?![a-z])")
_VOWELS = frozenset("aeiou")


@dataclass(frozen=True, slots=True)
class Spelling:
    """The words we know.

    Attributes:
        known: every one of them, of any length, and ordinary words that are near to one.
        near: (first letter, length) -> the long words among them, of at least `SHORTEST` letters.
        short: shorter words a slip in which is mended, too, where it is plainly one.
    """

    known: frozenset[str]
    near: Mapping[tuple[str, int], tuple[str, ...]]
    short: tuple[str, ...] = ()

    def correct(self, word: str) -> str:
        """Return the one known word that `word` is a slip of, else `word` itself; the first letter is never wrong."""
        if word in self.known or word + "s" in self.known or (word.endswith("s") and word[:-1] in self.known):
            return word
        found = self._long(word) if len(word) >= SHORTEST - 1 else set()
        found = found or {short for short in self.short if short[0] == word[0] and _plain_slip(word, short)}
        if len(found) == 2 and len({form.removesuffix("s") for form in found}) == 1:
            return max(found, key=len)
        return found.pop() if len(found) == 1 else word

    def _long(self, word: str) -> set[str]:
        if len(word) < SHORTEST:
            return set()
        lengths = range(len(word) - 1, len(word) + 2)
        return {known for length in lengths for known in self.near.get((word[0], length), ()) if _one_slip(word, known)}


def spelling(words: Iterable[str], short: Iterable[str] = (), ordinary: Iterable[str] = ()) -> Spelling:
    """Return the index of `words`; slips in `short` ones are mended where nothing else can be meant.

    `ordinary` words are right as they are: no slip is mended into one of them, and none of them is taken for a slip.
    """
    known = frozenset(word for word in words if word.isascii() and word.isalpha()) | frozenset(short)
    near: dict[tuple[str, int], list[str]] = {}
    for word in sorted(known):
        if len(word) >= SHORTEST:
            near.setdefault((word[0], len(word)), []).append(word)
    return Spelling(
        known | frozenset(ordinary), {key: tuple(found) for key, found in near.items()}, tuple(sorted(set(short)))
    )


def corrections(text: str, index: Spelling) -> list[tuple[int, int, str]]:
    """Return (start, end, right word) for every slip in the plain text `text`."""
    out = []
    for match in _WORD.finditer(text):
        right = index.correct(match.group())
        if right != match.group():
            out.append((match.start(), match.end(), right))
    return out


def _one_slip(left: str, right: str) -> bool:
    """Return whether one insertion, deletion, substitution or swap of neighbours makes `left` into `right`."""
    if abs(len(left) - len(right)) > 1 or left == right:
        return False
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    a, b = left[start:], right[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def _plain_slip(word: str, short: str) -> bool:
    """Return whether `word` is a slip of a short word that makes no other word.

    Two neighbours swapped, a letter too many inside the word, or a vowel inside the word left out.
    """
    if not _one_slip(word, short) or word[0] != short[0]:
        return False
    if len(word) == len(short):
        return sorted(word) == sorted(short)
    if len(word) > len(short):
        return word[-1] == short[-1]
    return word[-1] == short[-1] and len(short) > SHORTEST - 2 and set(short) - set(word) <= _VOWELS
