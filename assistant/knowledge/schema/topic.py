"""What the question answerer knows: topics it answers, topics it declines, and words that mean the same."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from assistant.knowledge.schema.base import Bilingual, Closed, Record

_TERM_BREAK = re.compile(r"[,，、\n]+")


def _lines(value: Any) -> Any:
    """Return a block of text as its lines: one text of thirty lines is read far faster than thirty list items."""
    if isinstance(value, str):
        return tuple(line.strip() for line in value.splitlines() if line.strip())
    return value


def _terms(value: Any) -> Any:
    """Return a text of words with commas between them as those words."""
    if isinstance(value, str):
        return tuple(word.strip() for word in _TERM_BREAK.split(value) if word.strip())
    return value


Lines = Annotated[tuple[str, ...], BeforeValidator(_lines)]
Terms = Annotated[tuple[str, ...], BeforeValidator(_terms)]


class Phrasings(Closed):
    """Whole questions, one a line, in both languages."""

    en: Lines = ()
    zh: Lines = ()


class TopicTerms(Closed):
    """Words that point to a topic, with commas between them, in both languages."""

    en: Terms = ()
    zh: Terms = ()


class Topic(Record):
    """A question the product answers.

    Attributes:
        title: what the topic is called in a list.
        answer: the general answer.
        computed: id of the answer computed from the user's own workload, empty where there is none.
        phrasings: whole questions; `terms`: words that point to the topic.
        claims: ids of article claims it takes up; `sources`: ids of sources.
        related: ids of topics next to it.
    """

    title: Bilingual
    answer: Bilingual
    computed: str = ""
    phrasings: Phrasings = Field(default_factory=Phrasings)
    terms: TopicTerms = Field(default_factory=TopicTerms)
    claims: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    related: tuple[str, ...] = ()


class Refusal(Record):
    """A kind of question the product declines; its phrasings compete with those of the topics.

    Attributes:
        title: what is declined.
        answer: what is said instead.
        phrasings, terms: as for a topic.
    """

    title: Bilingual
    answer: Bilingual
    phrasings: Phrasings = Field(default_factory=Phrasings)
    terms: TopicTerms = Field(default_factory=TopicTerms)


class Concept(Record):
    """Words that mean the same to a question, over both languages: "vram", "video memory", "显存".

    Attributes:
        weight: how much its words count; names of cards count less than what is asked of them.
        favours: id of the refusal that its words speak for, empty where they do not.
        en, zh: the words; where both languages use one it stands in both.
    """

    weight: float = Field(1.0, gt=0)
    favours: str = ""
    en: Terms = ()
    zh: Terms = ()
