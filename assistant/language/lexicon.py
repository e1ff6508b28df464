"""Everything the reader looks for, compiled once for one knowledge base."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Term
from assistant.language.catalogue import ModelNames, model_names
from assistant.language.frames import Frames, either
from assistant.language.gpus import GpuNames, gpu_names
from assistant.language.normalise import Script
from assistant.language.numerals import MULTIPLES, ONES
from assistant.language.spelling import Spelling, spelling
from assistant.language.words import LEFT, RIGHT, Words, spelt


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The vocabulary as patterns.

    Attributes:
        kb: the base it was made from.
        script: how a text is brought into plain form.
        gpus, models: names.
        gap: what may stand between a keyword and its number, as one pattern.
        polite, polite_end: words that carry no meaning at the beginning, or at the end, of a message.
        filler: what may stand beside a bare answer without changing it.
        kinds: terms by kind; their words are made into patterns when they are first looked for.
        frames: grammar filled with these words.
        made: patterns that were looked for already.
    """

    kb: Knowledge
    script: Script
    gpus: GpuNames
    models: ModelNames
    gap: re.Pattern[str]
    polite: re.Pattern[str]
    polite_end: re.Pattern[str]
    filler: re.Pattern[str]
    kinds: Mapping[str, list[Term]]
    frames: Frames
    made: dict[str, Words] = field(default_factory=dict)

    def words(self, kind: str) -> Words:
        """Return the words of `kind`; none where the vocabulary has none."""
        made = self.made.get(kind)
        if made is None:
            made = self.made[kind] = Words.of(self.kinds.get(kind, ()), _EDGES.get(kind, RIGHT))
        return made


_EDGES = {"key": r"(?:(?![a-z])|(?<![a-z0-9]))"}
"""A keyword may touch its number ("bs64")."""


@lru_cache(maxsize=4)
def lexicon(kb: Knowledge) -> Lexicon:
    """Return the patterns of `kb`, compiled on first use: a base is equal to itself alone, so it is its own key."""
    groups: dict[str, list[Term]] = defaultdict(list)
    for term in kb.vocabulary.values():
        groups[term.kind].append(term)
    gap = either(groups["gap"])
    polite = either(groups["polite"])
    # Each round of a run is atomic: a sign that two alternatives know must not be tried both ways, run after run.
    return Lexicon(
        kb,
        _script(
            groups, spelling(_known_words(kb), *(_listed(groups, f"spelling.{sort}") for sort in ("short", "ordinary")))
        ),
        gpu_names(kb),
        model_names(kb),
        re.compile(rf"(?>[\s:=：（(~≈<≤>]|(?:{gap}){RIGHT})*"),
        re.compile(rf"(?>[^\w$€£¥₹%]|(?:{polite}){RIGHT})*"),
        re.compile(rf"(?:[\s,.!?;:~…\"'()]|[^\w\s$€£¥₹%]|{LEFT}(?:{polite}))\Z"),
        re.compile(rf"(?>[\s,.!?;:~…\"'()<>≤≈$]|(?:{polite}|{gap}|{either(groups['mark.hedge'])}){RIGHT})*"),
        dict(groups),
        Frames(groups),
    )


def _known_words(kb: Knowledge) -> Iterator[str]:
    """Yield the English words of the vocabulary and of the models' names, neighbours also written together."""
    yield from (*ONES, *MULTIPLES)
    for identity in kb.models:
        yield from re.findall(r"[a-z]{6,}", identity)
    for term in kb.vocabulary.values():
        for word in term.en if term.kind != "spelling.ordinary" else ():
            for form in spelt(word.lower()):
                parts = re.findall(r"[a-z]+", form)
                yield from parts
                yield from (left + right for left, right in pairwise(parts) if len(left) > 1)


def _listed(groups: Mapping[str, list[Term]], kind: str) -> list[str]:
    return [word for term in groups[kind] for word in term.en]


def _script(groups: Mapping[str, list[Term]], known: Spelling) -> Script:
    pairs = "".join(text for term in groups["script.characters"] for text in term.zh)
    characters = {pairs[index]: pairs[index + 1] for index in range(0, len(pairs) - 1, 2)}
    neutral = frozenset(word for term in groups["script.neutral"] for word in term.en)
    words = {word: term.value for term in groups["script.word"] for word in term.zh}
    body = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return Script(re.compile(body or r"(?!)"), words, characters, known, neutral)
