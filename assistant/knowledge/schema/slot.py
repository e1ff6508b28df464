"""Something the product asks for."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from assistant.knowledge.schema.base import Bilingual, Record


class Choice(Record):
    """One value of an enumerated slot, with its name and, where useful, what it means."""

    name: Bilingual
    hint: Bilingual | None = None


class Slot(Record):
    """One slot.

    Attributes:
        type: enum, quantity, money, count, flag, name or list.
        unit: unit of the stored value.
        low, high: bounds outside which a value is impossible.
        title: short name for the side panel.
        question: how it is asked for, empty for slots that are never asked; `asks` the name of the question.
        examples: quick replies under the question.
        why: why it is asked (first level).
        choices: values of an enumerated slot.
        priority: order of asking, smaller first.
    """

    type: Literal["enum", "quantity", "money", "count", "flag", "name", "list"]
    unit: str = ""
    low: float | None = None
    high: float | None = None
    title: Bilingual
    question: Bilingual | None = None
    reask: Bilingual | None = None
    asks: str = ""
    examples: tuple[Bilingual, ...] = ()
    why: Bilingual | None = None
    choices: tuple[Choice, ...] = Field(default_factory=tuple)
    priority: int = 100
