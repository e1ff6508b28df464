"""Whether something was said to be not so."""

from __future__ import annotations

from assistant.language.context import Context
from assistant.language.frames import Frame

_BETWEEN = Frame(r"\s*(?:<<negation.between>>\s*){0,4}")
_NOT_ONLY = Frame(r"<<negation.not>>")
_AFTER = Frame(r"\s*(?:<<card.is>>\s*|<<topic>>\s*)?<<denied>>")


def is_choice(text: str, start: int) -> bool:
    """Return whether 不 stands in a question such as 能不能 or 要不要."""
    return text[start : start + 1] == "不" and start > 0 and text[start - 1] == text[start + 1 : start + 2]


def negated(context: Context, start: int, end: int, *, after: bool = False) -> bool:
    """Return whether the words `start:end` are negated: by what stands before, or where `after` also behind them."""
    first, _ = context.clause(start, end)
    for hit in reversed(context.within("mark.negation", first, start)):
        if is_choice(context.rest, hit.start):
            continue
        if context.frame(_BETWEEN).fullmatch(context.rest, hit.end, start) and not context.frame(_NOT_ONLY).match(
            context.rest, hit.start
        ):
            return True
    return after and context.frame(_AFTER).match(context.rest, end) is not None
