"""Sizes: bytes of a data set, of a card, of host memory; tokens, samples, hours of audio; parameters."""

from __future__ import annotations

import re

from assistant.language.context import Context
from assistant.language.counts import COUNT, read_count
from assistant.language.quantity import Quantity
from assistant.language.spans import USED, Finding

_SIZED_CARDS = re.compile(
    rf"(?<![a-z\d.])(?P<n>{COUNT})(?:\s*(?:张|块|个|卡|x|\*)\s*|\s+)(?P<mem>\d{{1,3}})\s?(?:gib|gb|gig|"
    rf"g)(?![a-z\d])(?:\s*(?:vram|显存|memory))?\s*(?:的)?\s*(?:显卡|卡|gpus?(?![a-z])|cards?(?![a-z])|"
    rf"nvidia cards?)"
)
_SMALLEST_WRITTEN_OUT = 1e8
_BILLIONS = {"b", "bn", "billion", "billions", "bil", "bln", "亿", "十亿", "个b", "个亿"}
_MILLIONS = {"m", "mn", "million", "millions", "mil", "mio", "mm", "mill", "百万", "千万", "万"}
_LENGTH = re.compile(r"average|avg|mean|each|per |每|平均|long|长|max|length|context|entries|ctx|window")
_EACH = re.compile(
    r"\s*(?:each|apiece|per (?:image|file|sample|video|document|clip|row|volume|scan)|/(?:image|file|"
    r"sample)|一(?:张|个|条|份)(?![卡显]))"
)
_EACH_BEFORE = re.compile(
    r"(?:each|every|per|每[张个条份段部]|单[张个条份]|平均)(?:\s*(?:image|file|sample|video|one|scan|"
    r"volume|图|文件|视频))*\s*(?:is|of|是|约|大约|大概|有|about|around|~|\s)*$"
)
_ON = re.compile(
    r"(?:^|[\s,])(?:on|with|using|in|用|跑在|只有|有|have|got|my|a|single)\s*(?:a |an |my |our |the |"
    r"only |just |about )*$"
)
_STREAM = 1e5
"""So many samples a day are what there is to train on."""
_PER = re.compile(
    r"\s*(?:per|each|a|in each|/)\s*"
    r"(?:clip|video|image|sample|patient|volume|scan|user|second|minute|hour|day|step|gpu|batch|class|epoch)"
)
_TIMES = re.compile(r"[x*]\s*$")
_OF_CARD = re.compile(r"(?:单卡|每卡|每张卡?|张卡|块卡|卡)(?:是|只有|才|有|的)?\s*$")
_NEAR_NAME = re.compile(rf"{USED}[\s\w(]{{0,14}}$")
_RATE = re.compile(r"\s*/\s*s|\s*(?:bandwidth|swap|带宽)")
_IS = re.compile(r"(?<![a-z])(?:is|weighs|takes)(?![a-z])|是|有|占")
_ENOUGH = re.compile(r"\s*(?:be )?(?:enough|sufficient|suffice)(?! data)|\s*(?:够不够|够吗|够么|够用吗|行不行)")
_TOGETHER = re.compile(r"\s*(?:together|combined|between them|across (?:both|the two|them)|加起来|合起来)")
_NEEDED = re.compile(r"(?:needs?|requires?|takes) (?:just|only|about|around|like|at least)\s*$")
_ACTIVE_BEFORE = re.compile(r"(?:激活(?:参数)?(?:是|约|只有|才)?|active(?: params?| parameters)?|activated)\s*$")
_ACTIVE_AFTER = re.compile(
    r"\s*(?:params? |parameters )?(?:are |is |的)?(?:active(?![a-z])|activated|激活(?!参数?\s*\d|\s*\d))"
)
_EQUALS = re.compile(r"(?:=|w/|with|共|合计|total(?: of)?)\s*$")


def params(quantity: Quantity, context: Context) -> Finding | None:
    """Return the parameter count that `quantity` states."""
    if quantity.unit or quantity.noun not in {"", "params", "model"}:
        return None
    if _is_active_part(quantity, context):
        return None
    if quantity.scale == "m" and _EACH_BEFORE.search(context.before(quantity, 30)):
        return None
    billions = quantity.scale in _BILLIONS or (quantity.words and quantity.value >= 1e8)
    trillions = quantity.scale in {"t", "trillion", "trillions", "万亿", "个t", "tn"}
    named = quantity.noun in {"params", "model"} or (quantity.key == "params" and quantity.value >= 1e5)
    if trillions:
        ok = named
    elif not quantity.scale and not quantity.words and quantity.key == "" and context.asking in {"", "params"}:
        ok = quantity.value >= _SMALLEST_WRITTEN_OUT or (named and quantity.value >= 1e4)
    elif billions:
        ok = named or quantity.key in {"", "params", "none"} or context.asking == "params"
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
    return _size(quantity, 3 if named else 2)


def _is_active_part(quantity: Quantity, context: Context) -> bool:
    """Return whether the number counts the parameters of a mixture that work on one token."""
    return bool(
        _ACTIVE_BEFORE.search(context.rest[: quantity.start]) or _ACTIVE_AFTER.match(context.rest, quantity.core_end)
    )


def _size(quantity: Quantity, strength: int) -> Finding:
    end = quantity.end
    low = quantity.low
    if low is not None and low < quantity.value:
        return Finding(
            "params_range", [round(low), round(quantity.value)], quantity.start, end, strength, quantity.joint
        )
    return Finding("params", round(quantity.value), quantity.start, end, strength, "stated")


def tokens(quantity: Quantity, context: Context) -> Finding | None:
    """Return the tokens of a data set; a small number of tokens is a length."""
    if quantity.unit or (quantity.noun != "tokens" and quantity.key != "tokens"):
        return None
    first, last = context.clause(quantity.start, quantity.end)
    around = context.rest[first : quantity.start] + " " + context.rest[quantity.end : last]
    short = quantity.value < 1.2e6
    if quantity.key == "seq_len" or (
        short and quantity.key not in {"dataset", "tokens"} and (_LENGTH.search(around) or quantity.value < 2e5)
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
    if quantity.noun == "samples":
        few = quantity.value < 1 or (quantity.value < 5 and quantity.words)
        word = context.rest[quantity.core_end : quantity.end].strip()
        cards = word == "张" and quantity.value <= 64 and context.asking != "dataset" and quantity.key != "dataset"
        rare = quantity.value < 50 and word in {
            "tasks",
            "sessions",
            "turns",
            "problems",
            "cases",
            "texts",
            "books",
            "papers",
            "text",
            "page",
            "pages",
        }
        rate = quantity.value < _STREAM and _PER.match(context.rest, quantity.end)
        if few or cards or rare or rate:
            return None
    elif not (quantity.key == "dataset" and not quantity.noun and _plain_count(quantity, context)):
        return None
    return Finding("dataset_samples", round(quantity.value), quantity.start, quantity.end, 3 if quantity.noun else 2)


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
        and not (context.asking == "dataset" and context.unit in {"hours", "小时"})
        and not (quantity.unit_value == 1 and _about_sound(quantity, context))
    ):
        return None
    hours = quantity.value * quantity.unit_value
    return Finding("dataset_audio_hours", int(hours) if hours == int(hours) else hours, quantity.start, quantity.end, 3)


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


def bytes_of(quantity: Quantity, context: Context) -> Finding | None:
    """Return what an amount of bytes fills: data set, card memory, host memory, or nothing."""
    if quantity.unit != "bytes":
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
    if quantity.noun == "held" or _is_sum_of_cards(quantity, context, after):
        return ""
    if _NEEDED.search(before) and quantity.noun != "data" and quantity.key != "dataset":
        return ""
    if quantity.noun in {"ram", "vram", "disk"} and not (quantity.noun != "ram" and quantity.key == "dataset"):
        return quantity.noun
    if quantity.key == "params" and _IS.search(context.rest[quantity.key_start : quantity.start]):
        return ""
    if _EACH.match(after) or _EACH_BEFORE.search(before) or (quantity.key == "memory_of" and quantity.noun != "data"):
        return ""
    if quantity.key in {"ram", "vram", "disk"} and quantity.noun != "data":
        return quantity.key
    if quantity.noun == "data" or quantity.key in {"dataset", "amount"} or context.asking == "dataset":
        return "data"
    if quantity.key not in {"", "params", "audio"} or _RATE.match(after):
        return ""
    memory = size / 1e9 in context.lexicon.gpus.sizes and quantity.low is None
    return _kind_of_memory(context, before, after) if memory else "open"


def _is_sum_of_cards(quantity: Quantity, context: Context, after: str) -> bool:
    """Return whether "so that is 48 GB together" adds up the memory of cards."""
    plain = quantity.noun == "" and quantity.key == "" and context.asking != "dataset"
    return plain and _TOGETHER.match(after) is not None


def _kind_of_memory(context: Context, before: str, after: str) -> str:
    """Return what a bare size that cards come with is: the memory of a card, a repetition of it, or still open."""
    if (
        context.asking in {"gpu", "gpu_count"}
        or _ENOUGH.match(after)
        or _TIMES.search(before)
        or _OF_CARD.search(before)
    ):
        return "vram"
    if context.has_gpu and (_EQUALS.search(before) or USED in before[-3:]):
        return ""
    if (context.has_gpu and _NEAR_NAME.search(before)) or (
        _ON.search(before) and context.lexicon.filler.fullmatch(after)
    ):
        return "vram"
    return "open"


def cards_of_size(context: Context) -> list[Finding]:
    """Return what "8*24G" and "4x 24gb" say: so many cards of that memory."""
    out = []
    for match in re.finditer(r"(?<![a-z\d.])(\d{1,4})\s*[x*]\s*(\d{1,3})\s?(?:gib|gb|g)(?![a-z\d])", context.rest):
        if int(match[2]) in context.lexicon.gpus.sizes:
            out.append(Finding("gpu_count", int(match[1]), match.start(), match.end(), 3, "named"))
            out.append(Finding("vram_gb", int(match[2]), match.start(), match.end(), 3))
    for match in re.finditer(r"(?<![a-z\d.])(\d{1,3})\s?(?:gib|gb|g)\s*[x*]\s*(\d{1,4})(?![\da-z]|\.\d)", context.rest):
        if int(match[1]) in context.lexicon.gpus.sizes:
            out.append(Finding("gpu_count", int(match[2]), match.start(), match.end(), 3, "named"))
            out.append(Finding("vram_gb", int(match[1]), match.start(), match.end(), 3))
    for match in _SIZED_CARDS.finditer(context.rest):
        count = read_count(match["n"])
        if int(match["mem"]) in context.lexicon.gpus.sizes and count:
            if match["n"] not in {"a", "an"}:
                out.append(Finding("gpu_count", count, match.start(), match.end(), 3, "named"))
            out.append(Finding("vram_gb", int(match["mem"]), match.start(), match.end(), 3))
    return out
