"""Any price list to offers: the header tells the format, name and memory the card, our own table the topology."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant.errors import InputError
from assistant.knowledge.base import Knowledge
from assistant.knowledge.catalogue import gpuhunt, own, skypilot
from assistant.knowledge.catalogue.cards import Cards
from assistant.knowledge.catalogue.rows import RowError
from assistant.knowledge.catalogue.seen import Seen
from assistant.knowledge.schema import Offer

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PriceList:
    """A price list that was read.

    Attributes:
        offers: what can be rented by it.
        form: "skypilot", "gpuhunt" or "rigwise".
        date: day of the prices, ISO; the file's own day where the format has none.
        date_is_files: whether `date` is only the day of the file.
        skipped: reason -> rows that were left out.
        no_discount: offers whose spot price is not below the ordinary one.
    """

    offers: tuple[Offer, ...]
    form: str
    date: str
    date_is_files: bool
    skipped: Mapping[str, int]
    no_discount: int = 0


def read_offers(kb: Knowledge, path: Path | str, provider: str | None = None) -> list[Offer]:
    """Return the offers in the file `path`.

    Raises:
        InputError: it can not be read, its format is not known, or no row of it can be used.
    """
    return list(read_price_list(kb, path, provider).offers)


def read_price_list(kb: Knowledge, path: Path | str, provider: str | None = None) -> PriceList:
    """Return the price list in the file `path`; `provider` overrides what file and folder say.

    Raises:
        InputError: it can not be read, its format is not known, or no row of it can be used.
    """
    file = Path(path)
    if file.suffix.lower() in {".yaml", ".yml"}:
        offers = own.read(kb, file)
        return PriceList(tuple(offers), "rigwise", max((offer.price_date for offer in offers), default=""), False, {})
    try:
        day = datetime.fromtimestamp(file.stat().st_mtime, UTC).date().isoformat()
        columns, rows = _table(file)
        form = _form(columns, file)
        return _foreign(kb, rows, form, day, _provider(kb, file, form, provider))
    except OSError as error:
        raise InputError(
            f"{file}: {error.strerror or error}", f"{file}：无法读取（{error.strerror or error}）"
        ) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{file}: not a table: {error}", f"{file}：不是表格：{error}") from error


def _table(file: Path) -> tuple[list[str], Iterable[Row]]:
    if file.suffix.lower() in {".json", ".jsonl", ".ndjson"}:
        rows = _json_rows(file)
        return sorted({name for row in rows for name in row}), rows
    lines = file.read_text(encoding="utf-8-sig").splitlines()
    reader = csv.DictReader(lines)
    return [name.strip() for name in reader.fieldnames or []], (
        {(k or "").strip(): v for k, v in row.items()} for row in reader
    )


def _json_rows(file: Path) -> list[Row]:
    content = file.read_text(encoding="utf-8-sig")
    try:
        data: Any = json.loads(content)
    except (ValueError, RecursionError):
        try:
            data = [json.loads(line) for line in content.splitlines() if line.strip()]
        except (ValueError, RecursionError) as error:
            raise InputError(f"{file}: not JSON: {error}", f"{file}：不是 JSON：{error}") from error
    if isinstance(data, dict):
        data = next((part for part in data.values() if isinstance(part, list)), [data])
    return [row for row in data if isinstance(row, dict)]


def _form(columns: list[str], file: Path) -> str:
    for form, required in (("skypilot", skypilot.REQUIRED), ("gpuhunt", gpuhunt.REQUIRED)):
        if set(required) <= set(columns):
            return form
    known = "SkyPilot (InstanceType, AcceleratorName), gpuhunt (instance_name, gpu_count), or YAML with `offers:`"
    raise InputError(
        f"{file}: unknown price list with columns {', '.join(columns[:6]) or 'none'}; known: {known}",
        f"{file}：无法识别的价格表（列：{', '.join(columns[:6]) or '无'}）；可用：{known}",
    )


def _provider(kb: Knowledge, file: Path, form: str, said: str | None) -> str:
    """Return the provider: as said, or a SkyPilot file's folder, or a gpuhunt file's name."""
    name = said or (file.resolve().parent.name if form == "skypilot" and file.stem == "vms" else file.stem)
    folded = name.lower()
    return kb.constants["catalogue.providers"].words.get(folded, folded)


def _foreign(kb: Knowledge, rows: Iterable[Row], form: str, day: str, provider: str) -> PriceList:
    skipped: Counter[str] = Counter()
    machines: dict[tuple[str, str, str], Seen] = {}
    for row in rows:
        try:
            one = _seen(kb, row, form, provider)
        except RowError as error:
            skipped[str(error)] += 1
            continue
        if one is None:
            skipped["no GPU"] += 1
        else:
            machines[one.key] = machines[one.key].joined(one) if one.key in machines else one
    offers = list(_offers(kb, machines.values(), day, form, skipped))
    if not offers:
        reasons = "; ".join(f"{reason} ({count})" for reason, count in skipped.most_common(3)) or "it is empty"
        raise InputError(f"no row of the price list can be used: {reasons}", f"价格表没有可用的行：{reasons}")
    flat = sum(1 for offer in offers if "no spot discount" in offer.note)
    return PriceList(tuple(offers), form, day, True, dict(skipped), flat)


def _seen(kb: Knowledge, row: Row, form: str, provider: str) -> Seen | None:
    if form == "skypilot":
        return skypilot.seen(kb, row, provider)
    return gpuhunt.seen(row, provider)


def _offers(kb: Knowledge, machines: Iterable[Seen], day: str, form: str, skipped: Counter[str]) -> Iterator[Offer]:
    cards = Cards(kb)
    for one in machines:
        ours = cards.machine(one.provider, one.instance)
        gpu = cards.find(one.card, one.card_gb, ours)
        if gpu is None:
            skipped[f"unknown card `{one.card}`"] += 1
            continue
        flat = one.spot is not None and one.price is not None and one.spot >= one.price
        notes = ["no spot discount here"] if flat else []
        notes += [f"cheapest of {one.zones} rows"] if one.zones > 1 else []
        yield Offer(
            id=_identity(one),
            provider=one.provider,
            instance=one.instance,
            region=one.region,
            gpu=gpu.id,
            gpu_count=one.count,
            gpu_memory_gb=gpu.memory_gb,
            vcpu=int(one.vcpu) if one.vcpu else None,
            ram_gb=one.ram_gb,
            local_nvme_gb=ours.local_nvme_gb if ours else None,
            network_gbps=ours.network_gbps if ours else None,
            interconnect=ours.interconnect if ours else "",
            link=ours.link if ours else None,
            fabric=ours.fabric if ours else "",
            price=one.price,
            spot_price=None if flat else one.spot,
            currency="USD",
            price_date=day,
            source=f"imported-{form}-{one.provider}",
            source_detail=f"{form} list; day of the file",
            note="; ".join(notes),
        )


def _identity(one: Seen) -> str:
    raw = ".".join(part for part in (one.provider, one.instance, one.region) if part)
    return "".join(letter if letter.isalnum() or letter in "._+-/@" else "-" for letter in raw)
