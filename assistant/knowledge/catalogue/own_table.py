"""A price list of one's own as a table: the fields of our YAML as columns, a row for each machine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from assistant.knowledge.catalogue.rows import RowError, number, price, text, whole
from assistant.knowledge.catalogue.seen import Seen

REQUIRED = ("provider", "instance", "gpu")
"""Columns that tell this format."""

NEEDED = ("gpu_count", "price", "currency", "price_date")
"""Columns without which nothing can be read: a price without currency and day is none."""

COLUMNS = (*REQUIRED, *NEEDED, "spot_price", "region", "gpu_memory_gb", "vcpu", "ram_gb")

_DAY = re.compile(r"\d{4}(-\d\d){0,2}")


def seen(row: Mapping[str, Any], provider: str) -> Seen | None:
    """Return what `row` offers, None for a machine without a card; raises `RowError`."""
    card, day = text(row, "gpu"), text(row, "price_date")
    if not card:
        return None
    if not text(row, "instance"):
        raise RowError("instance is empty")
    if price(row, "price") or price(row, "spot_price"):
        if not text(row, "currency"):
            raise RowError("currency is empty beside a price")
        if not _DAY.fullmatch(day):
            raise RowError(f"price_date is `{day[:40]}`, expected a day as 2026-01-31")
    return Seen(
        provider=provider,
        instance=text(row, "instance"),
        region=text(row, "region"),
        card=card,
        count=whole(row, "gpu_count"),
        card_gb=number(row, "gpu_memory_gb"),
        vcpu=number(row, "vcpu"),
        ram_gb=number(row, "ram_gb"),
        price=price(row, "price"),
        spot=price(row, "spot_price"),
        day=day,
    )
