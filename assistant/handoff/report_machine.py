"""The part of the report about machines: the planned one, its time and money, the other two ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from assistant.handoff.job import Job
from assistant.handoff.report_parts import Line, Strong
from assistant.knowledge import Knowledge
from assistant.wording.quantities import significant
from assistant.wording.slot_values import slot_value

Say = Callable[..., str]

_OPTIONS = ("cheapest", "recommended", "fastest")


def machine(kb: Knowledge, job: Job, say: Say) -> list[tuple[str, str]]:
    """Return item and value of everything the machine has."""
    plan: Mapping[str, Any] = job.result["plan"]
    rows = [("gpu", _cards(plan)), ("offer", " ".join(filter(None, (job.offer.provider, job.offer.instance))))]
    rows += [("region", job.offer.region), ("price_per_hour", _price(plan.get("offer") or {}, say))]
    rows += _recipe(kb, job, say)
    rows += [("cpu_cores", str(plan.get("cpu_cores") or "")), ("ram_gb", f"{job.ram_gb:,.0f} GB")]
    store, links = plan.get("storage") or {}, plan.get("network") or {}
    size = f"{store['capacity_gb']:,.0f} GB" if store.get("capacity_gb") else ""
    rows.append(
        ("storage", ", ".join(filter(None, (str(store.get("kind") or ""), size, str(store.get("format") or "")))))
    )
    rows.append(("network", "; ".join(str(links[key]) for key in ("intra_node", "inter_node") if links.get(key))))
    if plan.get("tokens_or_samples_per_s"):
        rows.append(("speed", f"{significant(plan['tokens_or_samples_per_s'])} {plan.get('rate_unit') or ''}".strip()))
    return [(say(name), value) for name, value in rows if value]


def money(job: Job, say: Say) -> list[tuple[str, ...]]:
    """Return hours and cost, each low, middle and high."""
    plan = job.result["plan"]
    rows = []
    for key, label in (
        ("hours", say("hours")),
        ("cost", say("cost", currency=(plan.get("cost") or {}).get("currency", ""))),
    ):
        triple = plan.get(key) or {}
        if triple.get("mid") is not None:
            rows.append((label, *(significant(triple[bound]) for bound in ("low", "mid", "high"))))
    return rows


def options(kb: Knowledge, job: Job) -> list[tuple[Line, ...]]:
    """Return the cheapest, the recommended and the fastest way, if they differ."""
    found = job.result.get("options") or {}
    plans = [(name, found[name]) for name in _OPTIONS if found.get(name)]
    if len({plan.get("id") or str(plan) for _, plan in plans}) < 2:
        return []
    chosen = job.result["plan"].get("id")
    rows: list[tuple[Line, ...]] = []
    for name, plan in plans:
        label = kb.texts[f"option.{name}"].of(job.lang)
        offer, cost, hours = plan.get("offer") or {}, plan.get("cost") or {}, plan.get("hours") or {}
        where = " ".join(str(offer[key]) for key in ("provider", "instance") if offer.get(key))
        rows.append(
            (
                Strong(label) if chosen and plan.get("id") == chosen else label,
                ", ".join(filter(None, (_cards(plan), where))),
                "" if hours.get("mid") is None else significant(hours["mid"]),
                "" if cost.get("mid") is None else f"{significant(cost['mid'])} {cost.get('currency', '')}".strip(),
            )
        )
    return rows


def _cards(plan: Mapping[str, Any]) -> str:
    if not plan.get("gpu"):
        return "CPU"
    cards = f"{plan.get('gpu_count')} × {plan['gpu']}"
    return f"{cards} ({plan['nodes']} × {plan['gpus_per_node']})" if (plan.get("nodes") or 1) > 1 else cards


def _price(offer: Mapping[str, Any], say: Say) -> str:
    if offer.get("price_per_hour") is None:
        return ""
    kind, date = say("spot" if offer.get("spot") else "on_demand"), offer.get("price_date") or "?"
    return say("price", price=f"{offer['price_per_hour']:,.2f}", currency=offer["currency"], kind=kind, date=date)


def _recipe(kb: Knowledge, job: Job, say: Say) -> list[tuple[str, str]]:
    """Return how the training is set up, each value as the chat words it."""
    way = job.result["plan"].get("parallelism") or {}
    hidden = set() if job.recipe.splits_layers else {"tensor_parallel", "pipeline_parallel"}
    rows = []
    for key, value in way.items():
        if value in (None, "") or key in hidden:
            continue
        if isinstance(value, bool):
            said = say("on" if value else "off")
        elif f"{key}.{value}" in kb.texts:
            said = kb.texts[f"{key}.{value}"].of(job.lang)
        else:
            said = slot_value(kb, key, value, job.lang) if isinstance(value, str) else f"{value:,}"
        rows.append((key, said))
    return rows
