"""Whether a question is about training hardware at all: evidence for and against, weighed together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from assistant.knowledge import Knowledge
from assistant.language.faq.compiled import DECLINED
from assistant.language.faq.features import Reading
from assistant.language.faq.index import Index
from assistant.language.faq.phrases import HAN

_SIZE = "z:"
_FAR = "far"


@lru_cache(maxsize=4)
def scope_of(kb: Knowledge, index: Index) -> Scope:
    """Return the scale of `kb`, made on first use."""
    return Scope(kb, index)


class Scope:
    """The scale on which a question is found in scope or foreign.

    A word shared with our topics proves little: a gym trains too, and a train has a network. What counts is how much
    nearer a topic is than every refusal, and whose phrasings the question's words stand in. What speaks for a topic
    depends on what it is held against: a story from a kitchen is in scope where a model is trained in it, a question
    near serving where something is trained, one near theory where a machine, time or money is asked for.

    Args:
        kb: the base; the constants "faq.scope", "faq.evidence" and "faq.near_refusals" are read.
        index: its index.
    """

    def __init__(self, kb: Knowledge, index: Index) -> None:
        self.index = index
        self.weights = kb.constants["faq.scope"].table
        self.evidence = {kind: frozenset(ids.split()) for kind, ids in kb.constants["faq.evidence"].words.items()}
        near = kb.constants["faq.near_refusals"].words
        self.kinds = {DECLINED + name: kind for kind, names in near.items() for name in names.split()}
        self._leaning: dict[str, float | None] = {}

    def are_of_a_kind(self, one: str, other: str) -> bool:
        """Return whether two refusals are the same or stand next to the topics for the same reason."""
        return one == other or (one in self.kinds and self.kinds[one] == self.kinds.get(other))

    def strangeness(self, reading: Reading, scores: Mapping[str, float]) -> float:
        """Return how much speaks against answering a question, above 0 where that is more than what speaks for it.

        Args:
            reading: the question.
            scores: class -> score, as the index gives them.
        """
        refused = {name: score for name, score in scores.items() if name in self.index.declining}
        topic = max((score for name, score in scores.items() if name not in refused), default=0.0)
        nearest = max(refused, key=lambda name: (refused[name], name), default="")
        found = dict(self._likeness(topic, refused.get(nearest, 0.0), reading))
        found.update(self._evidence(self.kinds.get(nearest, _FAR), reading))
        return self.weights["bias"] + sum(self.weights[name] * value for name, value in found.items())

    def _likeness(self, topic: float, refusal: float, reading: Reading) -> Iterator[tuple[str, float]]:
        yield "topic", topic
        yield "refusal", refusal
        yield "words", self._lean(reading)
        yield "unheard", self._unheard(reading)

    def _evidence(self, kind: str, reading: Reading) -> Iterator[tuple[str, float]]:
        """Yield the kind of refusal a question is nearest to, and the concepts that speak against that kind."""
        yield kind, 1.0
        for name, count in self._counts(reading).items():
            if (weighed := f"{kind}_{name}") in self.weights:
                yield weighed, min(count, self.weights["most"])

    def _counts(self, reading: Reading) -> dict[str, int]:
        """Return how many concepts of each kind of evidence a question names.

        Whoever trains is learning only where he trains something of ours: a model, a card, a size such as 7B.
        """
        named = {concept for concept in reading.concepts if self._is_ours(concept, reading)}
        counts = {kind: len(named & concepts) for kind, concepts in self.evidence.items()}
        of_ours = counts["learning"] or counts["hardware"] or any(f.startswith(_SIZE) for f in reading.features)
        counts["learning"] += bool(counts["training"] and of_ours)
        return counts

    def _is_ours(self, concept: str, reading: Reading) -> bool:
        """Return whether a word of `concept` stands outside of every phrase of a refusal, unlike "no training"."""
        favours = self.index.favours
        phrases = [f" {phrase} " for other, found in reading.concepts.items() if other in favours for phrase in found]
        return any(
            not any((word if HAN.match(word) else f" {word} ") in phrase for phrase in phrases)
            for word in reading.concepts[concept]
        )

    def _unheard(self, reading: Reading) -> float:
        """Return the share of the words of a question that stand in no class at all, as those of nonsense do."""
        words = [word for word in self.index.reader.matter(reading.words) if word.isascii() and word.isalpha()]
        return sum(not self.index.is_known(word) for word in words) / len(words) if words else 0.0

    def _lean(self, reading: Reading) -> float:
        """Return how much more the words of a question stand in refusals than in topics."""
        total = weights = 0.0
        for feature, weight in reading.features.items():
            leaning = self._leaning_of(feature)
            if leaning is not None:
                total, weights = total + weight * leaning, weights + weight
        return total / math.sqrt(weights) if weights else 0.0

    def _leaning_of(self, feature: str) -> float | None:
        """Return the logarithm of refusals over topics for one feature, None where no class has it."""
        if feature not in self._leaning:
            held = self.index.held(feature)
            self._leaning[feature] = None if held is None else self._odds(held.owners)
        return self._leaning[feature]

    def _odds(self, owners: Iterable[tuple[str, float]]) -> float:
        smooth = self.weights["smoothing"]
        sides = [smooth, smooth]
        for name, count in owners:
            sides[name in self.index.declining] += count
        return math.log(sides[True] / sides[False])
