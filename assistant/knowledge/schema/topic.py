"""One FAQ entry."""

from __future__ import annotations

from pydantic import Field

from assistant.knowledge.schema.base import Bilingual, Closed, Record


class Phrasings(Closed):
    """How people ask for a topic, in both languages."""

    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()


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
    terms: Phrasings = Field(default_factory=Phrasings)
    claims: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
