"""What the linter must be told, because it lies in packages above this one or outside of pure data."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from datetime import date

from assistant.knowledge.schema import Gpu, Rule

Shortfall = Callable[[Rule, Gpu, int], str]
TopicOf = Callable[[str], str | None]

OLD_PRICE_DAYS = 365
"""Age from which a price is old, unless the caller says otherwise."""


@dataclass(frozen=True, slots=True)
class Probes:
    """Questions to the rest of the product; a probe that is None leaves its lint out.

    Attributes:
        today: for the age of prices.
        old_price_days: age from which a price is old.
        shortfall: takes a rule, one of its cards and the count, and says what the memory law finds missing
            ("needs 58.1 GB of 24 GB") at the largest job of the rule's region, empty where it fits.
        topic_of: takes a question, returns the topic that answers it, None for none.
        fired: rules that the transcripts fire.
    """

    today: date | None = None
    old_price_days: int = OLD_PRICE_DAYS
    shortfall: Shortfall | None = None
    topic_of: TopicOf | None = None
    fired: Set[str] | None = None
