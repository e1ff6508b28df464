"""Money: currencies, what a budget means, and what a machine or a run costs against it."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.planning.workload import Budget


@dataclass(frozen=True, slots=True)
class Limit:
    """What may be spent.

    Attributes:
        amount: in `currency`; None where there is no cap.
        per: "hour": price of the machines per hour; "total": cost of the run; a longer period: what is spent in it.
        hours: length of that period, None for "hour" and "total".
        per_gpu: the amount is for each card.
    """

    amount: float | None
    per: str
    hours: float | None
    per_gpu: bool
    currency: str


def limit_of(kb: Knowledge, budget: Budget | None, currency: str) -> Limit:
    """Return what `budget` allows, in `currency`."""
    if budget is None or budget.amount is None:
        return Limit(None, "total", None, False, currency)
    amount = convert(kb, budget.amount, budget.currency or currency, currency)
    per = "total" if budget.per == "none" else budget.per
    periods = kb.constants["planning.period_hours"].table
    return Limit(amount, per, periods[per] if per not in {"hour", "total"} else None, budget.per_gpu, currency)


def convert(kb: Knowledge, amount: float, source: str, target: str) -> float:
    """Return `amount` of currency `source` in `target`.

    Raises:
        InputError: the knowledge base has no rate for one of them.
    """
    if source == target:
        return amount
    return amount / _per_usd(kb, source) * _per_usd(kb, target)


def _per_usd(kb: Knowledge, currency: str) -> float:
    if currency == "USD":
        return 1.0
    rate = kb.rates.get(currency)
    if rate is None:
        raise InputError(f"no exchange rate for {currency}", f"没有 {currency} 的汇率")
    return rate.per_usd


def counted(limit: Limit, per_hour: float, hours: float, gpus: int) -> float:
    """Return what counts against `limit` for machines of `per_hour` in all that run for `hours`.

    A run that ends inside the period counts with its cost, a longer one with the period's.
    """
    share = max(gpus, 1) if limit.per_gpu else 1
    if limit.per == "hour":
        return per_hour / share
    if limit.hours is None:
        return per_hour * hours / share
    return per_hour * min(hours, limit.hours) / share
