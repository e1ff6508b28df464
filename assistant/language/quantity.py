"""One number as it was said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number as it was said.

    Attributes:
        value: with its scale.
        start, end: of the number with scale, unit and noun.
        bare: the number alone, before any scale.
        scale: what it was multiplied by, as a word ("k", "b", "万", ...); "" for none.
        unit: "" | "bytes" | "time".
        unit_value: bytes, or hours, of one unit.
        noun: kind of the noun behind it ("tokens", "samples", ...); "" for none.
        key: keyword before it ("batch", "budget", ...); "" for none; `key_start` where it stands.
        words: written in words, or Chinese numerals.
        low: lower end, where the number is the upper end of a range.
        joint: how a range was joined ("-", "or", ...).
    """

    value: float
    start: int
    end: int
    bare: float
    scale: str = ""
    unit: str = ""
    unit_value: float = 0
    noun: str = ""
    key: str = ""
    key_start: int = -1
    words: bool = False
    low: float | None = None
    joint: str = ""
    core_end: int = 0
    number_end: int = 0
