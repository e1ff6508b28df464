"""Two numbers that are one: ranges, choices, and a value that is changed from one to another."""

from __future__ import annotations

from dataclasses import replace

from assistant.language.frames import Frame, Frames
from assistant.language.quantity import Quantity

_JOIN = Frame(r"\s*(?:[\-~/,]|<<range.joint>>)\s*[$€£¥₹]?\s*")
_ACTIVE_BEFORE = Frame("<<active.before>>")
_ACTIVE = Frame(r"\s*<<active.after>>")
"""Two sizes of one mixture are no range."""
_CHANGE = Frame("<<number.change>>")
_TO = Frame(r"\s*(?:->|→|<<number.to>>|[改变换调提加涨降减升高增缩放]{1,2}[成为到至])\s*[$€£¥₹]?\s*")
_BETWEEN = Frame(r"<<between>>\s*[$€£¥₹]?$")
_NOT = Frame(r"<<card.not>>\s*$")
_MODEL_SCALES = {"b", "bn", "billion", "亿"}


def ranges(text: str, found: list[Quantity], frames: Frames) -> list[Quantity]:
    """Join "7-13b", "between 7b and 14b", "7b/8b/9b": the upper end keeps the place of both."""
    out: list[Quantity] = []
    for quantity in found:
        before = out[-1] if out else None
        joined = _joined(text, before, quantity, frames) if before is not None else None
        if joined is not None:
            out[-1] = joined
        else:
            out.append(quantity)
    return out


def _joined(text: str, left: Quantity, right: Quantity, frames: Frames) -> Quantity | None:
    if left.end > right.start:
        return None
    between = text[left.end : right.start]
    if (
        frames(_CHANGE).search(text[max(0, left.start - 30) : right.start])
        and frames(_TO).fullmatch(between)
        and (_same_sort(left, right) or ((left.key or left.noun) and _open(left) and _open(right)))
    ):
        return replace(
            right,
            start=left.start,
            key=left.key or right.key,
            key_start=left.key_start,
            noun=right.noun or left.noun,
        )
    if frames(_ACTIVE_BEFORE).search(text[max(0, left.start - 16) : left.start]) or frames(_ACTIVE).match(
        text, right.core_end
    ):
        return None
    joint = frames(_JOIN).fullmatch(between)
    if joint is None:
        return None
    word = between.strip(" $€£¥₹")
    ahead = text[max(0, left.start - 9) : left.start]
    if word in {"and", "和", "与", ",", "/"} and not (frames(_BETWEEN).search(ahead) or _same_sort(left, right)):
        return None
    if word == "," and (
        left.noun != right.noun or not {left.scale, right.scale} <= _MODEL_SCALES or frames(_NOT).search(ahead)
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
