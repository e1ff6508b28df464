"""Any price list to offers: the header tells the format, name and memory the card, our own table the topology."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

from assistant.errors import InputError
from assistant.knowledge.base import Knowledge
from assistant.knowledge.catalogue import gpuhunt, own, own_table, skypilot
from assistant.knowledge.catalogue.cards import Cards
from assistant.knowledge.catalogue.opening import read_text
from assistant.knowledge.catalogue.rows import RowError, text
from assistant.knowledge.catalogue.seen import Seen
from assistant.knowledge.catalogue.tables import parse, spelled
from assistant.knowledge.schema import Offer

Row = Mapping[str, Any]

CURRENCY = "currency"
"""Column that foreign formats lack, and that people add; without it prices are in USD."""

_FORMS: Mapping[str, ModuleType] = {"skypilot": skypilot, "gpuhunt": gpuhunt, "rigwise": own_table}


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
        name, content = read_text(file, kb.number("catalogue.largest_bytes"))
    except OSError as error:
        raise InputError(
            f"{file}: {error.strerror or error}", f"{file}：无法读取（{error.strerror or error}）"
        ) from error
    try:
        known = {column for module in _FORMS.values() for column in module.COLUMNS}
        columns, rows = parse(name, content, {CURRENCY, *known, *kb.constants["catalogue.columns"].words})
        form = _form(kb, columns)
        if not rows:
            raise InputError("no row below the header", "表头之下没有数据")
        names = _names(kb, form, columns)
        rows = [{names.get(key, key): cell for key, cell in row.items()} for row in rows]
        owner = _provider(kb, provider or (file.resolve().parent.name if Path(name).stem == "vms" else Path(name).stem))
        return _foreign(kb, rows, form, day, owner)
    except InputError as error:
        raise InputError(f"{file}: {error.en}", f"{file}：{error.zh}") from error


def _names(kb: Knowledge, form: str, columns: list[str]) -> dict[str, str]:
    """Return column -> what this form calls it; our own has other names for its columns besides."""
    others = kb.constants["catalogue.columns"].words if form == "rigwise" else {}
    said = {column: others[column.lower()] for column in columns if column.lower() in others}
    return said | spelled(columns, (*_FORMS[form].COLUMNS, "provider", CURRENCY))


def _form(kb: Knowledge, columns: list[str]) -> str:
    for form, module in _FORMS.items():
        found = set(_names(kb, form, columns).values())
        if set(module.REQUIRED) <= found:
            missing = [name for name in module.NEEDED if name not in found]
            if missing:
                raise InputError(
                    f"a {form} list without the column {', '.join(missing)}",
                    f"{form} 价格表缺少列 {', '.join(missing)}",
                )
            return form
    said = ", ".join(columns[:6])
    raise InputError(
        f"unknown price list with columns {said}; known: SkyPilot (InstanceType, AcceleratorName), "
        "gpuhunt (instance_name, gpu_count), your own (provider, instance, gpu), or YAML with `offers:`",
        f"无法识别的价格表（列：{said}）；可用：SkyPilot（InstanceType、AcceleratorName）、"
        "gpuhunt（instance_name、gpu_count），自己的表（provider、instance、gpu），或含 `offers:` 的 YAML",
    )


def _provider(kb: Knowledge, name: str) -> str:
    """Return the provider as our offers name it."""
    folded = name.strip().lower()
    return kb.constants["catalogue.providers"].words.get(folded, folded)


def _foreign(kb: Knowledge, rows: list[Row], form: str, day: str, provider: str) -> PriceList:
    skipped: Counter[str] = Counter()
    machines: dict[tuple[str, ...], Seen] = {}
    for row in skypilot.together(kb, rows, provider) if form == "skypilot" else rows:
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
    said = max((one.day for one in machines.values()), default="")
    return PriceList(tuple(offers), form, said or day, not said, dict(skipped), flat)


def _seen(kb: Knowledge, row: Row, form: str, provider: str) -> Seen | None:
    """Return what one row offers; a provider and a currency of its own go before those of the file."""
    owner = _provider(kb, text(row, "provider")) or provider
    if form == "skypilot":
        one = skypilot.seen(kb, row, owner)
    else:
        one = own_table.seen(row, owner) if form == "rigwise" else gpuhunt.seen(row, owner)
    said = text(row, CURRENCY).upper()
    if one is None or not said:
        return one
    currency = kb.constants["catalogue.currencies"].words.get(said, said)
    if currency not in kb.rates:
        raise RowError(f"no exchange rate for `{said}`")
    return replace(one, currency=currency)


def _offers(kb: Knowledge, machines: Iterable[Seen], day: str, form: str, skipped: Counter[str]) -> Iterator[Offer]:
    cards, taken = Cards(kb), set[str]()
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
            id=_identity(one, taken),
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
            currency=one.currency,
            price_date=one.day or day,
            source=f"imported-{form}-{one.provider}",
            source_detail=f"{form} list" if one.day else f"{form} list; day of the file",
            note="; ".join(notes),
        )


def _identity(one: Seen, taken: set[str]) -> str:
    """Return a name that no offer has yet: card, count and currency are added where one machine stands there twice."""
    for parts in ((), (one.card, str(one.count)), (one.card, str(one.count), one.currency)):
        raw = ".".join(part for part in (one.provider, one.instance, one.region, *parts) if part)
        name = "".join(letter if letter.isalnum() or letter in "._+-/@" else "-" for letter in raw)
        if name not in taken:
            break
    taken.add(name)
    return name
