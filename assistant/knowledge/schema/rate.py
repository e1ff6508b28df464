"""An exchange rate."""

from __future__ import annotations

from pydantic import Field

from assistant.knowledge.schema.base import Record


class Rate(Record):
    """What one US dollar costs in another currency; the id is the currency code."""

    per_usd: float = Field(gt=0)
    date: str
    source: str
