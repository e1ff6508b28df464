"""A SkyPilot catalogue, `catalogs/<schema>/<cloud>/vms.csv`: read by column name, since the order differs per cloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.knowledge.base import Knowledge
from assistant.knowledge.catalogue.rows import RowError, mapping, number, price, text
from assistant.knowledge.catalogue.seen import Seen

REQUIRED = ("InstanceType", "AcceleratorName")
"""Columns that tell this format."""


def seen(kb: Knowledge, row: Mapping[str, Any], provider: str) -> Seen | None:
    """Return what `row` offers, None for a machine without a card; raises `RowError`."""
    card, count = text(row, "AcceleratorName"), number(row, "AcceleratorCount")
    if not card:
        return None
    if not count:
        raise RowError("AcceleratorCount is empty or 0")
    on_demand, spot = price(row, "Price"), price(row, "SpotPrice")
    return Seen(
        provider=provider,
        instance=text(row, "InstanceType"),
        region=text(row, "Region"),
        card=card,
        count=int(count),
        card_gb=_card_gb(kb, text(row, "GpuInfo")),
        vcpu=number(row, "vCPUs"),
        ram_gb=number(row, "MemoryGiB"),
        price=on_demand,
        spot=spot,
    )


def _card_gb(kb: Knowledge, info: str) -> float | None:
    """Return the memory of one card, GB; `SizeInMiB` is per card, and RunPod writes GB into it."""
    gpus = mapping(info).get("Gpus")
    first = gpus[0] if isinstance(gpus, list) and gpus and isinstance(gpus[0], Mapping) else {}
    memory = first.get("MemoryInfo")
    size = memory.get("SizeInMiB") if isinstance(memory, Mapping) else None
    if not isinstance(size, int | float) or isinstance(size, bool) or size <= 0:
        return None
    return float(size) if size < kb.number("catalogue.smallest_mib") else size / 1024
