"""Time, money and the rest of the machine, read off the plan for the job at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from assistant.conversation.computed.context import Context, Line, Value, Words
from assistant.planning import plan
from assistant.sizing import money
from assistant.sizing.data import checkpoint as saving
from assistant.sizing.data import storage as disks
from assistant.sizing.derivation import Fact, derive
from assistant.sizing.facts import constant
from assistant.wording.texts import placeholders


def _planned(ctx: Context, text: str, **names: str) -> list[Line]:
    """Return one line whose placeholders are figures of the plan; nothing where the plan has not all of them."""
    found = {place: ctx.figure(name) for place, name in names.items()}
    if not _has_job(ctx) or any(value is None for value in found.values()):
        return []
    figures = {place: value for place, value in found.items() if value is not None}
    return [Line(text, {**figures, **_machine(ctx)})]


def _has_job(ctx: Context) -> bool:
    return ctx.workload.task == "data_prep" or ctx.trains_model


def _machine(ctx: Context) -> dict[str, Value]:
    """Return what is trained and on what."""
    chosen = ctx.result.plan
    subject = ctx.subject if ctx.trains_model else "data"
    if chosen is None or chosen.gpu is None:
        return {"model": subject, "machine": "CPU"}
    return {"model": subject, "machine": f"{chosen.gpu_count} × {chosen.gpu}"}


def time(ctx: Context) -> list[Line]:
    """Return the hours of the run with the range that the plan shows, and what that range leaves out."""
    lines = _planned(ctx, "running.time", hours="time.hours", amount="work.amount")
    chosen = ctx.result.plan
    if not lines or chosen is None:
        return lines
    least, most = (
        replace(constant(ctx.kb, "money.run_range", end, symbol), unit="times")
        for end, symbol in (("low", "f_l"), ("high", "f_h"))
    )
    return [*lines, Line("running.time_range", {"hours": chosen.hours, "least": least, "most": most})]


def cost(ctx: Context) -> list[Line]:
    """Return the money of the run and the hours behind it."""
    return [*_spent(ctx), *time(ctx)[1:]]


def _spent(ctx: Context) -> list[Line]:
    """Return the money and hours of the run; nothing is paid for on the person's own cards."""
    base = ctx.figure("cost.total")
    words = "running.cost" if base is not None and base.value else "running.cost_own"
    return _planned(ctx, words, cost="cost.total", hours="time.hours")


def savings(ctx: Context) -> list[Line]:
    """Return the cost of the plan and the changes that would lower it."""
    found = _spent(ctx)
    base = ctx.figure("cost.total")
    for lever in plan(ctx.kb, ctx.workload).levers if found else ():
        better = lever.plan
        if better is None or better.cost is None or base is None or better.cost.mid >= base.value:
            continue
        if placeholders(ctx.kb.texts[f"lever.{lever.id}"].en):  # its words need figures of the planner
            continue
        figure = Fact("K", better.cost.mid, better.cost.currency, "lever.cost", "plan")
        found.append(Line("running.lever", {"lever": Words(f"lever.{lever.id}"), "cost": figure}))
    return found


def spot(ctx: Context) -> list[Line]:
    """Return the price of the planned card as an interruptible machine, and how often to save there."""
    chosen, card = ctx.result.plan, ctx.card
    if not ctx.trains_model or chosen is None or not chosen.offer.price_per_hour or card is None:
        return checkpoint(ctx)
    one = Fact("p_1", chosen.offer.price_per_hour, chosen.offer.currency, "offer.price", f"offer:{chosen.offer.id}")
    machines = Fact("k", chosen.nodes, "machines", "plan.nodes", "plan")
    price = derive("faq.hourly", "p", one.unit, "p_1 * k", one, machines)
    if chosen.offer.spot:
        return [Line("running.is_spot", {"price": price, **_machine(ctx)}), *checkpoint(ctx)]
    return [
        Line("running.spot", {"price": price, "spot": money.spot_price(ctx.kb, card, price), **_machine(ctx)}),
        *checkpoint(ctx),
    ]


def checkpoint(ctx: Context) -> list[Line]:
    """Return size and writing time of a checkpoint, and the interval that loses least."""
    size = ctx.figure("host.checkpoint")
    if not ctx.trains_model or size is None:
        return []
    write = saving.write_time(ctx.kb, size)
    mean = saving.time_between_failures(ctx.kb, ctx.card_count)
    every = saving.interval(ctx.kb, write, mean)
    return [Line("running.checkpoint", {"size": size, "write": write, "every": every, "mean": mean, **_machine(ctx)})]


def host(ctx: Context) -> list[Line]:
    """Return cores and memory of the host."""
    return _planned(ctx, "running.host", cores="host.cores", ram="host.ram", comfort="host.ram_comfort")


def cores(ctx: Context) -> list[Line]:
    """Return the cores of the host."""
    return _planned(ctx, "running.cores", cores="host.cores")


def ram(ctx: Context) -> list[Line]:
    """Return the memory of the host, as needed and without worry."""
    return _planned(ctx, "running.ram", ram="host.ram", comfort="host.ram_comfort")


def storage(ctx: Context) -> list[Line]:
    """Return size and rate of the disk."""
    return _planned(ctx, "running.storage", disk="host.disk", read="host.read", data="data.bytes")


def files(ctx: Context) -> list[Line]:
    """Return how many files a second are opened where every sample is one."""
    rate = ctx.figure("speed.samples_per_s")
    if not ctx.trains_model or rate is None:
        return storage(ctx)
    opens = disks.opens_rate(ctx.kb, rate, rate, packed=False)
    return [Line("running.files", {"opens": opens, **_machine(ctx)}), *storage(ctx)]


def dataset(ctx: Context) -> list[Line]:
    """Return that the data decide time and disk, and the memory of the card stays what it is."""
    if not ctx.trains_model:
        return []
    planned = ctx.figure("memory.needed") if ctx.is_complete else None
    needed = planned or ctx.memory().needed
    return [*_planned(ctx, "running.dataset", amount="work.amount", hours="time.hours", disk="host.disk"),
            Line("running.dataset_memory", {"needed": needed, "model": ctx.subject})]  # fmt: skip


def feed(ctx: Context) -> list[Line]:
    """Return what the input has to deliver so that the cards never wait."""
    rate = ctx.figure("speed.samples_per_s") or ctx.figure("speed.tokens_per_s")
    if rate is None or not ctx.trains_model:
        return []
    return [
        Line("running.feed", {"rate": rate, **_machine(ctx)}),
        *cores(ctx),
        *_planned(ctx, "running.read", read="host.read"),
    ]


def trial(ctx: Context) -> list[Line]:
    """Return the figures a trial run should show."""
    rate = ctx.figure("speed.samples_per_s") or ctx.figure("speed.tokens_per_s")
    needed = ctx.figure("memory.needed")
    if rate is None or needed is None or not ctx.trains_model:
        return []
    share = constant(ctx.kb, "faq.trial", "fault_share", "k_f")
    least = derive("faq.least_rate", "R_f", rate.unit, "R_p * k_f", replace(rate, symbol="R_p"), share)
    return [Line("running.trial", {"rate": rate, "least": least, "needed": needed, **_machine(ctx)})]


def power(ctx: Context) -> list[Line]:
    """Return the power supply for the cards that are talked about."""
    card = ctx.card
    if card is None or not card.tdp_w:
        return []
    count = Fact("n_c", ctx.card_count, "GPUs", "request.n_gpus", "slot:gpu_count")
    board = Fact("p_c", card.tdp_w, "W", "card.power", f"gpu:{card.id}")
    rest = [
        constant(ctx.kb, "faq.power", key, symbol)
        for key, symbol in (("cpu", "p_p"), ("rest", "p_r"), ("headroom", "k_h"))
    ]
    supply = derive("faq.supply", "P_s", "W", "(n_c * p_c + p_p + p_r) * (1 + k_h)", count, board, *rest)
    return [Line("running.power", {"count": f"{ctx.card_count}", "card": card.name, "board": board, "supply": supply})]


def rent_or_buy(ctx: Context) -> list[Line]:
    """Return the hours of this run beside the hours a year from which owning pays."""
    hours = ctx.figure("time.hours")
    if not ctx.trains_model or hours is None:
        return []
    count = Fact("n_c", ctx.card_count, "GPUs", "plan.gpus", "plan")
    work = derive("faq.gpu_hours", "H_g", "GPU-h", "h_r * n_c", replace(hours, symbol="h_r"), count)
    yearly = constant(ctx.kb, "faq.trial", "buy_gpu_hours", "H_y")
    runs = derive("faq.runs", "n_r", "", "ceil(H_y / H_g)", yearly, work)
    return [Line("running.rent_or_buy", {"work": work, "yearly": yearly, "runs": runs, **_machine(ctx)})]


COMPUTATIONS: Mapping[str, Callable[[Context], list[Line]]] = {
    "time": time,
    "cost": cost,
    "savings": savings,
    "spot": spot,
    "checkpoint": checkpoint,
    "host": host,
    "cores": cores,
    "ram": ram,
    "storage": storage,
    "small_files": files,
    "dataset": dataset,
    "input": feed,
    "data_prep": host,
    "trial": trial,
    "power": power,
    "rent_or_buy": rent_or_buy,
}
