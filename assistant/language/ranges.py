"""Two numbers that are one: ranges, choices, and a value that is changed from one to another."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.language.quantity import Quantity

_JOIN = re.compile(r"\s*(?:-|~|to|or|and|/|到|至|或者?|还是|和|与|,)\s*[$€£¥₹]?\s*")
_ACTIVE = re.compile(r"\s*(?:active(?![a-z])|activated|激活)")
"""Two sizes of one mixture are no range."""
_CHANGE = re.compile(
    r"chang|rais|increas|bump|lower|reduc|cut|drop|distil|prun|compress|蒸馏|剪枝|压缩|改|换|调|升|降|提|加|涨|减|缩|resiz|scal"
)
_TO = re.compile(
    r"\s*(?:(?:down |up )?(?:in)?to|(?:蒸馏|剪枝|压缩)[到成为]|->|→|到|至|"
    r"[改变换调提加涨降减升高增缩放]{1,2}[成为到至])\s*[$€£¥₹]?\s*"
)
_MODEL_SCALES = {"b", "bn", "billion", "亿"}


def ranges(text: str, found: list[Quantity]) -> list[Quantity]:
    """Join "7-13b", "between 7b and 14b", "7b/8b/9b": the upper end keeps the place of both."""
    out: list[Quantity] = []
    for quantity in found:
        before = out[-1] if out else None
        joined = _joined(text, before, quantity) if before is not None else None
        if joined is not None:
            out[-1] = joined
        else:
            out.append(quantity)
    return out


def _joined(text: str, left: Quantity, right: Quantity) -> Quantity | None:
    if left.end > right.start:
        return None
    between = text[left.end : right.start]
    if (
        _CHANGE.search(text[max(0, left.start - 30) : right.start])
        and _TO.fullmatch(between)
        and _same_sort(left, right)
    ):
        return replace(right, start=left.start, key=left.key or right.key, key_start=left.key_start)
    if _ACTIVE.search(text[max(0, left.start - 16) : left.start]) or _ACTIVE.match(text, right.core_end):
        return None
    joint = _JOIN.fullmatch(between)
    if joint is None:
        return None
    word = between.strip(" $€£¥₹")
    ahead = text[max(0, left.start - 9) : left.start]
    if word in {"and", "和", "与", ",", "/"} and not (
        re.search(r"between\s*[$€£¥₹]?$|介于", ahead) or _same_sort(left, right)
    ):
        return None
    if word == "," and (
        left.noun != right.noun or left.scale not in _MODEL_SCALES or re.search(r"(?:not|不是|isn't)\s*$", ahead)
    ):
        return None
    open_left = not left.scale and not left.unit and not left.noun
    if open_left and (right.scale or right.unit or right.noun):
        factor = right.value / right.bare if right.bare else 1
        low = left.value * (factor if left.bare < 1000 or factor == 1 else 1)
        low = low if low <= right.value else left.value
    elif _same_sort(left, right) or (open_left and _open(right)):
        low = left.low if left.low is not None else left.value
    else:
        return None
    if right.unit == "bytes" and left.unit == "bytes":
        low = low * left.unit_value / right.unit_value
    key, key_start = (left.key, left.key_start) if left.key else (right.key, right.key_start)
    return replace(
        right,
        start=left.start,
        low=min(low, right.value),
        value=max(low, right.value),
        key=key,
        key_start=key_start,
        joint=word or "-",
    )


def _same_sort(left: Quantity, right: Quantity) -> bool:
    return (
        bool(left.scale or left.unit)
        and (left.unit, bool(left.scale)) == (right.unit, bool(right.scale))
        and left.noun in {right.noun, ""}
    )


def _open(quantity: Quantity) -> bool:
    return not quantity.scale and not quantity.unit
