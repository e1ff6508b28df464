"""What every exported table is made of: prices in USD, plain numbers, CSV text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from assistant.errors import InputError
from assistant.knowledge.base import Knowledge
from assistant.knowledge.schema import Offer


def rentable(offers: Iterable[Offer]) -> Iterator[Offer]:
    """Yield what other tools can hold: a machine with cards, a price, and a size they can filter by.

    A machine without processors and memory is a card with a price, as market places describe it; its name starts
    nothing there.
    """
    for offer in offers:
        priced = offer.price is not None or offer.spot_price is not None
        if offer.gpu and priced and (offer.vcpu is not None or offer.ram_gb is not None):
            yield offer


def usd(kb: Knowledge, offer: Offer, amount: float | None) -> str:
    """Return `amount` of the offer's currency in USD, empty for None.

    Raises:
        InputError: there is no exchange rate for the currency.
    """
    if amount is None:
        return ""
    if offer.currency == "USD":
        return f"{amount:.10g}"
    rate = kb.rates.get(offer.currency)
    if rate is None:
        raise InputError(
            f"no exchange rate for {offer.currency}, the currency of {offer.id}", f"没有 {offer.currency} 的汇率"
        )
    return f"{amount / rate.per_usd:.6g}"


def plain(value: float | None) -> str:
    """Return `value` as short as it goes, empty for None."""
    return "" if value is None else f"{value:g}"


def table(columns: Sequence[str], rows: Sequence[dict[str, Any]], tool: str) -> str:
    """Return `rows` as CSV text; raises InputError where there are none."""
    if not rows:
        raise InputError(f"none of these offers can be said in {tool}'s list", f"这些报价都无法写成 {tool} 的价格表")
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
