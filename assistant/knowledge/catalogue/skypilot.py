"""A SkyPilot catalogue, `catalogs/<schema>/<cloud>/vms.csv`: read by column name, since the order differs per cloud."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from assistant.knowledge.base import Knowledge
from assistant.knowledge.catalogue.cards import Cards
from assistant.knowledge.catalogue.names import skypilot_card
from assistant.knowledge.catalogue.rows import RowError, mapping, number, price, text, whole
from assistant.knowledge.catalogue.seen import Seen

Row = Mapping[str, Any]

REQUIRED = ("InstanceType", "AcceleratorName")
"""Columns that tell this format."""

NEEDED = ("AcceleratorCount", "Price")
"""Columns without which nothing can be read."""

COLUMNS = (*REQUIRED, *NEEDED, "SpotPrice", "vCPUs", "MemoryGiB", "GpuInfo", "Region", "AvailabilityZone")

_UNITS = {"SizeInMiB": 1024, "SizeInGiB": 1, "SizeInMB": 1000, "SizeInGB": 1}


def seen(kb: Knowledge, row: Row, provider: str) -> Seen | None:
    """Return what `row` offers, None for a machine without a card; raises `RowError`."""
    card = text(row, "AcceleratorName")
    if not card:
        return None
    if not text(row, "InstanceType"):
        raise RowError("a card with a price of its own, for a machine that is not in our table")
    return Seen(
        provider=provider,
        instance=text(row, "InstanceType"),
        region=text(row, "Region"),
        card=card,
        count=whole(row, "AcceleratorCount"),
        card_gb=_card_gb(kb, text(row, "GpuInfo")),
        vcpu=number(row, "vCPUs"),
        ram_gb=number(row, "MemoryGiB"),
        price=price(row, "Price"),
        spot=price(row, "SpotPrice"),
    )


def together(kb: Knowledge, rows: list[Row], provider: str) -> Iterator[Row]:
    """Yield the rows with machine and cards in one, for a list (GCP's) that has them and their prices apart.

    Which cards a machine takes the list does not say: that stands in our own table.
    """
    apart = {_place(row): row for row in rows if text(row, "AcceleratorName") and not text(row, "InstanceType")}
    machines, used = Cards(kb), set()
    for row in rows:
        ours = machines.machine(provider, text(row, "InstanceType")) if apart else None
        if ours is None or not ours.gpu or text(row, "AcceleratorName"):
            continue
        name = skypilot_card(kb, provider, ours.instance, ours.gpu) or ""
        place = (name, float(ours.gpu_count), text(row, "Region"), text(row, "AvailabilityZone"))
        if place in apart:
            used.add(place)
            yield {**apart[place], **{key: cell for key, cell in row.items() if text(row, key)}} | {
                key: _sum(row, apart[place], key) for key in ("Price", "SpotPrice")
            }
    for row in rows:
        if not (text(row, "AcceleratorName") and not text(row, "InstanceType") and _place(row) in used):
            yield row


def _place(row: Row) -> tuple[str, float, str, str]:
    try:
        count = number(row, "AcceleratorCount") or 0.0
    except RowError:
        count = 0.0
    return text(row, "AcceleratorName"), count, text(row, "Region"), text(row, "AvailabilityZone")


def _sum(machine: Row, cards: Row, key: str) -> str:
    """Return the price of both, empty where one of them has none."""
    try:
        parts = number(machine, key), number(cards, key)
    except RowError:
        return text(machine, key) or text(cards, key)
    return "" if parts[0] is None or parts[1] is None else repr(parts[0] + parts[1])


def _card_gb(kb: Knowledge, info: str) -> float | None:
    """Return the memory of one card, GB; the size is per card, and RunPod writes GB into the field for MiB."""
    gpus = mapping(info).get("Gpus")
    first = gpus[0] if isinstance(gpus, list) and gpus and isinstance(gpus[0], Mapping) else {}
    memory = first.get("MemoryInfo")
    for unit, per_gb in _UNITS.items():
        said = memory.get(unit) if isinstance(memory, Mapping) else None
        try:
            size = float(said) if isinstance(said, int | float | str) and not isinstance(said, bool) else 0.0
        except ValueError:
            continue
        if size > 0:
            return size if size < kb.number("catalogue.smallest_mib") else size / per_gb
    return None
