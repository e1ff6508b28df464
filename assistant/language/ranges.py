"""Two numbers that are one: ranges, choices, and a value that is changed from one to another."""

from __future__ import annotations

from dataclasses import replace

from assistant.language.frames import Frame, Frames
from assistant.language.quantity import Quantity

_JOIN = Frame(r"\s*(?:[\-~/,]|<<range.joint>>|<<range.and>>)\s*[$€£¥₹]?\s*")
_LISTED = Frame(r"[,/]|<<range.and>>")
"""Joints that may also stand between things of their own."""
_ACTIVE_BEFORE = Frame("<<active.before>>")
_ACTIVE = Frame(r"\s*<<active.after>>")
"""Two sizes of one mixture are no range."""
_CHANGE = Frame("<<number.change>>")
_TO = Frame(r"\s*(?:->|→|<<number.to>>)\s*[$€£¥₹]?\s*")
_BETWEEN = Frame(r"<<between>>\s*[$€£¥₹]?$")
_NOT = Frame(r"<<card.not>>\s*$")
_MODEL_SCALES = {"b", "bn", "billion", "亿"}
_SIGNS = " $€£¥₹"


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
    """Return the one quantity that two neighbours are, None where they are two."""
    if left.end > right.start:
        return None
    if _is_change(text, left, right, frames):
        key, noun = left.key or right.key, right.noun or left.noun
        return replace(right, start=left.start, key=key, key_start=left.key_start, noun=noun)
    joint = text[left.end : right.start]
    if not _is_range(text, left, right, frames) or (low := _low_end(left, right)) is None:
        return None
    key, key_start = (left.key, left.key_start) if left.key else (right.key, right.key_start)
    return replace(
        right,
        start=left.start,
        low=min(low, right.value),
        value=max(low, right.value),
        key=key,
        key_start=key_start,
        joint=joint.strip(_SIGNS) or "-",
    )


def _is_change(text: str, left: Quantity, right: Quantity, frames: Frames) -> bool:
    """Return whether a value is changed from the one to the other: "cut the batch from 32 to 16"."""
    alike = _same_sort(left, right) or ((left.key or left.noun) and _open(left) and _open(right))
    return bool(
        alike
        and frames(_CHANGE).search(text[max(0, left.start - 30) : right.start])
        and frames(_TO).fullmatch(text[left.end : right.start])
    )


def _is_range(text: str, left: Quantity, right: Quantity, frames: Frames) -> bool:
    """Return whether what stands between two quantities joins them to a range or a choice."""
    between = text[left.end : right.start]
    active = frames(_ACTIVE_BEFORE).search(text[max(0, left.start - 16) : left.start])
    if active or frames(_ACTIVE).match(text, right.core_end) or not frames(_JOIN).fullmatch(between):
        return False
    word, ahead = between.strip(_SIGNS), text[max(0, left.start - 9) : left.start]
    listed = frames(_LISTED).fullmatch(word) is not None
    if listed and not (frames(_BETWEEN).search(ahead) or _same_sort(left, right)):
        return False
    sizes = left.noun == right.noun and {left.scale, right.scale} <= _MODEL_SCALES
    return word != "," or (sizes and not frames(_NOT).search(ahead))


def _low_end(left: Quantity, right: Quantity) -> float | None:
    """Return the lower end in the unit of the upper one, which says the unit for both; None where the two differ."""
    open_left = not left.scale and not left.unit and not left.noun
    if open_left and (right.scale or right.unit or right.noun):
        factor = right.value / right.bare if right.bare else 1
        low = left.value * (factor if left.bare < 1000 or factor == 1 else 1)
        return low if low <= right.value else left.value
    if not (_same_sort(left, right) or (open_left and _open(right))):
        return None
    low = left.low if left.low is not None else left.value
    return low * left.unit_value / right.unit_value if left.unit == right.unit == "bytes" else low


def _same_sort(left: Quantity, right: Quantity) -> bool:
    return (
        bool(left.scale or left.unit)
        and (left.unit, bool(left.scale)) == (right.unit, bool(right.scale))
        and left.noun in {right.noun, ""}
    )


def _open(quantity: Quantity) -> bool:
    return not quantity.scale and not quantity.unit
