"""Phrases that mean something inside a conversation: from the vocabulary, found in a folded message."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from assistant.knowledge import Knowledge
from assistant.language.frames import Frame
from assistant.language.lexicon import lexicon

COMMAND = 200
"""A command is short; no more characters than these are looked at."""
QUESTION = 60
"""A question whether a card is enough is no longer than this."""
_TRIM = re.compile(r"^[\s\W_]+|[\s\W_]+$")
_POLITE = re.compile(
    r"^(please|ok(ay)?|so|well|请|麻烦|那|那么|好)[\s,，]*|[\s,，]*(please|thanks|吧|呢|啊|呀|一下|了)$"
)
_LATIN = re.compile(r"[a-z0-9]")


def fold(text: str) -> str:
    """Return `text` in compatibility form and lower case."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def speaks_of(kb: Knowledge, text: str, kind: str) -> bool:
    """Return whether `text` has a word of `kind` of the vocabulary."""
    return lexicon(kb).frames(Frame(f"<<{kind}>>")).search(fold(text)) is not None


def bare(text: str) -> str:
    """Return `text` folded, without punctuation and politeness around it."""
    words = _TRIM.sub("", fold(text))
    return _TRIM.sub("", _POLITE.sub("", _POLITE.sub("", words)))


def asks_whether_it_fits(kb: Knowledge, text: str) -> bool:
    """Return whether a short message asks if something is enough: "a 3090 enough?", "1块4090够吗"."""
    words = fold(text[:COMMAND])
    found = (phrase for _, words_of in phrases(kb, "meta.fits") for phrase in words_of)
    return len(words) <= QUESTION and any(phrase in words for phrase in found)


def mistaken(kb: Knowledge, text: str) -> bool:
    """Return whether `text` has a card, a word for holding and one for concluding: "1 TB, so I need an 80 GB card"."""
    words = fold(text[:COMMAND])
    groups = phrases(kb, "mistake")
    return bool(groups) and all(any(phrase in words for phrase in words_of) for _, words_of in groups)


def plan_line(kb: Knowledge, text: str) -> str:
    """Return the line of a plan that `text` names by its longest word for one, "" where it names none."""
    words = fold(text[:400])
    best = ("", 0)
    for value, words_of in phrases(kb, "plan_line"):
        for phrase in words_of:
            latin = bool(_LATIN.search(phrase))
            weight = len(phrase) if latin else 2 * len(phrase)
            if weight <= best[1] or phrase not in words:
                continue
            if not latin or re.search(rf"(?<![a-z0-9]){re.escape(phrase)}(?![a-z])", words):
                best = (value, weight)
    return best[0]


def mentions(known: Iterable[str], words: str) -> bool:
    """Return whether folded `words` hold one of the phrases; one in Latin letters as whole words."""
    return any(_whole(phrase).search(words) for phrase in known if phrase in words)


@lru_cache(maxsize=512)
def _whole(phrase: str) -> re.Pattern[str]:
    pattern = re.escape(phrase)
    return re.compile(rf"(?<![a-z0-9]){pattern}(?![a-z0-9])" if phrase.isascii() else pattern)


def phrases(kb: Knowledge, kind: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return (value, folded phrases) of each vocabulary entry of `kind`."""
    return _table(tuple((term.value, (*term.en, *term.zh)) for term in kb.vocabulary.values() if term.kind == kind))


@lru_cache(maxsize=32)
def _table(rows: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((value, frozenset(fold(word) for word in words)) for value, words in rows)
