"""How often the FAQ finds a phrasing's own topic when that phrasing is held out.

    python -m benchmarks.faq_cross_validation
    python -m benchmarks.faq_cross_validation --tune

A fifth of the phrasings of every topic is held out at a time, by a hash of its words. `--tune` tries each weight up and
down, keeps what finds more, and prints the tables of `faq.feature_weights` and `faq.score_weights`; a quarter of an
hour. Twins in a topic's phrasings make the figure too high, one topic's phrasing that another topic answers as well
too low.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.knowledge.schema.topic import Phrasings, Topic
from assistant.language.faq import retrieve

FOLDS = 5
STEPS = (0.75, 1.33)
TUNED = ("faq.feature_weights", "faq.score_weights")


@dataclass(frozen=True, slots=True)
class Found:
    """How many phrasings were held out, and for how many their topic came first, among three, or was declined."""

    held: int
    first: int
    among: int
    declined: int

    def __str__(self) -> str:
        first, among, declined = (count / self.held for count in (self.first, self.among, self.declined))
        return f"{self.held} phrasings: first {first:.1%}, among three {among:.1%}, declined {declined:.1%}"


def fold_of(text: str) -> int:
    """Return the fold `text` is held out in."""
    return zlib.crc32(text.encode()) % FOLDS


def split(topic: Topic, fold: int) -> tuple[Topic, list[str]]:
    """Return `topic` without the phrasings of `fold`, and those."""
    of = {lang: getattr(topic.phrasings, lang) for lang in ("en", "zh")}
    kept = {lang: tuple(text for text in texts if fold_of(text) != fold) for lang, texts in of.items()}
    held = [text for texts in of.values() for text in texts if fold_of(text) == fold]
    return topic.model_copy(update={"phrasings": Phrasings(**kept)}), held


def cross_validate(kb: Knowledge) -> Found:
    """Return how the topics of `kb` are found from phrasings that are not among them."""
    held = first = among = declined = 0
    for fold in range(FOLDS):
        parts = {name: split(topic, fold) for name, topic in kb.topics.items()}
        without = kb.model_copy(update={"topics": {name: topic for name, (topic, _) in parts.items()}})
        for name, (_, texts) in parts.items():
            for text in texts:
                answer = retrieve(without, text)
                others = [alternative.topic for alternative in answer.alternatives]
                held += 1
                first += answer.topic == name
                among += name in (answer.topic, *others[: 2 if answer.topic else None])
                declined += answer.topic is None
    return Found(held, first, among, declined)


def _with(kb: Knowledge, constant: str, table: Mapping[str, float]) -> Knowledge:
    changed = kb.constants[constant].model_copy(update={"table": table})
    return kb.model_copy(update={"constants": {**kb.constants, constant: changed}})


def _neighbours(kb: Knowledge) -> Iterator[tuple[str, str, float]]:
    for constant in TUNED:
        for key, value in kb.constants[constant].table.items():
            for step in STEPS:
                yield constant, key, value * step


def tune(kb: Knowledge) -> Knowledge:
    """Return `kb` with each weight moved once where that finds more topics."""
    best = cross_validate(kb).first
    for constant, key, value in list(_neighbours(kb)):
        moved = _with(kb, constant, {**kb.constants[constant].table, key: value})
        if (found := cross_validate(moved)).first > best:
            kb, best = moved, found.first
            print(f"{constant} {key} = {value:.3g}: {found}", flush=True)
    return kb


def main() -> None:
    """Print the shares, and the tuned tables where asked."""
    parser = argparse.ArgumentParser(description="Cross-validate the FAQ.")
    parser.add_argument("--tune", action="store_true")
    tuned = parser.parse_args().tune
    kb = Knowledge.load()
    print(cross_validate(kb))
    if tuned:
        kb = tune(kb)
        for constant in TUNED:
            print(constant, kb.constants[constant].table)


if __name__ == "__main__":
    main()
