"""Figures of a plan as short words. They are printed as the plan gives them; nothing is computed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.tui.strings import tr
from assistant.tui.wrap import NO_BREAK

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge

Plan = Mapping[str, Any]
"""A plan or an option of it in the public JSON form."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Prints plans in one language, with the words for money and time that the replies use too.

    Attributes:
        kb: where those words stand; None before it is loaded, when there is no plan either.
        lang: "en" or "zh".
    """

    kb: Knowledge | None
    lang: str

    def machine(self, plan: Plan) -> str:
        """Return the headline: "2 × A100 SXM 80GB", with the number of machines where there are several."""
        if not plan.get("gpu"):
            return tr("no_gpu", self.lang)
        text = f"{plan['gpu_count']} × {plan['gpu']}"
        nodes = plan.get("nodes") or 1
        return f"{text} ({nodes} × {plan.get('gpus_per_node')})" if nodes > 1 else text

    def time_and_cost(self, plan: Plan) -> str:
        """Return duration and cost, without ranges, for one line."""
        parts = []
        if (plan.get("hours") or {}).get("mid") is not None:
            parts.append(self._hours(float(plan["hours"]["mid"])))
        triple = plan.get("cost") or {}
        if (plan.get("offer") or {}).get("provider") == "owned":
            parts.append(tr("no_rent", self.lang))
        elif triple.get("mid") is not None:
            parts.append(self._money(float(triple["mid"]), triple.get("currency") or ""))
        return f"{NO_BREAK}·{NO_BREAK}".join(parts)

    def rows(self, plan: Plan) -> list[tuple[str, str]]:
        """Return the lines of the plan card, empty ones left out."""
        offer, way = plan.get("offer") or {}, plan.get("parallelism") or {}
        cores = f"{plan['cpu_cores']:g} {tr('cores', self.lang)}" if plan.get("cpu_cores") else ""
        ram = f"{tr('ram', self.lang)} {plan['ram_gb']:,.0f} GB" if plan.get("ram_gb") else ""
        owned = offer.get("provider") == "owned"
        where = " · ".join(str(offer[key]) for key in ("provider", "region") if offer.get(key)) if not owned else ""
        knobs = [self._precision(str(way["precision"]))] if way.get("precision") else []
        knobs += [self._named("optimizer", str(way["optimizer"]))] if way.get("optimizer") else []
        knobs += [tr("checkpointing", self.lang)] if way.get("checkpointing") else []
        cost = plan.get("cost") or {}
        rows = [
            ("offer", where),
            ("type", str(offer.get("instance") or "") if not owned else ""),
            ("price", self._price(offer)),
            ("split", self._split(way)),
            ("numbers", " · ".join(knobs)),
            ("cpu", " · ".join(part for part in (cores, ram) if part)),
            ("storage", self._storage(plan)),
            ("network", links(plan)),
            ("time", span(plan.get("hours"), self._hours)),
            ("cost", tr("no_rent", self.lang) if owned else self._cost(cost)),
        ]
        return [(tr(key, self.lang), value) for key, value in rows if value]

    def _cost(self, cost: Mapping[str, Any]) -> str:
        return span(cost, lambda amount: self._money(amount, cost.get("currency") or ""))

    def _named(self, group: str, value: str) -> str:
        """Return `value` as the replies call it, the bare value where they have no word for it."""
        text = self.kb.texts.get(f"{group}.{value}") if self.kb is not None else None
        return text.of(self.lang) if text is not None else value

    def _precision(self, value: str) -> str:
        from assistant.wording.slot_values import slot_value

        return slot_value(self.kb, "precision", value, self.lang) if self.kb is not None else value

    def _split(self, way: Plan) -> str:
        """Return how the work is divided: strategy, micro-batch and accumulation."""
        parts = [self._named("strategy", str(way["strategy"]))] if way.get("strategy") not in (None, "none") else []
        if way.get("micro_batch"):
            rounds = way.get("grad_accum") or 1
            batch = f"{tr('micro_batch', self.lang)} {way['micro_batch']:g}" + (f" × {rounds:g}" if rounds > 1 else "")
            parts.append(batch.replace(" ", NO_BREAK))
        return " · ".join(parts)

    def _storage(self, plan: Plan) -> str:
        """Return kind and size of the storage."""
        from assistant.wording.quantities import format_bytes

        store = plan.get("storage") or {}
        size = format_bytes(store["capacity_gb"] * 1e9).replace(" ", NO_BREAK) if store.get("capacity_gb") else ""
        return " · ".join(part for part in (str(store.get("kind") or ""), size) if part)

    def _price(self, offer: Mapping[str, Any]) -> str:
        """Return the price of one machine per hour and how it is rented."""
        if offer.get("provider") == "owned":
            return tr("owned", self.lang)
        if offer.get("price_per_hour") is None:
            return ""
        kind = tr("spot" if offer.get("spot") else "on_demand", self.lang)
        price = self._money(float(offer["price_per_hour"]), offer.get("currency") or "")
        return f"{price}{tr('per_hour', self.lang)} · {kind}"

    def _money(self, amount: float, currency: str) -> str:
        from assistant.wording.quantities import format_money

        if self.kb is None:
            return f"{amount:,.2f}{NO_BREAK}{currency}"
        return format_money(self.kb, amount, currency, self.lang).replace(" ", NO_BREAK)

    def _hours(self, hours: float) -> str:
        from assistant.wording.quantities import format_hours

        if self.kb is None:
            return f"{hours:.1f}{NO_BREAK}h"
        return format_hours(self.kb, hours, self.lang).replace(" ", NO_BREAK)


def span(triple: Mapping[str, Any] | None, show: Callable[[float], str]) -> str:
    """Return "mid (low–high unit)" of a triple, each printed by `show`; the unit of the two ends is named once."""
    if not triple:
        return ""
    low, mid, high = (triple.get(key) for key in ("low", "mid", "high"))
    if mid is None:
        return ""
    text = show(float(mid))
    if low is None or high is None or low == high:
        return text
    first, last = show(float(low)), show(float(high))
    number, _, unit = first.partition(NO_BREAK)
    if unit and last.endswith(f"{NO_BREAK}{unit}"):
        first = number
    return f"{text} ({first}–{last})"


def links(plan: Plan) -> str:
    """Return the links between cards of one machine, and between machines where there are several."""
    network = plan.get("network") or {}
    names = [network.get("intra_node")] if (plan.get("gpus_per_node") or 0) > 1 else []
    if (plan.get("nodes") or 1) > 1:
        names.append(network.get("inter_node"))
    return " · ".join(str(name) for name in names if name)
