"""Whether something was said to be not so."""

from __future__ import annotations

import re

from assistant.language.context import Context

_BETWEEN = re.compile(
    r"\s*(?:(?:a|an|the|any|really|going|to|use|using|do|doing|want|wanna|need|just|for|my|our|be|"
    r"about|like|of|with|it|that|train|training|start|begin|pretrain|run|go)\s+){0,4}|(?:用|做|要|"
    r"使用|接受|开|再|的|想|搞|跑|考虑|上|能|租|买|选|走|需要|打算|算|是|任何|训|训练){0,3}\s*"
)
_NOT_ONLY = re.compile(
    r"(?:not (?:only|just|more|less|over|above|under|exceed|sure)|no (?:more|less|idea|problem)|"
    r"不(?:只|仅|光|超|到|低|少|多|知|确|清))"
)
_AFTER = re.compile(
    r"\s*(?:is|are|就|也|都|的话)?\s*(?:(?:a )?no[ -]go|not (?:ok|okay|fine|an option|acceptable|possible|allowed|"
    r"good|wanted)|isn't|aren't|no(?: go| thanks|pe|t)?(?![a-z])|won't|is out|不行|不可以|不能|不要|"
    r"不用|不考虑|不接受|免了|算了|就算了|不想|别)"
)


def _is_choice(text: str, start: int) -> bool:
    """Return whether 不 stands in a question such as 能不能 or 要不要."""
    return text[start : start + 1] == "不" and start > 0 and text[start - 1] == text[start + 1 : start + 2]


def negated(context: Context, start: int, end: int, *, after: bool = False) -> bool:
    """Return whether the words `start:end` are negated: by what stands before, or where `after` also behind them."""
    first, _ = context.clause(start, end)
    for hit in reversed(context.within("mark.negation", first, start)):
        if _is_choice(context.rest, hit.start):
            continue
        if _BETWEEN.fullmatch(context.rest, hit.end, start) and not _NOT_ONLY.match(context.rest, hit.start):
            return True
    return after and _AFTER.match(context.rest, end) is not None
