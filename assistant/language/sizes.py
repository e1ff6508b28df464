"""Bytes: of a data set, of a card, of host memory, or of something that is none of them."""

from __future__ import annotations

import re

from assistant.language.context import Context
from assistant.language.counts import BEGIN, COUNT, read_count
from assistant.language.datasets import EACH_BEFORE
from assistant.language.frames import Frame
from assistant.language.numerals import numbers
from assistant.language.quantity import Quantity
from assistant.language.spans import USED, Finding

_NEAR = 24
_SIZED_CARDS = Frame(
    rf"{BEGIN}(?P<n>{COUNT})(?:\s*(?:[张块个卡]|x|\*)\s*|\s+)(?P<mem>\d{{1,3}})\s?(?:gib|gb|gig|g)(?![a-z\d])"
    r"(?:\s*<<card.memory>>)*\s*(?:<<card.such>>\s*)?<<card>>"
)
_CARDS_AFTER = Frame(
    rf"(?<![a-z\d.])(?P<mem>\d{{1,3}})\s?(?:gib|gb|g)\s*的?\s*(?P<n>{COUNT})\s*[张块卡](?!<<picture>>)"
)
_SHEETS_OF = re.compile(rf"{BEGIN}(?P<n>{COUNT})\s*[张块]\s*(?P<mem>\d{{1,3}})\s?(?:gib|gb|g)(?![a-z\d])")
_MEMORY_EACH = re.compile(r"(?<![a-z\d.])(?P<n>\d{1,4})\s*[x*]\s*(?P<mem>\d{1,3})\s?(?:gib|gb|g)(?![a-z\d])")
_EACH_MEMORY = re.compile(r"(?<![a-z\d.])(?P<mem>\d{1,3})\s?(?:gib|gb|g)\s*[x*]\s*(?P<n>\d{1,4})(?![\da-z]|\.\d)")
_OF_DATA = Frame(r"<<no_card>>\s*(?:<<data.is>>)?\s*$")
_EACH = Frame(r"\s*<<size.each>>")
_ON = Frame(r"(?:^|[\s,])<<size.on>>\s*(?:(?:<<article>>|<<just>>|<<about>>)\s)*$")
_TIMES = re.compile(r"[x*]\s*$")
_OF_CARD = Frame(r"<<card.of>>\s*$")
_NEAR_NAME = re.compile(rf"{USED}[\s\w(]{{0,14}}$")
_RATE = Frame(r"\s*(?:/\s*s|<<size.rate>>)")
_EQUALS = Frame(r"(?:=|<<size.sum>>)\s*$")
_TOGETHER = Frame(r"\s*<<together>>")
_SUMMED = Frame(r"<<summed>>\s*(?:~|:|<<about>>|\s)*$")
_CARDS_SUMMED = Frame(rf"(?:<<card>>|{USED})[\s,]*<<summed>>\s*(?:<<about>>|\s)*$")
_SCALES = " kwm"
"""What may stand between a count and its noun."""
_SHEETS = frozenset("张块片个")
"""What is counted by these may be cards, where it is few."""
_NEEDED = Frame(r"<<size.needed>>\s*$")
_HELD = Frame(r"<<memory.held>>\s*(?:~|<<about>>|<<just>>|\s)*$")
_HELD_BEHIND = Frame(r"[\s的左右多]*<<memory.behind>>")
_OF_EACH = Frame("<<memory.each>>")
_IS = Frame("<<size.is>>")
_WHY = Frame(r"\W*<<why>>")
_IN_A_NAME = re.compile(r"[a-z]-$")
"""The 8g of "a2-ultragpu-8g" is part of a name."""
_DATA = {"samples", "tokens"}
_MEMORY = {"ram", "vram", "disk"}
_ENOUGH = Frame(r"\s*<<size.enough>>")


def bytes_of(quantity: Quantity, context: Context) -> Finding | None:
    """Return what an amount of bytes fills: data set, card memory, host memory, or nothing."""
    if quantity.unit != "bytes" or _IN_A_NAME.search(context.rest, 0, quantity.start):
        return None
    size = quantity.value * quantity.unit_value
    kind = _kind_of_bytes(quantity, context, size)
    place = (quantity.start, quantity.end)
    if kind == "ram":
        tera = quantity.unit_value in {1e12, 1099511627776}
        return Finding("ram_gb", _neat(quantity.value * 1024 if tera else size / 1e9), *place, 3)
    if kind == "vram":
        return Finding(
            "vram_gb", _neat(quantity.value if quantity.unit_value in {1e9, 1073741824} else size / 1e9), *place, 3
        )
    if kind in {"data", "open"}:
        return Finding("dataset_bytes", round(size), *place, 3 if kind == "data" else 1)
    return None


def _neat(value: float) -> float | int:
    return int(value) if value == int(value) else round(value, 3)


def _kind_of_bytes(quantity: Quantity, context: Context, size: float) -> str:
    """Return "ram", "vram", "disk", "data", "open" (data, if nothing else) or "" for bytes of something else."""
    first, last = context.clause(quantity.start, quantity.end)
    before, after = context.rest[first : quantity.start], context.rest[quantity.end : last]
    data = quantity.noun == "data" or quantity.key == "dataset" or context.asking == "dataset"
    if quantity.noun == "held" or _is_sum_of_cards(quantity, context, after):
        return ""
    if not data and context.frame(_NEEDED).search(before):
        return ""
    memory = _memory_said(quantity, context)
    if quantity.noun in _MEMORY and memory:
        return memory
    if _is_of_one(quantity, context, before, after):
        return ""
    if memory:
        return memory
    if data or quantity.key == "amount":
        return "data"
    asked = context.frame(_WHY).match(context.plain) or context.frame(_RATE).match(after)
    if asked or quantity.key not in {"", "params", "audio"}:
        return ""
    return _kind_of_bare(quantity, context, size, (first, last))


def _kind_of_bare(quantity: Quantity, context: Context, size: float, clause: tuple[int, int]) -> str:
    """Return what a size is that no word beside it names: "vram", "open", or "" for memory in use."""
    before, after = context.rest[clause[0] : quantity.start], context.rest[quantity.end : clause[1]]
    sizes = context.lexicon.gpus
    of_card = size / 1e9 in sizes.sizes and quantity.low is None
    of_data = any(hit.value == "dataset" for hit in context.within("key", clause[0], quantity.start))
    if _is_sum_of_samples(context, quantity.start):
        return "data"
    if not of_data and context.frame(_HELD).search(before):
        return ""
    kind = _kind_of_memory(context, before, after) if of_card else "open"
    telling = not of_data and size / 1e9 in sizes.telling
    if kind == "open" and telling and _is_telling(context, context.rest[: quantity.start], after):
        return "vram"
    return "" if kind == "open" and _is_held(context, before, after) else kind


def _is_sum_of_samples(context: Context, start: int) -> bool:
    """Return whether the size at `start` is said of samples counted before it: "400 cases, 120 GB in all"."""
    if context.frame(_SUMMED).search(context.rest, max(0, start - _NEAR), start) is None:
        return False
    for hit in context.hits("noun.count"):
        if hit.value != "samples" or hit.end > start or USED in context.rest[hit.end : start]:
            continue
        ahead = context.rest[: hit.start]
        count = next((n for n in numbers(ahead) if not ahead[n.end :].strip(_SCALES)), None)
        sheets = context.rest[hit.start : hit.end] in _SHEETS
        if count is not None and (not sheets or count.value > max(context.lexicon.gpus.sizes)):
            return True
    return False


def _memory_said(quantity: Quantity, context: Context) -> str:
    """Return the kind of memory that noun or keyword say; "" where they say none."""
    if quantity.noun == "ram" and quantity.key == "vram":
        return "vram"
    if quantity.key == "ram" and context.rest[: quantity.key_start].rstrip().endswith(USED):
        return "vram"  # "1660 ti laptop 6gb": the card of a laptop
    if quantity.noun == "ram" or (quantity.noun in _MEMORY and quantity.key != "dataset"):
        return quantity.noun
    return quantity.key if quantity.key in _MEMORY and quantity.noun != "data" else ""


def _is_of_one(quantity: Quantity, context: Context, before: str, after: str) -> bool:
    """Return whether the size is that of one image, one file, a model's weights."""
    if quantity.key == "params" and context.frame(_IS).search(context.rest[quantity.key_start : quantity.start]):
        return True
    if quantity.key == "memory_of" and quantity.noun != "data":
        return True
    return bool(context.frame(_EACH).match(after) or context.frame(EACH_BEFORE).search(before))


def _is_telling(context: Context, before: str, after: str) -> bool:
    """Return whether a size that hardly anything but a card has ends a clause about a job, and no data are counted."""
    few = context.lexicon.words("noun.rare")
    counted = (hit for hit in context.hits("noun.count") if few.whole(context.rest[hit.start : hit.end]) is None)
    told = context.has_gpu or context.asking or any(hit.value in _DATA for hit in counted)
    return not told and bool(before.strip()) and context.lexicon.filler.fullmatch(after) is not None


def _is_held(context: Context, before: str, after: str) -> bool:
    """Return whether what follows a bare size, or the card it is of, makes it memory in use."""
    return bool(
        context.frame(_HELD_BEHIND).match(after) or (context.has_gpu and context.frame(_OF_EACH).search(before))
    )


def _is_sum_of_cards(quantity: Quantity, context: Context, after: str) -> bool:
    """Return whether "so that is 48 GB together" adds up the memory of cards."""
    if quantity.noun or context.asking == "dataset":
        return False
    if context.frame(_CARDS_SUMMED).search(context.rest, 0, quantity.start):
        return True
    if quantity.key == "amount":
        before = context.rest[context.clause(quantity.start, quantity.end)[0] : quantity.start]
        named = context.rest[: quantity.key_start].endswith(USED)
        return named or (context.has_gpu and context.frame(_OF_EACH).search(before) is not None)
    return not quantity.key and context.frame(_TOGETHER).match(after) is not None


def _kind_of_memory(context: Context, before: str, after: str) -> str:
    """Return what a bare size that cards come with is: the memory of a card, a repetition of it, or still open."""
    if (
        context.asking in {"gpu", "gpu_count"}
        or context.frame(_ENOUGH).match(after)
        or _TIMES.search(before)
        or context.frame(_OF_CARD).search(before)
    ):
        return "vram"
    summed = USED in before and context.frame(_EQUALS).search(before)
    if summed or (context.has_gpu and (context.frame(_EQUALS).search(before) or USED in before[-3:])):
        return ""
    if (context.has_gpu and _NEAR_NAME.search(before)) or (
        context.frame(_ON).search(before) and context.lexicon.filler.fullmatch(after)
    ):
        return "vram"
    return "open"


def cards_of_size(context: Context) -> list[Finding]:
    """Return what "8*24G" and "4x 24gb" say: so many cards of that memory."""
    out = []
    rest, frames = context.rest, context.lexicon.frames
    for form in (_MEMORY_EACH, _EACH_MEMORY, _SHEETS_OF, frames(_CARDS_AFTER), frames(_SIZED_CARDS)):
        for match in form.finditer(rest):
            count, memory = read_count(match["n"]), int(match["mem"])
            if not count or memory not in context.lexicon.gpus.sizes:
                continue
            if form is frames(_CARDS_AFTER) and frames(_OF_DATA).search(rest, 0, match.start()):
                continue
            if match["n"] not in {"a", "an"}:
                out.append(Finding("gpu_count", count, match.start(), match.end(), 3, "named"))
            out.append(Finding("vram_gb", memory, match.start(), match.end(), 3))
    return out
