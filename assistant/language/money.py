"""Budgets: an amount, its currency, the period it is for."""

from __future__ import annotations

import re
from typing import Any

from assistant.language.context import Context
from assistant.language.frames import Frame
from assistant.language.intents import is_question
from assistant.language.numerals import ZH_DIGITS
from assistant.language.prices import by_the_hour, cents
from assistant.language.quantity import Quantity
from assistant.language.spans import USED, Finding

_CONTINENTAL = re.compile(r"\d{1,3}\.\d{3}")
_SPACES = re.compile(r"[\s:(]*")
_SIGN_AHEAD = re.compile(r"[$€£¥₹]\s?\d")
"""A sign before a digit belongs to the number behind it."""
_CARD_NEXT = Frame(rf"\s*(?:<<card.sort>>\s*)*{USED}")
_FOR_ALL = Frame(r"\s*<<money.for_all>>")
_FEW = Frame(r"[\s~]*(?:<<money.about>>)?[\s~]*")
_WITHIN = Frame(r"\s*<<money.within>>")
_LIMIT = Frame(r"<<money.limit>>\s*$")
_NEIGHBOURS = re.compile(r"([一二两三四五六七])([二三四五六七八九])(?=[十百千万])")
_RICHEST = 1e8
"""Without a currency, no budget is so large."""
_NOT_MONEY = {
    "tokens",
    "samples",
    "things",
    "steps",
    "epochs",
    "params",
    "seq_len",
    "batch",
    "none",
    "image_size",
    "cards",
}
_PRICED = Frame(rf"{USED}\s*<<money.priced>>\s*(?:<<money.about>>|\s)*$")
_MORE = Frame("<<money.more>>$")
"""Before "便宜点" they ask for a cheaper plan than the one in hand."""
_TIME_PER = {1.0: "hour", 24.0: "day", 168.0: "week", 720.0: "month", 8640.0: "year"}


def money(quantity: Quantity, context: Context) -> Finding | None:
    """Return the budget that `quantity` states; None where it is no money."""
    said, start, end = _currency(quantity, context)
    currency, _, part = said.partition(":")
    if not currency and not _may_be_money(quantity, context):
        return None
    if currency == "EUR" and _CONTINENTAL.fullmatch(context.rest[quantity.start : quantity.number_end]):
        part = "1000"
    strength = 3 if currency else 2 if quantity.key == "budget" else 1
    if quantity.key == "budget":
        start = min(start, quantity.key_start)
    more, end = cents(context.rest, end, context) if currency and not part else (0.0, end)
    value: dict[str, Any] = {
        "amount": _number(quantity.value * float(part or 1) + more),
        "currency": currency or _elsewhere(context) or _by_word(quantity),
        "per": "none",
    }
    low = least(quantity, context)
    if low is not None:
        value["amount_min"] = _number(low)
    value["per"], end = _period(quantity, context, start, end)
    if value["per"] == "hour" and not more:
        value["amount"] = _number(by_the_hour(value["amount"], quantity, context))
    if value["per"] == "hour" and is_question(context) and context.frame(_PRICED).search(context.rest, 0, start):
        return None
    first, last = context.clause(quantity.start, end)
    if context.within("per_gpu", first, last):
        value["per_gpu"] = True
    return Finding("budget", value, start, end, strength)


def least(quantity: Quantity, context: Context) -> float | None:
    """Return the lower end of an amount: of a range, or of two neighbouring digits ("两三千"); else None."""
    if quantity.low is not None and quantity.low < quantity.value:
        return quantity.low
    pair = _NEIGHBOURS.match(context.rest, quantity.start, quantity.number_end)
    if pair is None or not 0 < ZH_DIGITS[pair[2]] - ZH_DIGITS[pair[1]] <= 2:
        return None
    return quantity.value * ZH_DIGITS[pair[1]] / ZH_DIGITS[pair[2]]


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else round(value, 6)


def _elsewhere(context: Context) -> str | None:
    """Return the currency that a message names apart from the amount ("five grand total, in euros")."""
    for kind in ("currency.after", "currency.before"):
        for hit in context.hits(kind):
            if hit.end - hit.start > 1 and ":" not in hit.value:
                return hit.value
    return None


def _by_word(quantity: Quantity) -> str | None:
    return "USD" if quantity.scale == "grand" else None


def _currency(quantity: Quantity, context: Context) -> tuple[str, int, int]:
    """Return (currency or "", where the money begins, where it ends)."""
    if "块" in context.rest[quantity.start : quantity.number_end]:
        return "CNY", quantity.start, quantity.core_end
    place = _SPACES.match(context.rest, quantity.core_end).end()  # type: ignore[union-attr]
    if not quantity.unit or quantity.unit == "time":
        after = context.lexicon.words("currency.after").at(context.rest, place)
        if after is not None and _SIGN_AHEAD.match(context.rest, after.start):
            after = None
        if after is not None and not _counts_cards(context, after.start, after.end, quantity):
            return after.value, quantity.start, after.end
    for hit in context.hits("currency.before"):
        if hit.end <= quantity.start and context.frame(_FEW).fullmatch(context.rest, hit.end, quantity.start):
            return hit.value, hit.start, quantity.core_end
    return "", quantity.start, quantity.core_end


def _counts_cards(context: Context, start: int, end: int, quantity: Quantity) -> bool:
    text = context.rest
    return text[start:end] == "块" and (
        context.asking in {"gpu", "gpu_count"}
        or text[end : end + 1] in {"卡", "显"}
        or context.frame(_CARD_NEXT).match(text, end) is not None
        or text[end : end + 2].strip()[:1].isdigit()
        or (text[end : end + 1] == "" and quantity.value < 2)
    )


def _may_be_money(quantity: Quantity, context: Context) -> bool:
    if (
        quantity.unit == "bytes"
        or quantity.noun in _NOT_MONEY
        or quantity.key not in {"", "budget", "dataset", "amount"}
    ):
        return False
    if quantity.scale in {"b", "billion", "bn"} or (quantity.value >= _RICHEST and quantity.key != "budget"):
        return False
    if quantity.key == "budget" or quantity.noun == "budget" or quantity.scale == "grand":
        return quantity.unit != "time"
    if quantity.unit == "time":
        return False
    first, last = context.clause(quantity.start, quantity.core_end)
    if context.within("money.verb", first, last) and quantity.value >= 100 and not context.next_is_name(quantity):
        return True
    return _tight_period(quantity, context) and (quantity.key != "dataset") and quantity.value >= 1


def _tight_period(quantity: Quantity, context: Context) -> bool:
    """Return whether a period touches the number: "2.3万/月", "每月5万", "20k a year"."""
    for hit in context.hits("period"):
        if hit.value == "total" and hit.end <= quantity.start and hit.end - hit.start > 1:
            if context.lexicon.gap.fullmatch(context.rest, hit.end, quantity.start):
                return True
            continue
        if hit.value == "total":
            touching = (
                not context.rest[quantity.core_end : hit.start].strip() if hit.start >= quantity.core_end else False
            )
            if touching and _elsewhere(context):
                return True
            continue
        if hit.end <= quantity.start and context.lexicon.gap.fullmatch(context.rest, hit.end, quantity.start):
            return True
        if hit.start >= quantity.core_end and not context.rest[quantity.core_end : hit.start].strip(" 左右上下"):
            return not context.frame(_WITHIN).match(context.rest, hit.end)
    return False


def _period(quantity: Quantity, context: Context, start: int, end: int) -> tuple[str, int]:
    """Return (period, where the money ends): the nearest in the clause, else a total said anywhere."""
    first, last = context.clause(start, end)
    if quantity.unit == "time" and quantity.unit_value in _TIME_PER:
        return _TIME_PER[quantity.unit_value], quantity.end
    hits = [
        h
        for h in context.within("period", first, last)
        if not (context.rest[h.start] in "一a" and context.frame(_WITHIN).match(context.rest, h.end))
        and not _is_limit(context, h.start)
    ]
    timed = [hit for hit in hits if hit.value != "total"]
    if timed:
        best = min(timed, key=lambda hit: min(abs(hit.start - end), abs(start - hit.end)))
        return best.value, max(end, best.end) if best.start >= end and best.start - end <= 12 else end
    following = context.clause(last + 1, last + 1) if last < len(context.rest) else (last, last)
    leading = context.clause(first - 1, first - 1) if first else (0, 0)
    for begin, stop in (following, leading):
        clause = context.rest[begin:stop].strip()
        alone = context.lexicon.words("period").at(clause, 0)
        if alone and context.lexicon.polite.fullmatch(clause, alone.end):
            return alone.value, end
    for hit in context.hits("period"):
        about = context.within("key", *context.clause(hit.start, hit.end))
        if hit.value != "total" and any(word.value == "budget" for word in about):
            return hit.value, end
    if context.within("money.verb", first, last) or context.frame(_FOR_ALL).match(context.rest, end):
        return "total", end
    if any(hit.value == "total" for hit in context.hits("period")):
        return "total", end
    return "none", end


def _is_limit(context: Context, start: int) -> bool:
    return context.frame(_LIMIT).search(context.rest, max(0, start - 10), start) is not None


def flags(context: Context) -> Finding | None:
    """Return the budget of one who names no amount: "money is no object", "as cheap as possible"."""
    offers = {(hit.start, hit.end) for hit in context.hits("budget.offer")} if is_question(context) else set()
    for hit in context.hits("budget.flag"):
        if (hit.start, hit.end) in offers:
            continue
        said = context.rest[hit.start : hit.end].strip(" .!?~…")
        other = context.asking not in {"", "budget"} and said in {"no limit", "unlimited"}
        if other or context.frame(_MORE).search(context.rest, 0, hit.start):
            continue
        return Finding("budget", {hit.value: True}, hit.start, hit.end, 2, "flag")
    return None
