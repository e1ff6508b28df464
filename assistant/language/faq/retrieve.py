"""From a question to the topic it asks about."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.language.faq.compiled import DECLINED
from assistant.language.faq.features import Reading
from assistant.language.faq.index import Index, index_of


@dataclass(frozen=True, slots=True)
class Alternative:
    """A topic that may have been meant."""

    topic: str
    score: float


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a question is about.

    Attributes:
        topic: id of the topic, None where the question is declined.
        score: 0 to 1, how alike question and topic are.
        alternatives: the next topics, best first; where the question is declined, those that come nearest.
        refusal: id of the refusal that was nearer than any topic, empty where none was.
        close: the first alternative is nearly as near as the topic, so both should be offered.
    """

    topic: str | None
    score: float
    alternatives: tuple[Alternative, ...]
    refusal: str = ""
    close: bool = False


def retrieve(kb: Knowledge, text: str) -> Retrieval:
    """Return the topic `text` asks about, or None with the refusal that fits better.

    A question is declined where a refusal is nearer than every topic, or where it has no word of training hardware and
    is not much like any phrasing either.
    """
    index = index_of(kb)
    reading = index.read(text)
    ranked = sorted(index.scores(reading).items(), key=lambda item: (-item[1], item[0]))
    topics = [(name, score) for name, score in ranked if not name.startswith(DECLINED)]
    refusal = _refusal(index, reading, ranked)
    keep = int(index.gates["alternatives"])
    if refusal is not None:
        return Retrieval(None, 0.0, _alternatives(topics[:keep]), refusal)
    (topic, score), rest = topics[0], topics[1:]
    close = bool(rest) and rest[0][1] > index.gates["close"] * score
    return Retrieval(topic, _bounded(score), _alternatives(rest[:keep]), close=close)


def _refusal(index: Index, reading: Reading, ranked: list[tuple[str, float]]) -> str | None:
    """Return the refusal that applies, "" where nothing is like the question, None where a topic answers it."""
    if not ranked or ranked[0][1] <= 0:
        return ""
    name, score = ranked[0]
    if name.startswith(DECLINED):
        return name.removeprefix(DECLINED)
    if _is_foreign(index, reading, score):
        return next((n.removeprefix(DECLINED) for n, _ in ranked if n.startswith(DECLINED)), "")
    return None


def _is_foreign(index: Index, reading: Reading, score: float) -> bool:
    """Return whether a question is about something else although a topic is what it is most like.

    So it is where it is like no phrasing, where most of its words are none of this field's, or where it has no word of
    training hardware and is little like any phrasing. Several words of training hardware outweigh a long story.
    """
    gates = index.gates
    hardware = len(index.domain.intersection(reading.concepts))
    if hardware >= gates["enough_domain_words"]:
        return False
    if score < gates["some_likeness"]:
        return True
    covered = index.coverage(reading)
    if covered <= gates["few_known_words"] and not index.favours.keys().isdisjoint(reading.concepts):
        return True
    if covered < gates["few_known_words"]:
        return score < gates["few_words_likeness"]
    return not hardware and covered < gates["most_known_words"] and score < gates["no_domain_word"]


def _alternatives(topics: list[tuple[str, float]]) -> tuple[Alternative, ...]:
    return tuple(Alternative(name, _bounded(score)) for name, score in topics)


def _bounded(score: float) -> float:
    return round(min(max(score, 0.0), 1.0), 4)
