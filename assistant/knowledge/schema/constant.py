"""A number that a formula reads."""

from __future__ import annotations

from pydantic import Field

from assistant.knowledge.schema.base import Record


class Constant(Record):
    """One constant, or one small table of them, with its source.

    Attributes:
        id: dotted ("memory.context_gb").
        value: the number; empty where `table` is given.
        table: named numbers that belong together (coefficients of one law, defaults by task).
        words: named words, for defaults that are not numbers.
        unit: "" for a pure number.
        symbol: name in formulas, an identifier.
        source: id of a source.
        date: when it was read or measured, where the source has no single date.
        note: one line for the person who changes it.
    """

    value: float | None = None
    table: dict[str, float] = Field(default_factory=dict)
    words: dict[str, str] = Field(default_factory=dict)
    unit: str = ""
    symbol: str = ""
    source: str
    date: str = ""
    note: str = ""
