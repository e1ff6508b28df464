"""A machine that can be rented."""

from __future__ import annotations

from datetime import date

from pydantic import Field, field_validator

from assistant.knowledge.schema.base import Record
from assistant.knowledge.schema.gpu import Link

DIGITS = 4
"""Digits of a year."""


class Offer(Record):
    """One instance type of one provider in one region.

    Attributes:
        provider, instance, region: as the provider writes them.
        gpu: id of the card, empty for a machine without one.
        gpu_count, vcpu, ram_gb, local_nvme_gb, network_gbps: per machine; empty where the page does not say.
        interconnect: what the page says about the link between its cards; `link` the class, empty = by card and count.
        fabric: RDMA fabric between machines ("EFA x4", "IB", "RoCE ..."), "none" where there is none, empty = unknown.
        price, spot_price: per machine and hour in `currency`; empty = no list price, never ranked.
        price_date: ISO date, or what is known of it (a month, a year); `source` id, `source_detail` what was read.
    """

    provider: str
    instance: str
    region: str = ""
    gpu: str = ""
    gpu_count: int = Field(0, ge=0)
    gpu_memory_gb: float | None = None
    vcpu: int | None = None
    ram_gb: float | None = None
    local_nvme_gb: float | None = None
    network_gbps: float | None = None
    interconnect: str = ""
    link: Link | None = None
    fabric: str = ""
    price: float | None = Field(None, gt=0)
    spot_price: float | None = Field(None, gt=0)
    currency: str = "USD"
    price_date: str = ""
    source: str
    source_detail: str = ""
    note: str = ""

    @field_validator("price_date")
    @classmethod
    def _a_day(cls, said: str) -> str:
        """Return the date as it stands; one that is no date is refused."""
        year, _, rest = said.partition("-")
        month, _, day = rest.partition("-")
        try:
            if said and not (len(year) == DIGITS and date(int(year), int(month or 1), int(day or 1))):
                raise ValueError
        except ValueError:
            raise ValueError(f"`{said}` is no date; write the day like 2026-11-30, or the month or the year") from None
        return said
