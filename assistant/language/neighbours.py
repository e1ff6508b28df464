"""Values that are read by the values beside them: a size after a count, a number after a denied one, a period."""

from __future__ import annotations

from dataclasses import replace

from assistant.language.binding import bind
from assistant.language.context import Context
from assistant.language.frames import Frame
from assistant.language.quantity import Quantity
from assistant.language.spans import Finding

_PERIODS = {1: "hour", 24: "day", 168: "week", 720: "month", 8640: "year"}
_HEAVIEST = 1.5e8
"""Bytes: one picture or one text of a data set is lighter."""
_LIGHT = Frame("<<item.light>>")
_SIZE_OF_IT = Frame(
    r"(?:[\u4e00-\u9fff]{0,6}?\s*<<money.about>>|[\u4e00-\u9fff]{0,8}\s*[,(]|(?:<<data.sort>>)?\s*[,(]?)\s*(?:~|<<money.about>>|<<in_total>>)?\s*"
)


def memory_beside_samples(finding: Finding, findings: list[Finding], context: Context) -> Finding:
    """Return "24gb" beside "40 pictures" as the memory of a card: no data set has so much of so little."""
    sizes = context.lexicon.gpus.sizes
    if finding.slot != "dataset_bytes" or finding.strength > 1 or finding.value / 1e9 not in sizes:
        return finding
    light = context.frame(_LIGHT)
    heavy = any(
        other.slot == "dataset_samples"
        and light.search(context.rest, other.start, other.end)
        and finding.value > _HEAVIEST * other.value
        for other in findings
    )
    return replace(finding, slot="vram_gb", value=int(finding.value / 1e9)) if heavy else finding


def also_bytes(last: tuple[Quantity, Finding] | None, quantity: Quantity, context: Context) -> Finding | None:
    """Return the bytes of "50k rows, about 300M": what follows a count of data at once is its size."""
    if last is None or not last[1].slot.startswith("dataset") or last[1].slot == "dataset_bytes":
        return None
    if quantity.scale != "m" or quantity.noun or quantity.key not in {"", "dataset", "amount"}:
        return None
    between = context.rest[last[1].end : quantity.start]
    if not context.frame(_SIZE_OF_IT).fullmatch(between):
        return None
    return Finding("dataset_bytes", round(quantity.value), quantity.start, quantity.end, 2)


def continued(
    last: tuple[Quantity, Finding] | None, quantity: Quantity, context: Context, *, denied_cards: bool
) -> Finding | None:
    """Return what "not 3000, 5000" says: a bare number after a denied one fills the same slot."""
    sheets = last is not None and last[1].slot == "gpu_count" and quantity.noun == "samples"
    if (quantity.noun and not sheets) or quantity.key not in {"", "none"}:
        return None
    if last is None and not quantity.unit and not quantity.scale and denied_cards:
        return Finding("gpu_count", round(quantity.value), quantity.start, quantity.end, 2, "cards")
    if last is None or last[1].tag != "negated":
        return None
    before = last[0]
    same = replace(quantity, key=before.key, key_start=quantity.start, noun=before.noun if not quantity.unit else "")
    if not quantity.scale and not quantity.unit and before.scale and before.bare < 1e4:
        factor = before.value / before.bare if before.bare else 1
        same = replace(same, value=quantity.value * factor, scale=before.scale)
    return bind(same, context)


def period_of_money(finding: Finding, findings: list[Finding], context: Context) -> bool:
    """Return whether a length of time is the period of a budget beside it ("一天最多100块")."""
    if finding.slot != "deadline_hours" or finding.value not in _PERIODS:
        return False
    place = context.clause(finding.start, finding.end)
    return any(
        other.slot == "budget"
        and other.value.get("per") == _PERIODS[finding.value]
        and context.clause(other.start, other.end) == place
        for other in findings
    )
