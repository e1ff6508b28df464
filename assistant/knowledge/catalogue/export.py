"""Offers as the files of other tools: a SkyPilot catalogue, a gpuhunt catalogue, our own YAML."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from assistant.errors import InputError
from assistant.knowledge.base import Knowledge
from assistant.knowledge.schema import Offer

_SKYPILOT = (
    "InstanceType",
    "AcceleratorName",
    "AcceleratorCount",
    "vCPUs",
    "MemoryGiB",
    "Price",
    "Region",
    "GpuInfo",
    "SpotPrice",
)
_GPUHUNT = (
    "instance_name", "location", "price", "cpu", "memory", "gpu_count", "gpu_name", "gpu_memory", "spot", "disk_size",
    "gpu_vendor", "flags", "cpu_arch", "provider_data",
)  # fmt: skip


def write_offers(kb: Knowledge, offers: Iterable[Offer], form: str) -> str:
    """Return `offers` as the text of a file in `form`; prices of other tools are in USD.

    Raises:
        InputError: `form` is not one of `FORMATS`, or nothing of `offers` can be said in it.
    """
    if form not in FORMATS:
        raise InputError(
            f"no format is called {form}; there are {', '.join(FORMATS)}",
            f"没有格式 {form}；可用：{', '.join(FORMATS)}",
        )
    return FORMATS[form](kb, list(offers))


def _skypilot(kb: Knowledge, offers: list[Offer]) -> str:
    names = kb.constants["handoff.skypilot_gpus"].words
    rows = []
    for offer in _priced(offers):
        name = names.get(f"{offer.provider}/{offer.gpu}") or names.get(offer.gpu)
        if name is None:
            continue
        memory = int(kb.gpus[offer.gpu].memory_gb * 1024)
        card = {"Name": name, "Manufacturer": kb.gpus[offer.gpu].vendor.upper(), "Count": float(offer.gpu_count)}
        info = {
            "Gpus": [{**card, "MemoryInfo": {"SizeInMiB": memory}}],
            "TotalGpuMemoryInMiB": memory * offer.gpu_count,
        }
        rows.append(
            {
                "InstanceType": offer.instance,
                "AcceleratorName": name,
                "AcceleratorCount": float(offer.gpu_count),
                "vCPUs": _plain(offer.vcpu),
                "MemoryGiB": _plain(offer.ram_gb),
                "Price": _usd(kb, offer, offer.price),
                "Region": offer.region,
                "GpuInfo": str(info),
                "SpotPrice": _usd(kb, offer, offer.spot_price),
            }
        )
    return _csv(_SKYPILOT, rows, "SkyPilot")


def _gpuhunt(kb: Knowledge, offers: list[Offer]) -> str:
    names = kb.constants["handoff.dstack_gpus"].words
    rows = []
    for offer in _priced(offers):
        name = names.get(offer.gpu)
        if name is None or offer.vcpu is None or offer.ram_gb is None:
            continue
        for amount, spot in ((offer.price, "False"), (offer.spot_price, "True")):
            if amount is not None:
                rows.append(_gpuhunt_row(kb, offer, name, amount, spot))
    return _csv(_GPUHUNT, rows, "gpuhunt")


def _gpuhunt_row(kb: Knowledge, offer: Offer, name: str, amount: float, spot: str) -> dict[str, Any]:
    return {
        "instance_name": offer.instance,
        "location": offer.region or "unknown",
        "price": _usd(kb, offer, amount),
        "cpu": _plain(offer.vcpu),
        "memory": _plain(offer.ram_gb),
        "gpu_count": offer.gpu_count,
        "gpu_name": name,
        "gpu_memory": _plain(kb.gpus[offer.gpu].memory_gb),
        "spot": spot,
        "disk_size": _plain(offer.local_nvme_gb),
        "gpu_vendor": kb.gpus[offer.gpu].vendor,
        "flags": "",
        "cpu_arch": "x86",
        "provider_data": "{}",
    }


def _yaml(kb: Knowledge, offers: list[Offer]) -> str:
    """Return our own form: JSON values are YAML, so that every text is quoted and nothing is guessed."""
    sources = sorted({offer.source for offer in offers if offer.source not in kb.sources})
    lines = ["schema: 1"]
    if sources:
        dates = {offer.source: offer.price_date for offer in offers}
        lines += ["sources:"]
        lines += [
            f"  - {{id: {json.dumps(source)}, kind: catalogue, title: {json.dumps('Imported price list')}, "
            f"date: {json.dumps(dates[source] or 'undated')}}}"
            for source in sources
        ]
    lines += ["offers:"]
    for offer in offers:
        data = offer.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        data.setdefault("currency", offer.currency)
        first, *rest = data.items()
        lines.append(f"  - {first[0]}: {json.dumps(first[1], ensure_ascii=False)}")
        lines += [f"    {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in rest]
    return "\n".join(lines) + "\n"


def _priced(offers: Iterable[Offer]) -> Iterator[Offer]:
    """Yield what other tools can hold: a machine with cards and a price."""
    return (offer for offer in offers if offer.gpu and (offer.price is not None or offer.spot_price is not None))


def _usd(kb: Knowledge, offer: Offer, amount: float | None) -> str:
    if amount is None:
        return ""
    if offer.currency == "USD":
        return f"{amount:.6g}"
    rate = kb.rates.get(offer.currency)
    if rate is None:
        raise InputError(
            f"no exchange rate for {offer.currency}, the currency of {offer.id}", f"没有 {offer.currency} 的汇率"
        )
    return f"{amount / rate.per_usd:.6g}"


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _csv(columns: tuple[str, ...], rows: list[dict[str, Any]], tool: str) -> str:
    if not rows:
        raise InputError(f"none of these offers can be said in {tool}'s list", f"这些报价都无法写成 {tool} 的价格表")
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


FORMATS: Mapping[str, Callable[[Knowledge, list[Offer]], str]] = {
    "skypilot": _skypilot,
    "gpuhunt": _gpuhunt,
    "yaml": _yaml,
}
"""Name of a format -> what writes it."""
