"""Answering one question: the general answer of its topic, and what it means for the job at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assistant.conversation.computed import COMPUTATIONS, Context, Line, printed
from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.language.faq import Alternative, retrieve
from assistant.planning.workload import Workload
from assistant.sizing.derivation import Derivation, Fact, Quantity
from assistant.wording.texts import say

LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to a question.

    Attributes:
        topic: id of the topic answered, None where the question is declined.
        score: 0 to 1, how alike question and topic are.
        text: language -> what is said; where a workload was given the computed part comes first.
        computed: language -> the computed part alone, "" where there is none.
        alternatives: topics that may have been meant instead, best first.
        close: the first alternative is nearly as likely, so offer both.
        sources: ids of the sources of the answer.
        derivations: every figure of the computed part, in the order in which it is shown.
        refusal: what the question was declined as, "" where it was not or is like nothing.
    """

    topic: str | None
    score: float
    text: Mapping[str, str]
    alternatives: tuple[Alternative, ...] = ()
    sources: tuple[str, ...] = ()
    derivations: tuple[Quantity, ...] = ()
    computed: Mapping[str, str] | None = None
    close: bool = False
    refusal: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of `rigwise ask`."""
        return {
            "topic": self.topic,
            "score": self.score,
            "answer": dict(self.text),
            "alternatives": [{"topic": a.topic, "score": a.score} for a in self.alternatives],
            "sources": list(self.sources),
        }


def ask(kb: Knowledge, text: str, workload: Workload | None = None) -> Answer:
    """Return the answer to `text`.

    Args:
        kb: the knowledge base.
        text: the question, in English or Chinese.
        workload: the job at hand; where its slots suffice, the answer is also computed for it.
    """
    found = retrieve(kb, text)
    if found.topic is None:
        return Answer(None, 0.0, _declined(kb, found.refusal), found.alternatives, refusal=found.refusal)
    answer = answer_topic(kb, found.topic, workload)
    return Answer(
        found.topic,
        found.score,
        answer.text,
        found.alternatives,
        answer.sources,
        answer.derivations,
        answer.computed,
        found.close,
    )


def answer_topic(kb: Knowledge, topic: str, workload: Workload | None = None) -> Answer:
    """Return the answer of one topic, for a person who picked it from a list.

    Raises:
        KeyError: there is no such topic.
    """
    entry = kb.topics[topic]
    text = {lang: entry.answer.of(lang).strip() for lang in LANGUAGES}
    lines = _lines(kb, entry.computed, workload) if workload is not None and entry.computed else []
    if not lines:
        return Answer(topic, 1.0, text, sources=entry.sources)
    computed = {lang: f"{say(kb, 'faq.for_you', lang)}\n{printed(kb, lines, lang)}" for lang in LANGUAGES}
    figures = [value for line in lines for value in line.values.values() if isinstance(value, Fact | Derivation)]
    return Answer(
        topic,
        1.0,
        {lang: f"{computed[lang]}\n\n{say(kb, 'faq.in_general', lang)}\n{text[lang]}" for lang in LANGUAGES},
        sources=entry.sources,
        derivations=tuple(figures),
        computed=computed,
    )


def _lines(kb: Knowledge, computed: str, workload: Workload) -> list[Line]:
    """Return the computed lines for a job, none where its slots are not enough or name something unknown."""
    try:
        return COMPUTATIONS[computed](Context(kb, workload))
    except InputError:
        return []


def _declined(kb: Knowledge, refusal: str) -> dict[str, str]:
    """Return what is said to a question that is declined; nothing is alike gets the plainest of the refusals."""
    entry = kb.refusals.get(refusal) or kb.refusals["everyday"]
    return {lang: entry.answer.of(lang).strip() for lang in LANGUAGES}
