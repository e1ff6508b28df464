"""Hours and money of a whole run, spot prices, currencies, and what a budget buys."""

from __future__ import annotations

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import constant, said


def hours(
    amount: Quantity,
    rate: Quantity,
    waste: Quantity | None = None,
    loading: Quantity | None = None,
    setup: Quantity | None = None,
) -> Derivation:
    """Return the wall-clock hours of a run.

    Args:
        amount: tokens or samples in all.
        rate: tokens or samples per second of the whole job.
        waste: share of time lost to interruptions; None without any.
        loading: hours until the job computes; None where they count as set-up.
        setup: those of them that are paid as set-up and not as run; goes with `loading`.
    """
    formula, inputs = f"{amount.symbol} / {rate.symbol} / 3600", [amount, rate]
    if waste is not None:
        formula, inputs = f"{formula} * (1 + {waste.symbol})", [*inputs, waste]
    if loading is not None and setup is not None:
        formula, inputs = f"{formula} + {loading.symbol} - {setup.symbol}", [*inputs, loading, setup]
    return derive("time.hours", "h", "h", formula, *inputs)


def gpu_hours(wall: Quantity, gpus: int) -> Derivation:
    """Return the card hours of a run of `wall` hours on `gpus` cards."""
    cards = said("n", gpus, "request.n_gpus", "GPUs")
    return derive("time.gpu_hours", "H_g", "GPU-h", f"{wall.symbol} * n", wall, cards)


def run_range(kb: Knowledge, point: Derivation) -> tuple[Derivation, Derivation]:
    """Return the low and high end of hours or money of a whole run: real runs lose time that no benchmark shows."""
    low, high = constant(kb, "money.run_range", "low", "f_l"), constant(kb, "money.run_range", "high", "f_h")
    return (
        derive(f"{point.name}.low", f"{point.symbol}_low", point.unit, f"{point.symbol} * f_l", point, low),
        derive(f"{point.name}.high", f"{point.symbol}_high", point.unit, f"{point.symbol} * f_h", point, high),
    )


def cost(wall: Quantity, price: Quantity, machines: int = 1, setup: Quantity | None = None) -> Derivation:
    """Return the money of a run, in the currency of `price`.

    Args:
        wall: wall-clock hours.
        price: of one machine per hour; its unit is "USD/h" or the like.
        machines: how many of them.
        setup: hours that are paid before the run starts; None for none.
    """
    count = said("k", machines, "request.nodes")
    currency = price.unit.partition("/")[0]
    if setup is None:
        return derive("cost.run", "X", currency, f"{wall.symbol} * {price.symbol} * k", wall, price, count)
    formula = f"({wall.symbol} + {setup.symbol}) * {price.symbol} * k"
    return derive("cost.run", "X", currency, formula, wall, setup, price, count)


def spot_price(kb: Knowledge, gpu: Gpu, price: Quantity, level: str = "") -> Derivation:
    """Return the likely spot price of a machine whose spot price is not listed.

    Args:
        kb: the knowledge base.
        gpu: its card; old stock is cheaper.
        price: on-demand price per hour.
        level: "" for the middle, "low" or "high" for the ends of the band.
    """
    old = any(gpu.architecture.startswith(name) for name in kb.constants["money.old_architectures"].words)
    key = "old" if old else "current"
    factor = constant(kb, "money.spot", f"{key}_{level}" if level else key)
    return derive(
        "cost.spot_price", "p_s", price.unit, f"{price.symbol} * k_p", price, factor, sources=("spot-tables",)
    )


def hours_for_budget(
    budget: Quantity, price: Quantity, machines: int = 1, setup: Quantity | None = None, period: Quantity | None = None
) -> Derivation:
    """Return the hours of training that `budget` buys on `machines` machines at `price` per hour, both in one currency.

    Args:
        budget: money in all, or in a period.
        price: of one machine per hour.
        machines: how many of them.
        setup: hours that are paid before the run starts; None for none.
        period: length of the period that the budget is for, h: no more hours than that; None where it is for the run.

    Raises:
        InputError: the price is 0, so the budget sets no limit.
    """
    if price.value <= 0:
        raise InputError("a free machine has no limit of hours", "免费的机器没有小时数上限")
    count = said("k", machines, "request.nodes")
    formula, inputs = f"{budget.symbol} / ({price.symbol} * k)", [budget, price, count]
    if period is not None:
        formula, inputs = f"min({formula}, {period.symbol})", [*inputs, period]
    if setup is not None:
        formula, inputs = f"max({formula} - {setup.symbol}, 0)", [*inputs, setup]
    return derive("time.hours_bought", "H_b", "h", formula, *inputs)


def amount_for_hours(bought: Quantity, rate: Quantity) -> Derivation:
    """Return the tokens or samples that pass in `bought` hours at `rate` per second."""
    unit = rate.unit.partition("/")[0]
    return derive("time.amount_bought", "n_b", unit, f"{bought.symbol} * 3600 * {rate.symbol}", bought, rate)


def convert(kb: Knowledge, amount: Quantity, source: str, target: str) -> Derivation:
    """Return `amount` of currency `source` in `target`, through the US dollar.

    Raises:
        InputError: the knowledge base has no rate for one of them.
    """
    rates = []
    for symbol, currency in (("r_a", source), ("r_b", target)):
        rate = kb.rates.get(currency)
        if rate is None:
            known = ", ".join(sorted(kb.rates))
            raise InputError(
                f'no exchange rate for "{currency}"; there are {known}', f"没有“{currency}”的汇率；已有：{known}"
            )
        rates.append(Fact(symbol, rate.per_usd, f"{currency} per USD", f"rate.{currency}", rate.source))
    return derive("cost.converted", "X_c", target, f"{amount.symbol} / r_a * r_b", amount, *rates)
