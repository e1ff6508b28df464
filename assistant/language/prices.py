"""Prices as they are spoken: "a dollar fifty", "two bucks and twenty cents", "two fifty an hour"."""

from __future__ import annotations

import re

from assistant.language.context import Context
from assistant.language.frames import Frame
from assistant.language.numerals import numbers
from assistant.language.quantity import Quantity

_HUNDRED, _THOUSAND = 100, 1000
_LEAST_CENTS, _MOST_CENTS = 5, 99
_FAR = 24
_JOINT = Frame(r"\s(?:<<added>>\s)?")
_CENT = Frame(r"\s?<<money.cent>>")
_ENDS = Frame(r"\s*(?:$|[,.;!?)/]|<<period>>)")
_HUNDREDS = Frame("<<number.hundred>>")
_DIGITLESS = re.compile(r"[a-z]+[ -][a-z]+")


def cents(text: str, end: int, context: Context) -> tuple[float, int]:
    """Return (part of a whole, where it ends) as spoken behind a currency that ends at `end`; (0, `end`) if none is."""
    joint = context.frame(_JOINT).match(text, end)
    part = next(numbers(text[joint.end() : joint.end() + _FAR]), None) if joint else None
    if joint is None or part is None or part.start or part.value != int(part.value):
        return 0.0, end
    last = joint.end() + part.end
    named = context.frame(_CENT).match(text, last)
    last = named.end() if named else last
    spoken = named is not None or (part.words and context.frame(_ENDS).match(text, last) is not None)
    if not spoken or not _LEAST_CENTS <= part.value <= _MOST_CENTS:
        return 0.0, end
    return part.value / _HUNDRED, last


def by_the_hour(amount: float, quantity: Quantity, context: Context) -> float:
    """Return an hourly price of which only digits were spoken in whole units: "two fifty an hour" is 2.50."""
    spoken = context.rest[quantity.start : quantity.number_end]
    digits = _DIGITLESS.fullmatch(spoken) is not None and not context.frame(_HUNDREDS).search(spoken)
    return amount / _HUNDRED if digits and _HUNDRED < amount < _THOUSAND else amount
