"""The planner's own sentences: texts from the knowledge base with numbers put in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assistant.knowledge import Knowledge

MORE_DIGITS = 6
"""Digits beyond the usual ones, or pairs of them, that are tried before two numbers pass for equal."""

_STEPS = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))


def say(kb: Knowledge, lang: str, text: str, **values: Any) -> str:
    """Return the text `text` in `lang` with `values` put in.

    Raises:
        KeyError: the knowledge base has no such text, or the text wants a value that was not given.
    """
    return kb.texts[text].of(lang).format(**values)


def figure(value: float, more: int = 0) -> str:
    """Return a number as a reader wants it: 0.35, 4.2, 112, 12,600; with `more` digits than usual."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.{more}f}"
    return f"{value:.{3 + more}g}"


def money(kb: Knowledge, lang: str, value: float, currency: str, more: int = 0) -> str:
    """Return an amount as written in `lang` ("$12.30", "1,234 元"), with `more` pairs of digits than usual."""
    number = f"{value:,.{2 * more if value >= 100 else 2 * more + 2}f}"
    text = kb.texts.get(f"money.{currency}")
    return text.of(lang).format(amount=number) if text else f"{number} {currency}"


def rate(kb: Knowledge, lang: str, value: float, unit: str) -> str:
    """Return a rate with its unit as written in `lang`: "1,732 tokens/s", "1,732 token/秒"."""
    return f"{figure(value)} {unit_name(kb, lang, unit)}"


def unit_name(kb: Knowledge, lang: str, unit: str) -> str:
    """Return a unit as written in `lang`; one without a text is written as it is."""
    text = kb.texts.get(f"unit.{unit}")
    return text.of(lang) if text else unit


def percent(lang: str, share: float) -> str:
    """Return a share of 1 as per cent: "12 %", in Chinese without the space."""
    hundredth = share * 100
    number = f"{hundredth:.0f}" if hundredth >= 10 else f"{hundredth:.3g}"
    return f"{number}%" if lang == "zh" else f"{number} %"


def choice_name(kb: Knowledge, lang: str, slot: str, value: object) -> object:
    """Return the name of a choice of `slot` in `lang`; any other value as it is."""
    choices = kb.slots[slot].choices if slot in kb.slots else ()
    return next((choice.name.of(lang) for choice in choices if choice.id == value), value)


def clauses(lang: str, *texts: str) -> str:
    """Return clauses as one sentence, divided as `lang` does it."""
    return ("；" if lang == "zh" else "; ").join(texts)


def count(value: float) -> str:
    """Return a count in the field's short form: 7B, 1.3T, 512."""
    for step, letter in _STEPS:
        if value >= step:
            return f"{value / step:.3g}{letter}"
    return f"{value:.0f}"


def listed(lang: str, *texts: str) -> str:
    """Return texts one after the other, divided as `lang` does it."""
    return ("，" if lang == "zh" else ", ").join(texts)


def duration(kb: Knowledge, lang: str, hours: float, more: int = 0) -> str:
    """Return a time in hours, or in days from two days on; with `more` digits than usual always in hours."""
    if hours < 1:
        return say(kb, lang, "plan.minutes", n=figure(hours * 60, more))
    if hours < 48 or more:
        return say(kb, lang, "plan.hours", n=figure(hours, max(more - 1, 0)))
    return say(kb, lang, "plan.days", n=figure(hours / 24))


def apart(write: Callable[[float, int], str], first: float, second: float) -> tuple[str, str]:
    """Return two numbers with as many digits as it takes to tell them apart; equal ones with the usual digits."""
    for more in range(MORE_DIGITS):
        texts = write(first, more), write(second, more)
        if texts[0] != texts[1]:
            return texts
    return write(first, 0), write(second, 0)


def apart_duration(kb: Knowledge, lang: str, first: float, second: float) -> tuple[str, str]:
    """Return two times, told apart."""
    return apart(lambda hours, more: duration(kb, lang, hours, more), first, second)


def apart_money(kb: Knowledge, lang: str, first: float, second: float, currency: str) -> tuple[str, str]:
    """Return two amounts of a currency, told apart."""
    return apart(lambda amount, more: money(kb, lang, amount, currency, more), first, second)
