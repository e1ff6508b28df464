"""A gpuhunt catalogue, CSV or JSON: a row for each instance, place and kind of price; the provider is the file name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.knowledge.catalogue.rows import RowError, number, price, text, truth, whole
from assistant.knowledge.catalogue.seen import Seen

REQUIRED = ("instance_name", "gpu_count")
"""Columns that tell this format."""

NEEDED = ("instance_name", "location", "price", "cpu", "memory", "gpu_count", "spot")
"""Columns without which nothing can be read, and which no row may leave empty."""

COLUMNS = (*NEEDED, "gpu_name", "gpu_memory", "provider")


def seen(row: Mapping[str, Any], provider: str) -> Seen | None:
    """Return what `row` offers, None for a machine without a card; raises `RowError`."""
    empty = [name for name in NEEDED if text(row, name) == ""]
    if empty:
        raise RowError(f"{empty[0]} is empty")
    card = text(row, "gpu_name")
    if not card or card.lower().startswith("tpu"):
        return None
    amount, interruptible = price(row, "price"), truth(row, "spot")
    return Seen(
        provider=provider,
        instance=text(row, "instance_name"),
        region=text(row, "location"),
        card=card,
        count=whole(row, "gpu_count"),
        card_gb=number(row, "gpu_memory"),
        vcpu=number(row, "cpu"),
        ram_gb=number(row, "memory"),
        price=None if interruptible else amount,
        spot=amount if interruptible else None,
    )
