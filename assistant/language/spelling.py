"""Slips of the keyboard in long English words: one letter too many, too few, wrong, or two swapped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SHORTEST = 6
_LONG_WORD = re.compile(rf"(?<![a-z0-9])[a-z]{{{SHORTEST},24}}(?![a-z])")


@dataclass(frozen=True, slots=True)
class Spelling:
    """The long words we know.

    Attributes:
        known: every one of them.
        near: a word with one letter left out -> the known words it may be.
    """

    known: frozenset[str]
    near: Mapping[str, tuple[str, ...]]

    def correct(self, word: str) -> str:
        """Return the one known word that `word` is a slip of, else `word` itself; the first letter is never wrong."""
        if word in self.known or word + "s" in self.known or (word.endswith("s") and word[:-1] in self.known):
            return word
        forms = {word, *_shortened(word)}
        found = {
            known
            for form in forms
            for known in self.near.get(form, ())
            if known[0] == word[0] and _one_slip(word, known)
        }
        if len(found) == 2 and len({form.removesuffix("s") for form in found}) == 1:
            return max(found, key=len)
        return found.pop() if len(found) == 1 else word


def spelling(words: Iterable[str]) -> Spelling:
    """Return the index of the long words among `words`."""
    known = frozenset(word for word in words if len(word) >= SHORTEST and word.isascii() and word.isalpha())
    near: dict[str, list[str]] = {}
    for word in sorted(known):
        for form in (word, *_shortened(word)):
            near.setdefault(form, []).append(word)
    return Spelling(known, {form: tuple(found) for form, found in near.items()})


def corrections(text: str, index: Spelling) -> list[tuple[int, int, str]]:
    """Return (start, end, right word) for every slip in the plain text `text`."""
    out = []
    for match in _LONG_WORD.finditer(text):
        right = index.correct(match.group())
        if right != match.group():
            out.append((match.start(), match.end(), right))
    return out


def _shortened(word: str) -> set[str]:
    return {word[:index] + word[index + 1 :] for index in range(len(word))}


def _one_slip(left: str, right: str) -> bool:
    """Return whether one insertion, deletion, substitution or swap of neighbours makes `left` into `right`."""
    if abs(len(left) - len(right)) > 1 or left == right:
        return False
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    a, b = left[start:], right[start:]
    return (
        a[1:] == b[1:]
        or a[1:] == b
        or a == b[1:]
        or (len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:])
    )
