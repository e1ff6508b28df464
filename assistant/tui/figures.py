"""Figures of a plan as short words. They are printed as the plan gives them; nothing is computed here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.tui.strings import tr
from assistant.tui.wrap import NO_BREAK

_SIGNS = {"USD": "$", "CNY": "¥", "EUR": "€"}


def money(amount: float, currency: str) -> str:
    """Return an amount with its currency: "$1,234", "¥30,000", "0.35 GBP"."""
    digits = 2 if abs(amount) < 100 and amount != int(amount) else 0
    number = f"{amount:,.{digits}f}"
    return f"{_SIGNS[currency]}{number}" if currency in _SIGNS else f"{number} {currency}".strip()


def hours(value: float, lang: str) -> str:
    """Return a duration in hours, from three days on in days."""
    if value >= 72:
        return f"{value / 24:.1f}{NO_BREAK}{tr('days', lang)}"
    return f"{value:.1f}{NO_BREAK}{tr('hours', lang)}" if value < 10 else f"{value:.0f}{NO_BREAK}{tr('hours', lang)}"


def span(triple: Mapping[str, Any] | None, show: Any) -> str:
    """Return "mid (low–high)" of a triple, each printed by `show`."""
    if not triple:
        return ""
    low, mid, high = (triple.get(key) for key in ("low", "mid", "high"))
    if mid is None:
        return ""
    text = str(show(mid))
    return f"{text} ({show(low)}–{show(high)})" if low is not None and high is not None and low != high else text


def machine(plan: Mapping[str, Any], lang: str) -> str:
    """Return the headline: "2 × A100 SXM 80GB", with the number of machines where there are several."""
    if not plan.get("gpu"):
        return tr("no_gpu", lang)
    text = f"{plan['gpu_count']} × {plan['gpu']}"
    nodes = plan.get("nodes") or 1
    return f"{text} ({nodes} × {plan.get('gpus_per_node')})" if nodes > 1 else text


def price(plan: Mapping[str, Any], lang: str) -> str:
    """Return the price of one machine per hour and how it is rented."""
    offer = plan.get("offer") or {}
    if offer.get("provider") == "owned":
        return tr("owned", lang)
    if offer.get("price_per_hour") is None:
        return ""
    kind = tr("spot" if offer.get("spot") else "on_demand", lang)
    return f"{money(float(offer['price_per_hour']), offer.get('currency') or '')}{tr('per_hour', lang)} · {kind}"


def cost(plan: Mapping[str, Any]) -> str:
    """Return the cost with its range."""
    triple = plan.get("cost") or {}
    return span(triple, lambda value: money(float(value), triple.get("currency") or ""))


def duration(plan: Mapping[str, Any], lang: str) -> str:
    """Return the duration with its range."""
    return span(plan.get("hours"), lambda value: hours(float(value), lang))


def time_and_cost(plan: Mapping[str, Any], lang: str) -> str:
    """Return duration and cost, without ranges, for one line."""
    parts = []
    if (plan.get("hours") or {}).get("mid") is not None:
        parts.append(hours(float(plan["hours"]["mid"]), lang))
    triple = plan.get("cost") or {}
    if triple.get("mid") is not None:
        parts.append(money(float(triple["mid"]), triple.get("currency") or ""))
    return f"{NO_BREAK}·{NO_BREAK}".join(parts)


def split(plan: Mapping[str, Any]) -> str:
    """Return how the work is divided: strategy, micro-batch and accumulation."""
    way = plan.get("parallelism") or {}
    parts = [str(way["strategy"])] if way.get("strategy") not in (None, "none") else []
    if way.get("micro_batch"):
        batch = f"micro-batch {way['micro_batch']:g}"
        parts.append(f"{batch} × {way['grad_accum']:g}" if (way.get("grad_accum") or 1) > 1 else batch)
    return " · ".join(parts)


def storage(plan: Mapping[str, Any]) -> str:
    """Return kind and size of the storage."""
    store = plan.get("storage") or {}
    size = store.get("capacity_gb")
    sized = f"{size / 1000:,.1f} TB" if size and size >= 1000 else f"{size:,.0f} GB" if size else ""
    return " · ".join(part for part in (str(store.get("kind") or ""), sized) if part)


def links(plan: Mapping[str, Any]) -> str:
    """Return the links between cards of one machine, and between machines where there are several."""
    network = plan.get("network") or {}
    names = [network.get("intra_node")] if (plan.get("gpus_per_node") or 0) > 1 else []
    if (plan.get("nodes") or 1) > 1:
        names.append(network.get("inter_node"))
    return " · ".join(str(name) for name in names if name)


def plan_rows(plan: Mapping[str, Any], lang: str) -> list[tuple[str, str]]:
    """Return the lines of the plan card, empty ones left out."""
    offer, way = plan.get("offer") or {}, plan.get("parallelism") or {}
    cores = f"{plan['cpu_cores']:g} {tr('cores', lang)}" if plan.get("cpu_cores") else ""
    ram = f"{tr('ram', lang)} {plan['ram_gb']:,.0f} GB" if plan.get("ram_gb") else ""
    owned = offer.get("provider") == "owned"
    where = " · ".join(str(offer[key]) for key in ("provider", "region") if offer.get(key)) if not owned else ""
    knobs = [str(way[key]) for key in ("precision", "optimizer") if way.get(key)]
    knobs += ["checkpointing"] if way.get("checkpointing") else []
    rows = [
        ("offer", where),
        ("type", str(offer.get("instance") or "") if not owned else ""),
        ("price", price(plan, lang)),
        ("split", split(plan)),
        ("numbers", " · ".join(knobs)),
        ("cpu", " · ".join(part for part in (cores, ram) if part)),
        ("storage", storage(plan)),
        ("network", links(plan)),
        ("time", duration(plan, lang)),
        ("cost", cost(plan)),
    ]
    return [(tr(key, lang), value) for key, value in rows if value]
