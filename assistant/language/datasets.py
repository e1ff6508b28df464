"""What a data set holds: tokens, samples, hours of audio; and parameters."""

from __future__ import annotations

from assistant.language.context import Context
from assistant.language.frames import Frame
from assistant.language.quantity import Quantity
from assistant.language.spans import Finding

_SMALLEST_WRITTEN_OUT = 1e8
_BILLIONS = {"b", "bn", "billion", "billions", "bil", "bln", "亿", "十亿", "个b", "个亿"}
_MILLIONS = {"m", "mn", "million", "millions", "mil", "mio", "mm", "mill", "百万", "千万", "万"}
_LENGTH = Frame(r"/|<<length.hint>>")
EACH_BEFORE = Frame(r"<<each.item>>(?:\s*<<item>>)*\s*(?:<<about>>|~|\s)*$")
_AUXILIARY_BEFORE = Frame(r"<<auxiliary.model>>\s*(?:<<auxiliary.is>>|:|=|\s)*(?:<<article>>\s+)?$")
_AUXILIARY_AFTER = Frame(r"\s*(?:<<sized>>)?\s*<<auxiliary.model>>")
"""The second model of a job: it is not the one that is sized, where another is told."""
_LIMIT = Frame(r"<<money.limit>>\s*$")
_SAY_NOTHING = {"", "params", "none", "amount", "rate", "ram", "vram", "memory_of"}
"""Keywords that leave "30b" what it is: the size of a model."""
_NEAR = 30
_STREAM = 1e5
"""So many samples a day are what there is to train on."""
_PER = Frame(r"\s*(?:/|<<per>>)\s*<<per.what>>")
_RATE = Frame(r"\s*(?:(?:/|<<per>>)\s*(?:s(?![a-z])|sec|gpu|card|<<rate.of>>)|<<rate.batch>>)")
_ACTIVE_BEFORE = Frame(r"<<active.before>>\s*$")
_ACTIVE_SIZE = Frame(
    r"<<active.before>>\s*(?P<size>\d[\d.]*\s?[b亿])|(?P<ahead>\d[\d.]*\s?b)\s*<<active.after>>(?!\s*\d)"
)
_ACTIVE_AFTER = Frame(r"\s*(?:<<active.after>>(?!\s*\d)|x\s?\d{1,3}\s?e(?![a-z]))")


def params(quantity: Quantity, context: Context) -> Finding | None:
    """Return the parameter count that `quantity` states."""
    if quantity.unit or quantity.noun not in {"", "params", "model"}:
        return None
    if _is_active_part(quantity, context):
        return None
    if quantity.scale == "m" and context.frame(EACH_BEFORE).search(context.before(quantity, _NEAR)):
        return None
    billions = quantity.scale in _BILLIONS or (quantity.words and quantity.value >= 1e8)
    trillions = quantity.scale in {"t", "trillion", "trillions", "万亿", "个t", "tn"}
    named = quantity.noun in {"params", "model"} or (quantity.key == "params" and quantity.value >= 1e5)
    if trillions:
        ok = named
    elif not quantity.scale and not quantity.words and quantity.key == "" and context.asking in {"", "params"}:
        ok = quantity.value >= _SMALLEST_WRITTEN_OUT or (named and quantity.value >= 1e4)
    elif billions:
        ok = named or quantity.key in _SAY_NOTHING or context.asking == "params"
    elif quantity.scale in _MILLIONS or (quantity.words and quantity.value >= 1e5):
        ok = (
            named
            or context.next_is_name(quantity)
            or (quantity.scale in {"m", "mn"} and quantity.key == "" and context.asking not in {"dataset", "budget"})
        )
    else:
        ok = quantity.noun == "params" and quantity.value >= 1e4
    if not ok or (quantity.key in {"dataset", "budget", "batch", "seq_len", "tokens"} and not named):
        return None
    auxiliary = context.frame(_AUXILIARY_BEFORE).search(context.before(quantity, _NEAR)) or context.frame(
        _AUXILIARY_AFTER
    ).match(context.rest, quantity.core_end)
    return _size(quantity, 3 if named else 2, "auxiliary" if auxiliary else "stated")


def _is_active_part(quantity: Quantity, context: Context) -> bool:
    """Return whether the number counts the parameters of a mixture that work on one token."""
    said = context.frame(_ACTIVE_SIZE).search(context.rest)
    if said and (said["size"] or said["ahead"]) == context.rest[quantity.start : quantity.core_end]:
        return True  # said again: "每次只激活3B，是不是按3B算"
    return bool(
        context.frame(_ACTIVE_BEFORE).search(context.rest[: quantity.start])
        or context.frame(_ACTIVE_AFTER).match(context.rest, quantity.core_end)
    )


def _size(quantity: Quantity, strength: int, tag: str) -> Finding:
    end = quantity.end
    low = quantity.low
    if low is not None and low < quantity.value:
        return Finding(
            "params_range", [round(low), round(quantity.value)], quantity.start, end, strength, quantity.joint
        )
    return Finding("params", round(quantity.value), quantity.start, end, strength, tag)


def tokens(quantity: Quantity, context: Context) -> Finding | None:
    """Return the tokens of a data set; a small number of tokens is a length."""
    if quantity.unit or (quantity.noun != "tokens" and quantity.key != "tokens"):
        return None
    if quantity.key in {"batch", "rate"} or context.frame(_RATE).match(context.rest, quantity.end):
        return None
    first, last = context.clause(quantity.start, quantity.end)
    around = context.rest[first : quantity.start] + " " + context.rest[quantity.end : last]
    short = quantity.value < 1.2e6
    each = short and context.frame(EACH_BEFORE).search(context.before(quantity, _NEAR))
    if (
        quantity.key == "seq_len"
        or each
        or (
            short
            and quantity.key not in {"dataset", "tokens"}
            and (context.frame(_LENGTH).search(around) or quantity.value < 2e5)
        )
    ):
        return length(quantity)
    return Finding("dataset_tokens", round(quantity.value), quantity.start, quantity.end, 3)


def length(quantity: Quantity) -> Finding:
    """Return a sequence length; "4k" is 4096."""
    value = quantity.value
    if quantity.scale in {"k", "ks"}:
        value = quantity.bare * 1024
    elif quantity.scale == "m":
        value = quantity.bare * 1048576
    return Finding("seq_len", round(value), quantity.start, quantity.end, 3)


def samples(quantity: Quantity, context: Context) -> Finding | None:
    """Return the number of samples that `quantity` states."""
    if quantity.unit:
        return None
    if quantity.noun in {"samples", "things"}:
        few = quantity.value < 1 or (quantity.value < 5 and quantity.words)
        word = context.rest[quantity.core_end : quantity.end].strip()
        cards = word == "张" and quantity.value <= 64 and context.asking != "dataset" and quantity.key != "dataset"
        rare = quantity.value < int(context.lexicon.words("noun.rare").whole(word) or 0)
        rate = quantity.value < _STREAM and context.frame(_PER).match(context.rest, quantity.end)
        if few or cards or rare or rate:
            return None
    elif not (quantity.key == "dataset" and not quantity.noun and _plain_count(quantity, context)):
        return None
    return Finding(
        "dataset_samples", round(quantity.value), quantity.start, quantity.end, 3 if quantity.noun == "samples" else 2
    )


def _plain_count(quantity: Quantity, context: Context) -> bool:
    return (
        quantity.scale not in _BILLIONS | {"t"}
        and quantity.value >= 10
        and bool(quantity.scale or quantity.value >= 100)
        and not context.next_is_name(quantity)
    )


def audio(quantity: Quantity, context: Context) -> Finding | None:
    """Return hours of audio."""
    if quantity.unit != "time" or quantity.unit_value > 24:
        return None
    if (
        quantity.noun != "audio"
        and quantity.key != "audio"
        and not (context.asking == "dataset" and quantity.unit_value == 1 and not _is_limit(quantity, context))
        and not (quantity.unit_value == 1 and _about_sound(quantity, context))
    ):
        return None
    hours = quantity.value * quantity.unit_value
    return Finding("dataset_audio_hours", int(hours) if hours == int(hours) else hours, quantity.start, quantity.end, 3)


def _is_limit(quantity: Quantity, context: Context) -> bool:
    """Return whether the hours are those in which something is to happen: "in an hour"."""
    return context.frame(_LIMIT).search(context.rest, 0, quantity.start) is not None


def _about_sound(quantity: Quantity, context: Context) -> bool:
    """Return whether hours in a message about sound are hours of it: nothing makes them a limit."""
    if not context.sound and not context.hits("sound"):
        return False
    first, last = context.clause(quantity.start, quantity.end)
    limits = [hit for hit in context.within("deadline.before", first, quantity.start) if hit.end - hit.start > 1]
    after = context.lexicon.words("deadline.after").at(context.rest, quantity.end)
    return not (
        limits or after or context.within("deadline.clause", first, last) or context.within("deadline.not", first, last)
    )
