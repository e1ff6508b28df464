"""A gpuhunt catalogue, CSV or JSON: a row for each instance, place and kind of price; the provider is the file name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.knowledge.catalogue.rows import RowError, number, price, text, truth
from assistant.knowledge.catalogue.seen import Seen

REQUIRED = ("instance_name", "gpu_count")
"""Columns that tell this format."""

_NEEDED = ("instance_name", "location", "price", "cpu", "memory", "gpu_count", "spot")


def seen(row: Mapping[str, Any], provider: str) -> Seen | None:
    """Return what `row` offers, None for a machine without a card; raises `RowError`."""
    empty = [name for name in _NEEDED if text(row, name) == ""]
    if empty:
        raise RowError(f"{empty[0]} is empty")
    count, card = number(row, "gpu_count"), text(row, "gpu_name")
    if not card or card.lower().startswith("tpu"):
        return None
    if not count:
        raise RowError("gpu_count is 0 beside a card")
    amount, interruptible = price(row, "price"), truth(row, "spot")
    return Seen(
        provider=text(row, "provider") or provider,
        instance=text(row, "instance_name"),
        region=text(row, "location"),
        card=card,
        count=int(count),
        card_gb=number(row, "gpu_memory"),
        vcpu=number(row, "cpu"),
        ram_gb=number(row, "memory"),
        price=None if interruptible else amount,
        spot=amount if interruptible else None,
    )
