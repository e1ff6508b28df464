"""A question as weighted features: words, word pairs, Chinese character runs, concepts, their pairs, model sizes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.language.faq.naming import Families, Places
from assistant.language.faq.phrases import HAN, Courtesy, PhraseBook, simplify, tokens

_SIZE = re.compile(r"(\d+(?:\.\d+)?)([bm])$")
_UNIT = re.compile(r"\d+(?:\.\d+)?([a-z]{1,3})$")
_MOST_WORDS = 20_000
_NUMBER = re.compile(r"[\d.,/x-]+$")


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it is compared.

    Attributes:
        simple: its simplified text; `words` its tokens.
        features: feature -> weight.
        concepts: concept -> words that named it.
    """

    simple: str
    words: list[str]
    features: Mapping[str, float]
    concepts: Mapping[str, set[str]]

    def whole(self, words: Iterable[str]) -> list[str]:
        """Return those of `words` that are no part of a longer word of a concept, as service of server in Chinese."""
        longer = [word for named in self.concepts.values() for word in named if HAN.match(word)]
        return [word for word in words if not any(word != other and word in other for other in longer)]


@dataclass(frozen=True)
class Reader:
    """What is needed to read a question.

    Attributes:
        characters: Traditional to Simplified.
        concepts: words -> concept.
        concept_weight: concept -> weight; below 1 it stands for names of cards.
        word_weight: word -> weight, for words of such names.
        weights: kind of feature -> weight.
        size_of: billions of parameters -> size class.
        courtesy: what is said around a question.
        fillers: words that carry the form of a question and not its matter.
        places: what names of cloud instances look like.
        families: models that newer versions are named after.
    """

    characters: Mapping[int, str]
    concepts: PhraseBook
    concept_weight: Mapping[str, float]
    word_weight: Mapping[str, float]
    weights: Mapping[str, float]
    size_of: Callable[[float], str]
    courtesy: Courtesy
    fillers: frozenset[str]
    places: Places
    families: Families

    def read(self, text: str, correct: Callable[[str], str] | None = None) -> Reading:
        """Return the features of `text`; `correct` mends a misspelt word."""
        return self.read_simple(simplify(text, self.characters), correct)

    def read_simple(self, simple: str, correct: Callable[[str], str] | None = None) -> Reading:
        """Return the features of a text that was simplified before."""
        simple = self.courtesy.strip(simple)
        words = tokens(simple)
        if correct is not None:
            words = [word if HAN.match(word) else correct(word) for word in words]
        features: dict[str, float] = defaultdict(float)
        before = ""
        for word in words:
            before = self._run(word, features) if HAN.match(word) else self._word(word, before, features)
        concepts = self.concepts.find(simple, words)
        if instances := self.places.find(words):
            concepts.setdefault(self.places.concept, set()).update(instances)
        for concept, word in self.families.find(words):
            concepts.setdefault(concept, set()).add(word)
        for feature, weight in self._of_concepts(concepts):
            features[feature] += weight * self.weights["concept"]
        for feature in self._of_meetings(concepts):
            features[feature] = self.weights["two_concepts"]
        return Reading(simple, words, features, concepts)

    def matter(self, words: Iterable[str]) -> list[str]:
        """Return `words` without those that carry only the form of a question; Chinese runs are cut at them."""
        out: list[str] = []
        for word in words:
            if HAN.match(word):
                out.extend(part for part in self.han_fillers.split(word) if part)
            elif word not in self.fillers:
                out.append(word)
        return out

    @cached_property
    def han_fillers(self) -> re.Pattern[str]:
        """What a Chinese run is cut at, longest first."""
        longest = sorted((word for word in self.fillers if HAN.match(word)), key=lambda word: -len(word))
        return re.compile("|".join(map(re.escape, longest)))

    def _run(self, run: str, features: dict[str, float]) -> str:
        """Add the one, two and three character runs of `run`."""
        for length, kind in ((1, "character"), (2, "two_characters"), (3, "three_characters")):
            weight = self.weights[kind]
            if not weight:
                continue
            for start in range(len(run) - length + 1):
                features["h:" + run[start : start + length]] += weight
        return ""

    def _word(self, word: str, before: str, features: dict[str, float]) -> str:
        """Add `word`, its pair with the word before and its size class; return what the next word sees before it."""
        kept = self._kept.get(word)
        if kept is None:
            kept = self._of_word(word)
            if len(self._kept) < _MOST_WORDS:
                self._kept[word] = kept
        seen, own = kept
        for feature, weight in own:
            features[feature] += weight
        if before and seen != "#":
            features[f"p:{before} {seen}"] += self.weights["pair"]
        return seen

    @cached_property
    def _kept(self) -> dict[str, tuple[str, tuple[tuple[str, float], ...]]]:
        return {}

    def _of_word(self, word: str) -> tuple[str, tuple[tuple[str, float], ...]]:
        """Return what neighbours see of `word`, "#" for a number, and the features of the word alone."""
        own = []
        if size := _SIZE.match(word):
            billions = float(size[1]) / (1000 if size[2] == "m" else 1)
            own.append(("z:" + self.size_of(billions), self.weights["size"]))
        known = self.word_weight.get(word)
        if known is None and _NUMBER.match(word):
            return "#", tuple(own)
        if known is None and (unit := _UNIT.match(word)):
            word = "#" + unit[1]
        own.append(("w:" + word, known or self.weights["filler" if word in self.fillers else "word"]))
        return word, tuple(own)

    def _of_concepts(self, concepts: Mapping[str, set[str]]) -> list[tuple[str, float]]:
        """Return the concept features, and those of two names of cards side by side."""
        out = [(f"c:{concept}", self.concept_weight[concept]) for concept in concepts]
        named = sorted(concept for concept in concepts if self.concept_weight[concept] < 1)
        if len({word for concept in named for word in concepts[concept]}) > 1:
            out.append(("c:two-names", 1.0))
        out.extend((f"c:two {concept}", 1.0) for concept in named if len(concepts[concept]) > 1)
        if len(named) > 1:
            out.append(("c:pair " + "+".join(named), 1.0))
        return out

    def _of_meetings(self, concepts: Iterable[str]) -> Iterator[str]:
        """Yield what says that two concepts meet: a slow disk and a slow network are two questions."""
        ordered = sorted(concepts)
        for place, first in enumerate(ordered):
            for second in ordered[place + 1 :]:
                yield f"p:{first}+{second}"
