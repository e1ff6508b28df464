"""From a question to the topic it asks about."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.language.faq.compiled import DECLINED
from assistant.language.faq.index import index_of
from assistant.language.faq.scope import Scope, scope_of


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
        refusal: id of the refusal that fits a declined question, empty where none clearly does.
        close: the first alternative is nearly as near as the topic, so both should be offered.
    """

    topic: str | None
    score: float
    alternatives: tuple[Alternative, ...]
    refusal: str = ""
    close: bool = False


def retrieve(kb: Knowledge, text: str) -> Retrieval:
    """Return the topic `text` asks about, or None with the refusal that fits better.

    A question is declined where more speaks against its being about training hardware than for it; see `Scope`.
    """
    index = index_of(kb)
    scope = scope_of(kb, index)
    reading = index.read(text)
    scores = index.scores(reading)
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    topics = [(name, score) for name, score in ranked if not name.startswith(DECLINED)]
    keep = int(index.gates["alternatives"])
    if not topics or topics[0][1] <= 0 or scope.strangeness(reading, scores) > 0:
        return Retrieval(None, 0.0, _alternatives(topics[:keep]), _refusal(scope, ranked))
    (topic, score), rest = topics[0], topics[1:]
    close = bool(rest) and rest[0][1] > index.gates["close"] * score
    return Retrieval(topic, _bounded(score), _alternatives(rest[:keep]), close=close)


def _refusal(scope: Scope, ranked: list[tuple[str, float]]) -> str:
    """Return the refusal that is nearest, "" where none is near or one of another kind is about as near."""
    refusals = [(name, score) for name, score in ranked if name.startswith(DECLINED)]
    if not refusals or refusals[0][1] < scope.index.gates["refusal_least"]:
        return ""
    nearest, score = refusals[0]
    rival = next((other for name, other in refusals if not scope.are_of_a_kind(name, nearest)), 0.0)
    return nearest.removeprefix(DECLINED) if rival <= scope.index.gates["refusal_rival"] * score else ""


def _alternatives(topics: list[tuple[str, float]]) -> tuple[Alternative, ...]:
    return tuple(Alternative(name, _bounded(score)) for name, score in topics)


def _bounded(score: float) -> float:
    return round(min(max(score, 0.0), 1.0), 4)
