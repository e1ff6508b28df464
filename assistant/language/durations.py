"""Deadlines: a length of time, where something says that it is a limit."""

from __future__ import annotations

import re

from assistant.language.context import Context
from assistant.language.quantity import Quantity
from assistant.language.spans import Finding

_WEAK = {
    "就",
    "大概",
    "时间",
    "about",
    "around",
    "roughly",
    "have",
    "got",
    "only",
    "还有",
    "只有",
    "要求",
    "希望",
    "最好",
    "before",
    "for at most",
}
_SHAPES = {"2d", "3d"}
"""Of pictures, not days."""
_GIVEN = {"have", "got", "还有", "只有", "only", "剩"}
_AND = re.compile(r"\s*(?:and|plus|&|和|以及)\s")


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
    if context.within("deadline.not", first, last) and not re.search(
        r"within|less than|under|below|no more than|at most|不超过|以内|之内|内", before[-12:] + after[:4]
    ):
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
            return (
                context.rest[hit.start : hit.end].strip() not in _WEAK
                or bool(context.within("deadline.clause", first, last))
                or not after.strip()
                or (context.rest[hit.start : hit.end].strip() in _GIVEN and _AND.match(after) is not None)
            )
    stripped = re.match(r"[\s的左右]*", after).end()  # type: ignore[union-attr]
    hit_after = context.lexicon.words("deadline.after").at(after, stripped)
    if hit_after is not None:
        return True
    return bool(context.within("deadline.clause", first, last))
