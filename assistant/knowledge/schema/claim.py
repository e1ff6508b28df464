"""What the articles say, and what the evidence says of it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from assistant.knowledge.schema.base import Bilingual, Closed, Record

Verdict = Literal["supported", "oversimplified", "outdated", "wrong", "conflicts", "unverifiable"]


class Evidence(Closed):
    """One thing that speaks for or against a claim."""

    source: str
    says: str = ""


class Claim(Record):
    """One checkable statement of an article, in our words.

    Attributes:
        article: id of the source; `line` and `section` where it stands.
        says: the statement; `correction`: what is right, empty where it is.
        verdict: outcome of the audit.
        topic: part of the machine it is about.
        evidence: what was read.
        conflicts_with: ids of claims it contradicts.
    """

    article: str
    line: int = 0
    section: str = ""
    topic: str
    says: Bilingual
    verdict: Verdict
    correction: Bilingual | None = None
    evidence: tuple[Evidence, ...] = ()
    conflicts_with: tuple[str, ...] = ()


class Position(Closed):
    """What one article says on a disputed point."""

    article: str
    says: Bilingual
    claims: tuple[str, ...] = ()


class Disagreement(Record):
    """A point on which articles differ from one another or from the evidence.

    Attributes:
        title: the point.
        positions: what each article says.
        evidence: what was measured or published.
        ours: what the product says, and `rules`: by which rules.
        topics: ids of FAQ topics it belongs to; `tags`: when the chat brings it up ("nvlink", "gpu:rtx-4090", ...).
    """

    title: Bilingual
    positions: tuple[Position, ...] = Field(min_length=1)
    evidence: Bilingual
    ours: Bilingual
    rules: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
