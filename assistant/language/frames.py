"""Grammar with the words left out: how things stand beside each other is Python, which words stand there is YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from assistant.knowledge.schema import Term
from assistant.language.words import RIGHT, least_length, pattern

_WORDS = re.compile(r"<<([a-z_.]+)>>")
_LEFT = r"(?:(?<![a-z])|(?![a-z0-9]))"
"""A word may touch a number before it ("8gpus")."""


class Frame(str):
    """A regular expression in which `<<kind>>` stands for any word of that kind in the vocabulary."""

    __slots__ = ()

    def kinds(self) -> list[str]:
        """Return the kinds of words it needs."""
        return _WORDS.findall(self)


def either(terms: Iterable[Term]) -> str:
    """Return the words of `terms` as one pattern without groups, the longest first."""
    words = sorted((word for term in terms for word in (*term.en, *term.zh)), key=least_length, reverse=True)
    return "|".join(pattern(word) for word in words) or r"(?!)"


class Frames:
    """The frames filled with the words of one knowledge base; each is compiled when it is first asked for."""

    def __init__(self, terms: Mapping[str, list[Term]]) -> None:
        """Take the terms by kind."""
        self._terms = terms
        self._compiled: dict[str, re.Pattern[str]] = {}

    def __call__(self, frame: Frame) -> re.Pattern[str]:
        """Return `frame` as a pattern."""
        found = self._compiled.get(frame)
        if found is None:
            found = self._compiled[frame] = re.compile(_WORDS.sub(self._fill, frame))
        return found

    def _fill(self, match: re.Match[str]) -> str:
        return rf"{_LEFT}(?:{either(self._terms.get(match[1], ()))}){RIGHT}"
