"""Names the base knows and what they are: a speech model is speech, a Volta is an aged card, an instance a cloud's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assistant.knowledge import Knowledge
from assistant.language.faq.phrases import tokens

_DIGITS = re.compile(r"\d+")
_PART = re.compile(r"[._-]")
_LETTERS = re.compile(r"[a-z]+")
_VERSION_OR_SIZE = re.compile(r"(?<=[a-z])v(?=\d)|(?<![a-z])\d+(?:\.\d+)?[bm]\b")
_SHORTEST_FAMILY = len("sam")
_SHAPE = re.compile(r"[a-z]{2,}#[a-z#]*$|[a-z]+#[a-z]+$|#xlarge$")


class Places(NamedTuple):
    """Shapes of the names of instances, and the concept they stand for."""

    shapes: frozenset[str]
    concept: str

    def find(self, words: Iterable[str]) -> set[str]:
        """Return those of `words` that name an instance."""
        told = (word for word in words if not word.isalpha() and not word.isdigit())
        return {word for word in told if not self.shapes.isdisjoint(shapes_in(word))}


class Families(NamedTuple):
    """Families of models, and the concept that all models of one stand for: a newer version is of its family."""

    concepts: Mapping[tuple[str, ...], str]

    def find(self, words: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield (concept, word) for those of `words` that name a version of a family, as internvl9-3b does."""
        for word in words:
            if not word[:_SHORTEST_FAMILY].isalpha() or not _DIGITS.search(word):
                continue
            parts = letters_in(word)
            named_so = (self.concepts.get(parts[:length]) for length in range(len(parts), 0, -1))
            if concept := next(filter(None, named_so), None):
                yield concept, word


def families(kb: Knowledge, claimed: Mapping[str, str]) -> Families:
    """Return the families whose models are all of one kind; a word that another concept has is none.

    A word that a concept of models has is a family too. The first part of a name is one only where it is a whole name
    as well: flux is, open of open-sora is not.
    """
    of_kind = kb.constants["faq.concepts_of_models"].words
    of_models = frozenset(of_kind.values())
    told: dict[tuple[str, ...], str]
    told = {(word,): concept for word, concept in claimed.items() if word.isalpha() and concept in of_models}
    kinds = {parts: {concept} for parts, concept in told.items()}
    whole = set(told)
    for model in kb.models.values():
        for name in (model.id, *model.aliases):
            first, *rest = name.lower().split()
            parts = letters_in(first)
            whole |= set() if rest else {parts}
            for length in range(1, len(parts) + 1):
                kinds.setdefault(parts[:length], set()).add(of_kind.get(model.kind, ""))
    one = {parts: next(iter(found)) for parts, found in kinds.items() if len(found) == 1}
    return Families(
        {
            parts: concept
            for parts, concept in one.items()
            if concept and (len(parts) > 1 or (parts in whole and claimed.get(parts[0], concept) == concept))
        }
    )


def letters_in(name: str) -> tuple[str, ...]:
    """Return the parts of a model's name in lower case that are letters, without its version and size."""
    return tuple(_LETTERS.findall(_VERSION_OR_SIZE.sub(" ", name)))


def named(kb: Knowledge, claimed: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield (name in lower case, concept) of models and cards; a name that a concept has already stays with it."""
    of_kind = kb.constants["faq.concepts_of_models"].words
    of_card = kb.constants["faq.concepts_of_hardware"].words
    seen = dict(claimed)
    for model in kb.models.values():
        if concept := of_kind.get(model.kind):
            for alias in (model.id, *model.aliases):
                if seen.setdefault(alias.lower(), concept) == concept and alias.lower() not in claimed:
                    yield alias.lower(), concept
    for card in kb.gpus.values():
        made = next(iter(card.architecture.split()), "")
        concept = of_card.get(card.vendor) or of_card.get(made) or of_card[card.class_]
        for alias in (card.name, *card.aliases):
            word = tokens(alias.lower())
            if len(word) == 1 and word[0] not in seen and not word[0].isdigit():
                seen[word[0]] = concept
                yield word[0], concept


def words_of_models(kb: Knowledge) -> frozenset[str]:
    """Return the words of all models' names: none of them is a misspelling of another."""
    names = (name.lower() for model in kb.models.values() for name in (model.id, model.family, *model.aliases))
    return frozenset(word for name in names for word in (name, *name.split(), *name.split("-")))


def shapes(kb: Knowledge) -> frozenset[str]:
    """Return the shapes of the instances' names, "gn#i" of gn6i and gn7i, without those that cards have too."""
    cards = {shape for card in kb.gpus.values() for name in (card.name, *card.aliases) for shape in shapes_in(name)}
    return frozenset(shape for offer in kb.offers.values() for shape in shapes_in(offer.instance)) - cards


def shapes_in(name: str) -> list[str]:
    """Return the shapes of the parts of `name` that could be those of an instance."""
    parts = (_DIGITS.sub("#", part) for word in name.lower().split() for part in _PART.split(word))
    return [shape for shape in parts if _SHAPE.match(shape)]
