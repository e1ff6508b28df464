"""Bytes: of a data set, of a card, of host memory, or of something that is none of them."""

from __future__ import annotations

import re

from assistant.language.context import Context
from assistant.language.counts import COUNT, read_count
from assistant.language.datasets import EACH_BEFORE
from assistant.language.quantity import Quantity
from assistant.language.spans import USED, Finding

_SIZED_CARDS = re.compile(
    rf"(?<![a-z\d.])(?P<n>{COUNT})(?:\s*(?:张|块|个|卡|x|\*)\s*|\s+)(?P<mem>\d{{1,3}})\s?(?:gib|gb|gig|"
    rf"g)(?![a-z\d])(?:\s*(?:vram|显存|memory))?\s*(?:的)?\s*(?:显卡|卡|gpus?(?![a-z])|cards?(?![a-z])|"
    rf"nvidia cards?)"
)
_CARDS_AFTER = re.compile(
    rf"(?<![a-z\d.])(?P<mem>\d{{1,3}})\s?(?:gib|gb|g)\s*(?:的)?\s*(?P<n>{COUNT})\s*[张块卡](?![图数照片样高截训标])"
)
_OF_DATA = re.compile(r"(?:数据集?|数据量|语料|日志|内存|data|dataset|corpus|ram)\s*(?:是|有|约|大概|共)?\s*$")
_EACH = re.compile(
    r"\s*(?:each|apiece|per (?:image|file|sample|video|document|clip|row|volume|scan)|/(?:image|file|"
    r"sample)|一(?:张|个|条|份)(?![卡显]))"
)
_ON = re.compile(
    r"(?:^|[\s,])(?:on|with|using|in|用|跑在|只有|有|have|got|my|a|single)\s*(?:a |an |my |our |the |"
    r"only |just |about )*$"
)
_TIMES = re.compile(r"[x*]\s*$")
_OF_CARD = re.compile(r"(?:单卡|每卡|每张卡?|张卡|块卡|卡)(?:是|只有|才|有|的)?\s*$")
_NEAR_NAME = re.compile(rf"{USED}[\s\w(]{{0,14}}$")
_RATE = re.compile(r"\s*/\s*s|\s*(?:bandwidth|swap|带宽)")
_EQUALS = re.compile(r"(?:=|w/|with|共|合计|total(?: of)?)\s*$")
_TOGETHER = re.compile(r"\s*(?:together|combined|between them|across (?:both|the two|them)|加起来|合起来)")
_NEEDED = re.compile(r"(?:needs?|requires?|takes|uses)(?: (?:just|only|about|around|like|at least))?\s*$")
_IS = re.compile(r"(?<![a-z])(?:is|weighs|takes)(?![a-z])|是|有|占")
_ENOUGH = re.compile(r"\s*(?:be )?(?:enough|sufficient|suffice)(?! data)|\s*(?:够不够|够吗|够么|够用吗|行不行)")


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
    if _NEEDED.search(before) and context.asking != "dataset" and quantity.noun != "data" and quantity.key != "dataset":
        return ""
    if quantity.noun in {"ram", "vram", "disk"} and not (quantity.noun != "ram" and quantity.key == "dataset"):
        return quantity.noun
    if quantity.key == "params" and _IS.search(context.rest[quantity.key_start : quantity.start]):
        return ""
    if _EACH.match(after) or EACH_BEFORE.search(before) or (quantity.key == "memory_of" and quantity.noun != "data"):
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
    for match in _CARDS_AFTER.finditer(context.rest):
        count = read_count(match["n"])
        if (
            count
            and int(match["mem"]) in context.lexicon.gpus.sizes
            and not _OF_DATA.search(context.rest[: match.start()])
        ):
            out.append(Finding("gpu_count", count, match.start(), match.end(), 3, "named"))
            out.append(Finding("vram_gb", int(match["mem"]), match.start(), match.end(), 3))
    for match in _SIZED_CARDS.finditer(context.rest):
        count = read_count(match["n"])
        if int(match["mem"]) in context.lexicon.gpus.sizes and count:
            if match["n"] not in {"a", "an"}:
                out.append(Finding("gpu_count", count, match.start(), match.end(), 3, "named"))
            out.append(Finding("vram_gb", int(match["mem"]), match.start(), match.end(), 3))
    return out
