"""What one row of a foreign list says, before it becomes an offer."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Seen:
    """One machine in one place; prices per machine and hour in `currency`, None where the list has none.

    Attributes:
        day: of the price, ISO, empty where the list has none.
        zones: how many rows were put together (a region has several zones, or a row for each kind of price).
    """

    provider: str
    instance: str
    region: str
    card: str
    count: int
    card_gb: float | None
    vcpu: float | None
    ram_gb: float | None
    price: float | None
    spot: float | None
    currency: str = "USD"
    day: str = ""
    zones: int = 1

    @property
    def key(self) -> tuple[str, ...]:
        """What makes a machine one offer."""
        return self.provider, self.instance, self.region, self.card, str(self.count), self.currency

    def joined(self, other: Seen) -> Seen:
        """Return both rows as one: the cheapest of each kind of price."""
        prices = [one.price for one in (self, other) if one.price is not None]
        spots = [one.spot for one in (self, other) if one.spot is not None]
        return replace(
            self,
            price=min(prices, default=None),
            spot=min(spots, default=None),
            zones=self.zones + 1,
            card_gb=self.card_gb or other.card_gb,
        )
