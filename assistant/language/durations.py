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
_BOUND = Frame("<<deadline.bound>>")
_BETWEEN = re.compile(r"[\s的左右]*")


def deadline(quantity: Quantity, context: Context) -> Finding | None:
    """Return the deadline that `quantity` states; None where it is some other length of time."""
    if quantity.unit != "time" or (quantity.unit_value < 1 and context.asking != "deadline"):
        return None
    hours = quantity.value * quantity.unit_value
    first, last = context.clause(quantity.start, quantity.end)
    finding = Finding(
        "deadline_hours", int(hours) if hours == int(hours) else round(hours, 3), quantity.start, quantity.end, 3
    )
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
    if filler.fullmatch(before) and filler.fullmatch(after) and not shape:
        return finding
    return None


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
