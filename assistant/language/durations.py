"""Deadlines: a length of time, where something says that it is a limit."""

from __future__ import annotations

import re

from assistant.language.context import Context
from assistant.language.frames import Frame
from assistant.language.quantity import Quantity
from assistant.language.spans import Finding

_SHAPES = {"2d", "3d"}
"""Of pictures, not days."""
_AND = Frame(r"\s*(?:&|<<added>>)\s")
_TAKES = Frame(r"<<time.takes>>\s*(?:<<about>>)?\s*$")
_BOUND = Frame("<<deadline.bound>>")
_NOTHING = re.compile(r"[\s,;.]*")
_BETWEEN = re.compile(r"[\s的左右]*")


def deadline(quantity: Quantity, context: Context) -> Finding | None:
    """Return the deadline that `quantity` states; None where it is some other length of time."""
    if quantity.unit != "time" or (quantity.unit_value < 1 and context.asking != "deadline"):
        return None
    first, last = context.clause(quantity.start, quantity.end)
    finding = Finding("deadline_hours", _hours(quantity), quantity.start, quantity.end, 3)
    if quantity.key == "deadline" or context.asking == "deadline":
        return finding
    before, after = context.rest[first : quantity.start], context.rest[quantity.end : last]
    if context.within("deadline.not", first, last) and not context.frame(_BOUND).search(before[-12:] + after[:4]):
        return None
    if quantity.key not in {"", "deadline", "budget", "dataset", "params"}:
        return None
    if _says_limit(context, quantity, after, first, last):
        return finding
    filler = context.lexicon.filler
    shape = context.rest[quantity.start : quantity.end].strip() in _SHAPES
    takes = context.frame(_TAKES).search(before)
    if filler.fullmatch(before) and filler.fullmatch(after) and not shape and not takes:
        return finding
    return None


def listed(quantity: Quantity, end: int, context: Context) -> Finding | None:
    """Return the deadline that stands among other values with nothing said of it: "20gb data 3days 500usd"."""
    own_word = quantity.noun or (quantity.key and quantity.key_start >= end)
    article = context.rest[quantity.start : quantity.number_end].strip() in {"a", "an"}
    if quantity.unit != "time" or quantity.unit_value < 1 or own_word or article:
        return None
    behind = context.lexicon.filler.match(context.rest, quantity.end)
    alone = _NOTHING.fullmatch(context.rest, end, quantity.start)
    if not alone or context.within("deadline.not", *context.clause(quantity.start, quantity.end)):
        return None
    if behind and (behind.end() == len(context.rest) or context.rest[behind.end()].isdecimal()):
        return Finding("deadline_hours", _hours(quantity), quantity.start, quantity.end, 1)
    return None


def _hours(quantity: Quantity) -> float | int:
    hours = quantity.value * quantity.unit_value
    return int(hours) if hours == int(hours) else round(hours, 3)


def _says_limit(context: Context, quantity: Quantity, after: str, first: int, last: int) -> bool:
    for hit in context.within("deadline.before", first, quantity.start):
        if context.lexicon.gap.fullmatch(context.rest, hit.end, quantity.start):
            said = context.rest[hit.start : hit.end].strip()
            given = context.lexicon.words("deadline.given").whole(said) and context.frame(_AND).match(after)
            return bool(
                not context.lexicon.words("deadline.weak").whole(said)
                or context.within("deadline.clause", first, last)
                or not after.strip()
                or given
            )
    stripped = _BETWEEN.match(after).end()  # type: ignore[union-attr]
    hit_after = context.lexicon.words("deadline.after").at(after, stripped)
    if hit_after is not None:
        return True
    return bool(context.within("deadline.clause", first, last))
