"""`rigwise offers`: list the machines, import a price list of your own, write one for other tools."""

from __future__ import annotations

import argparse
import shlex
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.cli.batch import print_json
from assistant.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from assistant.knowledge import Knowledge
    from assistant.knowledge.catalogue import PriceList
    from assistant.knowledge.schema import Offer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="machines that can be rented, cheapest first for each card")
    listing.add_argument("--gpu", help="only this card")
    listing.add_argument("--provider", help="only this provider")
    listing.add_argument("--region", help="only regions with this in their name")
    listing.add_argument("--max-price", type=float, metavar="USD", help="at most this for a machine and hour")
    importing = actions.add_parser("import", help="read a SkyPilot or gpuhunt price list, or your own YAML")
    importing.add_argument("file", metavar="FILE")
    importing.add_argument("--provider", help="whose prices these are, where file and folder do not say")
    importing.add_argument("--to", metavar="DIR", help="keep them in this folder, for --knowledge DIR")
    exporting = actions.add_parser("export", help="write the offers for another tool")
    exporting.add_argument("format", choices=("skypilot", "gpuhunt", "yaml"))
    exporting.add_argument("--provider", help="only this provider")
    exporting.add_argument("--to", metavar="FILE", help="write there instead of to stdout")
    for action in (listing, importing, exporting):
        action.add_argument(
            "--knowledge", action="append", default=[], metavar="DIR", help="your own folder over the base"
        )
    for action in (listing, exporting):
        action.add_argument("--offers", metavar="FILE", help="a price list instead of the built-in offers")
    for action in (listing, importing):
        action.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Run the action, return the exit code: 1 where nothing was found."""
    from assistant.knowledge import Knowledge

    kb = Knowledge.load(*args.knowledge)
    return {"list": _list, "import": _import, "export": _export}[args.action](kb, args)


def _offers(kb: Knowledge, args: argparse.Namespace) -> list[Offer]:
    from assistant.knowledge.catalogue import read_offers

    return read_offers(kb, args.offers) if args.offers else list(kb.offers.values())


def _list(kb: Knowledge, args: argparse.Namespace) -> int:
    _only(kb, args)
    offers = [offer for offer in _offers(kb, args) if _wanted(kb, offer, args)]
    offers.sort(key=lambda offer: (_price_of_one(kb, offer), offer.id))
    if args.json:
        print_json({"offers": [offer.model_dump(mode="json", exclude_none=True) for offer in offers]})
    else:
        for line in _table(_cells(kb, offer) for offer in offers):
            print(line)
    return 0 if offers else 1


def _only(kb: Knowledge, args: argparse.Namespace) -> None:
    """Check what the list is narrowed to: a provider that has offers, a price above nothing."""
    known = sorted({offer.provider for offer in _offers(kb, args)})
    if args.provider and args.provider.lower() not in known:
        raise InputError(f"no offers of {args.provider!r}; there are {', '.join(known) or 'none at all'}")
    most = getattr(args, "max_price", None)
    if most is not None and not most > 0:
        raise InputError(f"--max-price must be greater than 0, got {most:g}")


def _wanted(kb: Knowledge, offer: Offer, args: argparse.Namespace) -> bool:
    if args.gpu:
        gpu = kb.find_gpu(args.gpu)
        if gpu is None:
            raise InputError(f"no card is called {args.gpu}", f"没有名为 {args.gpu} 的显卡")
        if offer.gpu != gpu.id:
            return False
    if args.provider and offer.provider != args.provider.lower():
        return False
    if args.region and args.region.lower() not in offer.region.lower():
        return False
    return args.max_price is None or (offer.price is not None and _usd(kb, offer) <= args.max_price)


def _usd(kb: Knowledge, offer: Offer) -> float:
    """Return the price of the machine in USD, infinite where there is none or no rate for its currency."""
    rate = 1.0 if offer.currency == "USD" else kb.rates[offer.currency].per_usd if offer.currency in kb.rates else 0.0
    return offer.price / rate if offer.price is not None and rate else float("inf")


def _price_of_one(kb: Knowledge, offer: Offer) -> tuple[float, float]:
    price = _usd(kb, offer)
    return price / max(offer.gpu_count, 1), price


def _cells(kb: Knowledge, offer: Offer) -> tuple[str, ...]:
    card = f"{offer.gpu_count} x {kb.gpus[offer.gpu].name}" if offer.gpu in kb.gpus else "no GPU"
    price = "no list price" if offer.price is None else f"{offer.price:.2f} {offer.currency}/h"
    spot = "" if offer.spot_price is None else f"spot {offer.spot_price:.2f}"
    ram = "" if offer.ram_gb is None else f"{offer.ram_gb:g} GB"
    cpu = "" if offer.vcpu is None else f"{offer.vcpu} vCPU"
    return offer.provider, offer.instance, card, cpu, ram, price, spot, offer.region, offer.price_date


def _table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    cells = list(rows)
    widths = [max((len(row[column]) for row in cells), default=0) for column in range(9)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def _import(kb: Knowledge, args: argparse.Namespace) -> int:
    from assistant.knowledge.catalogue import read_price_list, write_offers

    prices = read_price_list(kb, args.file, args.provider)
    kept = ""
    if args.to:
        target = Path(args.to) / f"offers-{Path(args.file).stem}.yaml"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(write_offers(kb, prices.offers, "yaml"), encoding="utf-8")
        except OSError as error:
            raise InputError(f"{target}: {error.strerror or error}") from error
        kept = str(target)
    summary = _summary(kb, prices, kept)
    if args.json:
        print_json(summary)
        return 0
    print("\n".join(_told(summary, args)))
    return 0


def _summary(kb: Knowledge, prices: PriceList, kept: str) -> dict[str, Any]:
    age = (
        (datetime.now(UTC).date() - date.fromisoformat(prices.date)).days
        if len(prices.date) == len("2026-01-31")
        else None
    )
    return {
        "format": prices.form,
        "offers": len(prices.offers),
        "machines": len({(offer.provider, offer.instance) for offer in prices.offers}),
        "regions": len({(offer.provider, offer.region) for offer in prices.offers}),
        "cards": len({offer.gpu for offer in prices.offers}),
        "without_price": sum(1 for offer in prices.offers if offer.price is None),
        "no_spot_discount": prices.no_discount,
        "date": prices.date,
        "date_is_the_files": prices.date_is_files,
        "age_days": age,
        "stale": age is not None and age > kb.number("catalogue.stale_days"),
        "skipped": dict(sorted(prices.skipped.items(), key=lambda item: -item[1])[:20]),
        "skipped_rows": sum(prices.skipped.values()),
        "kept": kept,
    }


def _told(summary: dict[str, Any], args: argparse.Namespace) -> list[str]:
    machines, regions = _count(summary["machines"], "machine"), _count(summary["regions"], "region")
    cards = _count(summary["cards"], "kind")
    lines = [f"{summary['format']} list: {_count(summary['offers'], 'offer')} ({machines}, {regions}), {cards} of card"]
    if summary["without_price"]:
        lines.append(f"no ordinary price: {_count(summary['without_price'], 'offer')}, shown but never ranked")
    if summary["no_spot_discount"]:
        lines.append(f"spot price left out, being no discount: {_count(summary['no_spot_discount'], 'offer')}")
    day = "the file's own day, since the format has none" if summary["date_is_the_files"] else "as the file says"
    lines.append(f"prices of {summary['date'] or 'an unknown day'} ({day})")
    if summary["stale"]:
        lines.append(f"warning: they are {summary['age_days']} days old")
    lines += [f"left out: {_count(count, 'row')}, {reason}" for reason, count in summary["skipped"].items()]
    others = summary["skipped_rows"] - sum(summary["skipped"].values())
    if others:
        lines.append(f"left out: {_count(others, 'row')}, for other reasons")
    if summary["kept"]:
        lines.append(f"kept in {summary['kept']}; use it with --knowledge {shlex.quote(args.to)}")
    elif args.provider:
        lines.append("keep it with --to DIR, so that the provider stays with it: rigwise plan --knowledge DIR")
    else:
        lines.append(f"use it with: rigwise plan --offers {shlex.quote(args.file)}")
    return lines


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _export(kb: Knowledge, args: argparse.Namespace) -> int:
    from assistant.knowledge.catalogue import write_offers

    _only(kb, args)
    offers = [offer for offer in _offers(kb, args) if not args.provider or offer.provider == args.provider.lower()]
    content = write_offers(kb, offers, args.format)
    if not args.to:
        sys.stdout.write(content)
        return 0
    try:
        Path(args.to).write_text(content, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{args.to}: {error.strerror or error}") from error
    print(f"{args.to}: {len(content.splitlines()) - 1} lines", file=sys.stderr)
    return 0
