"""Offers as a gpuhunt catalogue: a row for each kind of price."""

from __future__ import annotations

from typing import Any

from assistant.knowledge.base import Knowledge
from assistant.knowledge.catalogue.cells import plain, rentable, table, usd
from assistant.knowledge.schema import Offer

COLUMNS = (
    "instance_name", "location", "price", "cpu", "memory", "gpu_count", "gpu_name", "gpu_memory", "spot", "disk_size",
    "gpu_vendor", "flags", "cpu_arch", "provider_data",
)  # fmt: skip


def write(kb: Knowledge, offers: list[Offer]) -> str:
    """Return the text of `<provider>.csv`; raises InputError where nothing of `offers` can be said in it."""
    names = kb.constants["handoff.dstack_gpus"].words
    rows = []
    for offer in rentable(offers):
        name = names.get(offer.gpu)
        if name is None or offer.vcpu is None or offer.ram_gb is None:
            continue
        for amount, spot in ((offer.price, "False"), (offer.spot_price, "True")):
            if amount is not None:
                rows.append(_row(kb, offer, name, amount, spot))
    return table(COLUMNS, rows, "gpuhunt")


def _row(kb: Knowledge, offer: Offer, name: str, amount: float, spot: str) -> dict[str, Any]:
    gpu = kb.gpus[offer.gpu]
    return {
        "instance_name": offer.instance,
        "location": offer.region or "unknown",
        "price": usd(kb, offer, amount),
        "cpu": plain(offer.vcpu),
        "memory": plain(offer.ram_gb),
        "gpu_count": offer.gpu_count,
        "gpu_name": name,
        "gpu_memory": plain(kb.constants["handoff.dstack_memory"].table.get(offer.gpu, gpu.memory_gb)),
        "spot": spot,
        "disk_size": plain(offer.local_nvme_gb),
        "gpu_vendor": gpu.vendor,
        "flags": "",
        "cpu_arch": "x86",
        "provider_data": "{}",
    }
