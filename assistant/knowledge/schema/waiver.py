"""A lint finding that is accepted."""

from __future__ import annotations

from pydantic import Field

from assistant.knowledge.schema.base import Record


class LintWaiver(Record):
    """Findings that are accepted in records that have no `lint_ignore` of their own.

    Attributes:
        finding: id of the lint ("R017").
        about: what the place of the finding begins with ("offers > alibaba.").
        reason: why it is accepted.
    """

    finding: str = Field(pattern=r"^R\d{3}$")
    about: str = Field(min_length=3)
    reason: str = Field(min_length=10)
