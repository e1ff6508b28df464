"""Topics and refusals as weighted features, compiled once for one knowledge base."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from rapidfuzz import fuzz, process

from assistant.knowledge import Knowledge
from assistant.language.faq.compiled import DECLINED, classes_of, compiled
from assistant.language.faq.features import Reader, Reading
from assistant.language.faq.naming import Places, families, named, shapes, words_of_models
from assistant.language.faq.phrases import Courtesy, PhraseBook, characters_of, simplify_all

_ENDINGS = ("ing", "ed", "ly", "s")


class Held(NamedTuple):
    """What the classes know of one feature.

    Attributes:
        rarity: the fewer classes have it, the more.
        owners: (class, count in it).
        says: (class, its part in the cosine, its log-likelihood against all classes), worked out once.
    """

    rarity: float
    owners: tuple[tuple[str, float], ...]
    says: tuple[tuple[str, float, float], ...]


@lru_cache(maxsize=4)
def index_of(kb: Knowledge) -> Index:
    """Return the index of `kb`, made on first use: a base is equal to itself alone, so it is its own key."""
    return Index(kb)


class Index:
    """The classes of one knowledge base, ready to be compared with a question.

    Args:
        kb: the base; its topics, refusals, concepts and the constants "faq.*" are read.
    """

    def __init__(self, kb: Knowledge) -> None:
        self.gates = kb.constants["faq.gates"].table
        self.parts = kb.constants["faq.score_weights"].table
        self.reader = self._reader(kb)
        self.favours = {c.id: DECLINED + c.favours for c in kb.concepts.values() if c.favours}
        self.compiled = compiled(kb, self.reader)
        self.size = len(self.compiled.names)
        self.declining = frozenset(name for name in self.compiled.names if name.startswith(DECLINED))
        self.unseen = math.log(self.size + 1)
        self.gain, self.smooth = self.gates["gain"], self.gates["smoothing"]
        self.names = words_of_models(kb)
        self._held: dict[str, Held] = {}
        self._terms(kb)

    def _reader(self, kb: Knowledge) -> Reader:
        characters = characters_of((term.kind, term.zh) for term in kb.vocabulary.values())
        pairs = [(word, concept.id) for concept in kb.concepts.values() for word in {*concept.en, *concept.zh}]
        claimed = dict(pairs)
        pairs.extend(named(kb, claimed))
        simple = simplify_all((word for word, _ in pairs), characters)
        entries = [(word, concept) for word, (_, concept) in zip(simple, pairs, strict=True)]
        weight = {concept.id: concept.weight for concept in kb.concepts.values()}
        names = {word: weight[concept] for word, concept in entries if weight[concept] < 1}
        kinds = kb.constants["faq.feature_weights"].table
        fillers = frozenset(chain.from_iterable(words.split() for words in kb.constants["faq.fillers"].words.values()))
        around = ", ".join(kb.constants["faq.courtesy"].words.values()).split(", ")
        courtesy = Courtesy(simplify_all(around, characters))
        places = Places(shapes(kb), kb.constants["faq.concepts_of_hardware"].words["instance"])
        versions = families(kb, claimed)
        book = PhraseBook(entries)
        return Reader(characters, book, weight, names, kinds, self.size_of, courtesy, fillers, places, versions)

    def size_of(self, billions: float) -> str:
        """Return the size class of a model."""
        bounds = ("small_model_b", "medium_model_b", "large_model_b", "very_large_model_b")
        return next((bound for bound in bounds if billions < self.gates[bound]), "giant_model")

    @cached_property
    def words(self) -> list[str]:
        """The words of all classes, which a misspelt one is mended to."""
        return sorted(key[2:] for key in self.compiled.owners if key.startswith("w:") and key[2:].isalpha())

    def held(self, feature: str) -> Held | None:
        """Return what the classes know of `feature`, None where none has it."""
        found = self._held.get(feature)
        if found is None and (packed := self.compiled.owners.get(feature)) is not None:
            names, parts = self.compiled.names, packed.split()
            owners = tuple((names[int(parts[i])], float(parts[i + 1])) for i in range(0, len(parts), 2))
            rarity = math.log((self.size + 1) / len(owners))
            found = self._held[feature] = Held(rarity, owners, self._says(rarity, owners))
        return found

    def _says(self, rarity: float, owners: tuple[tuple[str, float], ...]) -> tuple[tuple[str, float, float], ...]:
        scale, square = self.compiled.scale, rarity**2
        mean = sum(count for _, count in owners) / self.size + self.smooth
        return tuple(
            (name, square * math.log1p(self.gain * count) * scale[name], math.log((count + self.smooth) / mean))
            for name, count in owners
        )

    def is_known(self, word: str) -> bool:
        """Return whether any class has `word`, which consists of letters."""
        return "w:" + word in self.compiled.owners

    def _terms(self, kb: Knowledge) -> None:
        """Compile the terms of all classes; a term of fewer classes says more."""
        characters = self.reader.characters
        entries: dict[tuple[str, str], None] = {}
        for name, entry in classes_of(kb):
            for word in simplify_all(chain(entry.terms.en, entry.terms.zh), characters):
                entries[word, name] = None
        owners: dict[str, int] = defaultdict(int)
        for word, _ in entries:
            owners[word] += 1
        self.terms = PhraseBook(entries)
        self.term_weight = {
            word: math.log(self.size / count) / math.log(self.size) * self.reader.word_weight.get(word, 1.0)
            for word, count in owners.items()
        }

    def correct(self, word: str) -> str:
        """Return the known word that `word` is a form or a misspelling of, or `word`."""
        if len(word) < self.gates["typo_length"] or not word.isalpha() or self.is_known(word) or word in self.names:
            return word
        for ending in _ENDINGS:
            if word.endswith(ending) and self.is_known(stem := word.removesuffix(ending)):
                return stem
        found = process.extractOne(word, self.words, scorer=fuzz.ratio, score_cutoff=self.gates["typo_ratio"])
        return found[0] if found else word

    def read(self, text: str) -> Reading:
        """Return `text` as it is compared."""
        return self.reader.read(text, self.correct)

    def scores(self, reading: Reading) -> dict[str, float]:
        """Return class -> score for every class the question shares anything with."""
        out: dict[str, float] = defaultdict(float)
        self._add_likeness(reading.features, out)
        for name, words in self.terms.find(reading.simple, reading.words).items():
            whole = [word for word in words if not any(word != other and word in other for other in words)]
            out[name] += self.parts["terms"] * (1 - math.exp(-sum(self.term_weight[word] for word in whole)))
        for concept, words in reading.concepts.items():
            if concept in self.favours and (whole := reading.whole(words)):
                out[self.favours[concept]] += self.parts["favours"] * (2 - 2 ** (1 - len(whole)))
        if (owner := self.compiled.verbatim.get(" ".join(reading.words))) is not None:
            out[self.compiled.names[owner]] += self.parts["verbatim"]
        for name in self.declining.intersection(out):
            out[name] *= self.parts["decline"]
        return out

    def _add_likeness(self, features: Mapping[str, float], out: dict[str, float]) -> None:
        """Add the cosine with every class, and the mean log-likelihood of the features against all classes together."""
        pair = self.unseen * self.gates["unseen_pair"]
        known = [(self.held(feature), feature, weight) for feature, weight in features.items()]
        length = math.sqrt(
            sum((w * (held.rarity if held else pair if f[0] == "p" else self.unseen)) ** 2 for held, f, w in known)
        )
        length = length or 1.0
        total = sum(features.values()) or 1.0
        cosine, likelihood = self.parts["cosine"] / length, self.parts["likelihood"] / total
        for held, _, weight in known:
            if held is None:
                continue
            like, odds = cosine * weight, likelihood * weight
            for name, alike, likely in held.says:
                out[name] += like * alike + odds * likely
