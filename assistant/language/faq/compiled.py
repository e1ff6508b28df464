"""What the classes of the FAQ say, summed to figures once for a base and kept beside its cache."""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from assistant.knowledge import Knowledge
from assistant.knowledge.schema.topic import Refusal, Topic
from assistant.language.faq.features import Reader
from assistant.language.faq.phrases import simplify_all

PART = "faq-index"
"""Name of the compiled part beside the cache of the base."""

DECLINED = "!"
"""What stands before the id of a refusal among the classes of the index."""


class Compiled(BaseModel):
    """The phrasings and terms of all classes as figures.

    Attributes:
        names: the classes, topics first.
        owners: feature -> "class count class count ...", a class by its place in `names`; a question needs a few dozen
            of the thousands of features, so that each is taken apart when it is first asked for.
        scale: class -> factor that makes long and short classes comparable.
        verbatim: words of a phrasing -> class, by its place.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    names: tuple[str, ...]
    owners: dict[str, str]
    scale: dict[str, float]
    verbatim: dict[str, int]


def classes_of(kb: Knowledge) -> Iterator[tuple[str, Topic | Refusal]]:
    """Yield the classes a question can fall into: topics by their ids, refusals with a mark before theirs."""
    for topic in kb.topics.values():
        yield topic.id, topic
    for refusal in kb.refusals.values():
        yield DECLINED + refusal.id, refusal


def compiled(kb: Knowledge, reader: Reader) -> Compiled:
    """Return the classes of `kb` as figures, from beside its cache where they are there; `reader` is that of `kb`."""
    return kb.compiled(PART, _form(), Compiled, lambda: _compile(kb, reader))


@cache
def _form() -> str:
    """Return a digest of this package's source, so that figures of another way of counting are never taken."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _compile(kb: Knowledge, reader: Reader) -> Compiled:
    verbatim: dict[str, int] = {}
    pairs: dict[str, int] = defaultdict(int)
    counts = {
        name: _counts(place, entry, reader, verbatim, pairs) for place, (name, entry) in enumerate(classes_of(kb))
    }
    lone = {pair for pair, texts in pairs.items() if texts == 1}  # a third of all features, and found by nobody else
    counts = {name: {f: count for f, count in of.items() if f not in lone} for name, of in counts.items()}
    owners: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for place, features in enumerate(counts.values()):
        for feature, count in features.items():
            owners[feature].append((place, count))
    return Compiled(
        names=tuple(counts),
        owners={feature: " ".join(f"{place} {count:.4g}" for place, count in held) for feature, held in owners.items()},
        scale=_scale(counts, {feature: len(held) for feature, held in owners.items()}, kb),
        verbatim=verbatim,
    )


def _counts(
    place: int, entry: Topic | Refusal, reader: Reader, verbatim: dict[str, int], pairs: dict[str, int]
) -> dict[str, float]:
    """Return the summed features of an entry's phrasings and terms, each scaled to length one; count its pairs."""
    out: dict[str, float] = defaultdict(float)
    whole = len(entry.phrasings.en) + len(entry.phrasings.zh)
    texts = chain(entry.phrasings.en, entry.phrasings.zh, entry.terms.en, entry.terms.zh)
    for number, text in enumerate(simplify_all(texts, reader.characters)):
        reading = reader.read_simple(text)
        features = reading.features
        if number < whole:
            verbatim.setdefault(" ".join(reading.words), place)
        length = math.sqrt(sum(weight * weight for weight in features.values())) or 1.0
        for feature, weight in features.items():
            out[feature] += weight / length
            if feature[0] == "p":
                pairs[feature] += 1
    return out


def _scale(counts: Mapping[str, Mapping[str, float]], held: Mapping[str, int], kb: Knowledge) -> dict[str, float]:
    """Return class -> factor; a feature of many classes makes a class less long."""
    rarity = {feature: math.log((len(counts) + 1) / classes) for feature, classes in held.items()}
    gain, log1p = kb.constants["faq.gates"].table["gain"], math.log1p
    shrink = -kb.constants["faq.score_weights"].table["length"] / 2
    return {
        name: sum((log1p(gain * count) * rarity[feature]) ** 2 for feature, count in features.items()) ** shrink
        for name, features in counts.items()
        if features
    }
