"""Findings to slots: what a number fills, and what the open question makes of a bare answer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from assistant.language.context import Context
from assistant.language.datasets import audio, params, samples, tokens
from assistant.language.durations import deadline
from assistant.language.frames import Frame
from assistant.language.money import least, money
from assistant.language.negation import negated
from assistant.language.prices import by_the_hour
from assistant.language.quantity import Quantity
from assistant.language.settings import setting
from assistant.language.sizes import bytes_of
from assistant.language.spans import USED, Finding

_CLASSIFIER = re.compile(r"\s*[张块个片卡枚台条]?")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_TAIL = 24
_MOST_CARDS = 64
_SHEETS = Frame(r"\s*[张块卡]\s*(?:[,.!?;]|$|<<sheets.end>>)")
_TOTAL = Frame("<<in_total>>")
_DENIED = Frame(r"<<card.not>>\s*[$€£¥₹]?\s*$")
_MODEL_SIZES = {"b", "t", "bn", "billion"}
_MANY = 1000
_BYTES = {"t": "tb"}
_BILLION_LIMIT = 3000
_ORDER = (setting, audio, money, bytes_of, deadline, tokens, params, samples)


def bind(quantity: Quantity, context: Context) -> Finding | None:
    """Return the slot that a number fills by its own unit, noun or keyword; None where it is bound to nothing."""
    if quantity.key == "none" and not quantity.unit and not quantity.scale and quantity.noun != "tokens":
        return None
    for reader in _ORDER:
        finding = reader(quantity, context)
        if finding is not None:
            if negated(context, quantity.start, quantity.end) or _denied_before(context, quantity):
                return replace(finding, tag="negated")
            return finding
    return None


def _denied_before(context: Context, quantity: Quantity) -> bool:
    return context.frame(_DENIED).search(context.before(quantity, 14)) is not None


def bare_answer(free: list[Quantity], context: Context) -> list[Finding]:
    """Return what a number without unit means under the open question."""
    if len(free) != 1:
        return []
    quantity = free[0]
    if context.rest[quantity.start : quantity.number_end].strip() in {"a", "an"}:
        return []
    if not context.asking:
        return _so_many_cards(quantity, context)
    filler = context.lexicon.filler
    end = _CLASSIFIER.match(context.rest, quantity.end).end()  # type: ignore[union-attr]
    strict = quantity.words and context.rest[quantity.start].isascii() and quantity.value < 2
    around = context.rest[: quantity.start] + context.rest[end:]
    loose = not strict and len(around) <= _TAIL and USED not in around and not context.hits("question")
    if not loose and not (filler.fullmatch(context.rest, 0, quantity.start) and filler.fullmatch(context.rest, end)):
        return []
    reader = _ASKED.get(context.asking)
    finding = reader(quantity, context) if reader else None
    return [finding] if finding else []


def _so_many_cards(quantity: Quantity, context: Context) -> list[Finding]:
    """Return the cards of "要是就2张呢": a few sheets of nothing are cards."""
    if (
        quantity.value > _MOST_CARDS
        or not context.frame(_SHEETS).match(context.rest, quantity.core_end)
        or quantity.key == "dataset"
    ):
        return []
    return [Finding("gpu_count", round(quantity.value), quantity.start, quantity.end, 1, "cards")]


def _asked_params(quantity: Quantity, context: Context) -> Finding | None:
    if quantity.unit:
        return None
    value, tag = quantity.value, "stated"
    if not quantity.scale and value < 1e5:
        factor = float(context.lexicon.words("unit.scale").whole(context.unit.strip().lower()) or 1e9)
        if value > _BILLION_LIMIT:
            return None
        tag = "doubtful" if factor == 1e9 and value >= 100 else "stated"
        low = quantity.low * factor if quantity.low is not None else None
        value *= factor
    else:
        low = quantity.low
    if low is not None and low < value:
        return Finding("params_range", [round(low), round(value)], quantity.start, quantity.end, 1)
    return Finding("params", round(value), quantity.start, quantity.end, 1, tag)


def _asked_dataset(quantity: Quantity, context: Context) -> Finding | None:
    if quantity.unit == "time":
        return None
    words = context.lexicon.words
    unit = context.unit.strip().lower()
    scale = words("unit.scale").at(unit, 0)
    counted = words("noun.count").whole(unit[scale.end :].strip()) if scale else None
    if scale and counted and not quantity.scale and not quantity.unit:
        quantity = replace(quantity, value=quantity.value * float(scale.value), scale=unit[: scale.end])
    noun = counted or words("noun.count").whole(unit)
    unit = _BYTES.get(unit, unit)
    size = words("unit.bytes").whole(unit) if unit else None
    place = (quantity.start, quantity.end)
    if (size and not quantity.scale) or (size and quantity.words and quantity.value < 1e4):
        return Finding("dataset_bytes", round(quantity.value * float(size or 1)), *place, 1)
    if noun == "tokens":
        return Finding("dataset_tokens", round(quantity.value), *place, 1)
    if noun == "steps":
        return Finding("train_steps", round(quantity.value), *place, 1)
    if words("unit.time").whole(unit) == "1":
        return Finding("dataset_audio_hours", quantity.value, *place, 1)
    many = (quantity.scale and quantity.scale not in _MODEL_SIZES) or quantity.value >= _MANY
    return Finding("dataset_samples", round(quantity.value), *place, 1) if many or noun == "samples" else None


def offered_money(context: Context) -> dict[str, Any]:
    """Return the currency and the period that the question offered."""
    unit = context.unit.lower()
    currency = context.lexicon.words("currency.after").first(unit) or context.lexicon.words("currency.before").first(
        unit
    )
    period = context.lexicon.words("period").first(unit)
    total = context.frame(_TOTAL).search(unit)
    foreign = unit.isascii() and _HAN.search(context.plain) is not None
    return {
        "currency": currency.value if currency and not foreign else None,
        "per": "total" if total else period.value if period else "none",
    }


def _asked_budget(quantity: Quantity, context: Context) -> Finding | None:
    if quantity.unit == "bytes":
        return None
    value: dict[str, Any] = {
        "amount": int(quantity.value) if quantity.value == int(quantity.value) else quantity.value,
        **offered_money(context),
    }
    if context.lexicon.words("per_gpu").first(context.unit.lower()):
        value["per_gpu"] = True
    said = context.hits("period")
    if said:
        value["per"] = said[0].value
    if value["per"] == "hour":
        value["amount"] = by_the_hour(value["amount"], quantity, context)
    low = least(quantity, context)
    if low is not None:
        value["amount_min"] = int(low) if low == int(low) else low
    return Finding("budget", value, quantity.start, quantity.end, 1)


def _asked_deadline(quantity: Quantity, context: Context) -> Finding | None:
    unit = context.lexicon.words("unit.time").whole(context.unit.strip().lower()) if context.unit else None
    if unit is None or quantity.unit or quantity.scale:
        return None
    numerator, _, denominator = unit.partition("/")
    hours = quantity.value * float(numerator) / float(denominator or 1)
    return Finding("deadline_hours", int(hours) if hours == int(hours) else hours, quantity.start, quantity.end, 1)


def _asked_whole(slot: str) -> Any:
    def read(quantity: Quantity, context: Context) -> Finding | None:
        if quantity.unit or quantity.value != int(quantity.value):
            return None
        in_k = slot == "seq_len" and not quantity.scale and context.unit.strip().lower()[:2].strip() == "k"
        value = quantity.bare * 1024 if in_k or (slot == "seq_len" and quantity.scale == "k") else quantity.value
        return Finding(slot, round(value), quantity.start, quantity.end, 1)

    return read


_ASKED = {
    "params": _asked_params,
    "model": _asked_params,
    "dataset": _asked_dataset,
    "budget": _asked_budget,
    "deadline": _asked_deadline,
    "gpu_count": _asked_whole("gpu_count"),
    "gpu": _asked_whole("gpu_count"),
    "seq_len": _asked_whole("seq_len"),
    "batch": _asked_whole("batch"),
}
