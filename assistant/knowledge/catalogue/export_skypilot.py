"""Offers as a SkyPilot catalogue, one `vms.csv` a cloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assistant.knowledge.base import Knowledge
from assistant.knowledge.catalogue.cells import plain, rentable, table, usd
from assistant.knowledge.catalogue.names import regions, skypilot_card
from assistant.knowledge.schema import Offer

COLUMNS = (
    "InstanceType", "AcceleratorName", "AcceleratorCount", "vCPUs", "MemoryGiB", "Price", "Region", "GpuInfo",
    "SpotPrice",
)  # fmt: skip
ZONE = "AvailabilityZone"


def write(kb: Knowledge, offers: list[Offer]) -> str:
    """Return the text of `vms.csv`; raises InputError where nothing of `offers` can be said in it."""
    apart = kb.constants["catalogue.cards_apart"].words
    rows: list[dict[str, Any]] = []
    for offer in rentable(offers):
        name = skypilot_card(kb, offer.provider, offer.instance, offer.gpu)
        if name is None:
            continue
        for region in regions(kb, offer.provider, offer.region):
            machine, card = _machine(kb, offer, region), _card(kb, offer, name)
            zone = apart.get(f"{offer.provider}/{region}")
            rows += _apart(machine, card, zone) if zone else [machine | card]
    columns = (*COLUMNS, ZONE) if any(ZONE in row for row in rows) else COLUMNS
    return table(columns, list(_once(rows)), "SkyPilot")


def _machine(kb: Knowledge, offer: Offer, region: str) -> dict[str, Any]:
    return {
        "InstanceType": offer.instance,
        "vCPUs": plain(offer.vcpu),
        "MemoryGiB": plain(offer.ram_gb),
        "Price": usd(kb, offer, offer.price),
        "Region": region,
        "SpotPrice": usd(kb, offer, offer.spot_price),
    }


def _card(kb: Knowledge, offer: Offer, name: str) -> dict[str, Any]:
    gpu = kb.gpus[offer.gpu]
    memory = int(gpu.memory_gb * 1024)
    card = {"Name": name, "Manufacturer": gpu.vendor.upper(), "Count": float(offer.gpu_count)}
    info = {"Gpus": [{**card, "MemoryInfo": {"SizeInMiB": memory}}], "TotalGpuMemoryInMiB": memory * offer.gpu_count}
    return {"AcceleratorName": name, "AcceleratorCount": float(offer.gpu_count), "GpuInfo": str(info)}


def _apart(machine: dict[str, Any], card: dict[str, Any], zone: str) -> list[dict[str, Any]]:
    """Return two rows where the cloud's cards have prices of their own: their sum is what the reader reckons with.

    A provider's page has the price of both together, so that the card's row carries none of it.
    """
    free = dict.fromkeys(("Price", "SpotPrice"), "0")
    return [machine | {ZONE: zone}, card | free | {"Region": machine["Region"], ZONE: zone}]


def _once(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every row once: machines that take the same card share its row."""
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        key = tuple(str(row.get(column, "")) for column in (*COLUMNS, ZONE))
        if key not in seen:
            seen.add(key)
            yield row
