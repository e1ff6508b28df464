"""The lines of a plan: GPU, layout, memory, host, disk, network, offer, time, money."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.planning.result import Option, PlanResult, Range
from assistant.wording.memory_parts import parts_text
from assistant.wording.quantities import (
    format_bytes,
    format_hours,
    format_money,
    format_range,
    significant,
    unit_word,
)
from assistant.wording.texts import has, joined, say

LINES = ("gpu", "parallelism", "memory", "cpu", "ram", "storage", "network", "offer", "hours", "cost")
"""Names of the lines, in the order shown; "plan.<name>" is the id of a line's block."""
BAR_CELLS = 20


def line_text(kb: Knowledge, result: PlanResult, name: str, lang: str) -> str:
    """Return the line `name` of the plan without its label, "" where the plan has no such thing."""
    plan = result.plan
    if plan is None:
        return ""
    if name == "cost":
        budget = result.workload.budget
        return cost_line(kb, plan, lang, budget.per if budget is not None else "none")
    if name == "offer":
        return offer_line(kb, plan, lang, refused_spot=result.workload.spot_ok is False)
    if name == "storage":
        return storage_text(kb, plan, lang, pictures=_pictures(kb, result))
    return {
        "gpu": gpu_line,
        "parallelism": parallelism_text,
        "memory": memory_text,
        "cpu": lambda kb, plan, lang: say(kb, "proposal.cpu", lang, cores=plan.cpu_cores),
        "ram": ram_text,
        "network": network_text,
        "hours": rate_text,
    }[name](kb, plan, lang)


def gpu_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return count and card, "no GPU" where there is none."""
    if plan.gpu is None:
        return say(kb, "proposal.no-gpu", lang)
    return f"{plan.gpu_count} × {plan.gpu}"


def gpu_line(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return count, card and over how many machines."""
    if plan.nodes > 1 and plan.gpu is None:
        return say(kb, "proposal.no-gpu.nodes", lang, nodes=plan.nodes)
    if plan.nodes > 1:
        return say(
            kb, "proposal.gpu.nodes", lang, gpu=gpu_text(kb, plan, lang), nodes=plan.nodes, each=plan.gpus_per_node
        )
    return gpu_text(kb, plan, lang)


def strategy_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return the strategy and the method."""
    how = plan.parallelism
    if how is None:
        return ""
    method = [_named(kb, "method", how.method, lang)] if how.method else []
    return joined([_named(kb, "strategy", how.strategy, lang), *method], lang)


def parallelism_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return how the run is laid out."""
    how = plan.parallelism
    if how is None:
        return ""
    parts = [_named(kb, "strategy", how.strategy, lang)]
    if how.tensor_parallel > 1 or how.pipeline_parallel > 1:
        parts.append(f"TP {how.tensor_parallel} × PP {how.pipeline_parallel}")
    if how.method:
        parts.append(_named(kb, "method", how.method, lang))
    parts += [
        say(kb, "proposal.batch", lang, micro=how.micro_batch, accum=how.grad_accum, batch=how.global_batch),
        say(kb, "proposal.checkpointing.yes" if how.checkpointing else "proposal.checkpointing.no", lang),
        _named(kb, "precision", how.precision, lang),
        _named(kb, "optimizer", how.optimizer, lang),
    ]
    if how.offload and how.offload != "none":
        parts.append(_named(kb, "offload", how.offload, lang))
    return joined(parts, lang)


def _named(kb: Knowledge, group: str, value: str, lang: str) -> str:
    key = f"{group}.{value}"
    return say(kb, key, lang) if has(kb, key) else value


def memory_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return need against capacity with a bar, and what it is made of."""
    use = plan.memory
    if use is None:
        return ""
    filled = min(BAR_CELLS, round(BAR_CELLS * use.needed_gb / use.capacity_gb))
    bar = "█" * filled + "░" * (BAR_CELLS - filled)
    whole = {"need": use.needed_gb, "capacity": use.capacity_gb, "headroom": use.headroom_gb}
    card = kb.find_gpu(plan.gpu or "")
    kind = "reported" if card is not None and card.memory_bytes else "nameplate"
    what = say(kb, f"proposal.capacity.{kind}", lang)
    head = say(
        kb, "proposal.memory", lang, bar=bar, kind=what, **{name: significant(value) for name, value in whole.items()}
    )
    freed = {"activations": use.activations_gb, "gradients": use.gradients_gb}
    parts = parts_text(kb, {**use.at_peak_gb, "overhead": use.overhead_gb}, freed, lang)
    return f"{head}\n  {parts}"


def ram_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return host memory of a machine."""
    if plan.ram_comfort_gb > plan.ram_gb:
        return say(
            kb, "proposal.ram.comfort", lang, ram=significant(plan.ram_gb), comfort=significant(plan.ram_comfort_gb)
        )
    return say(kb, "proposal.ram", lang, ram=significant(plan.ram_gb))


def _pictures(kb: Knowledge, result: PlanResult) -> str:
    """Return "clip" or "volume" where what is stored as pictures are films or scans with a depth, else ""."""
    job = result.workload
    model = kb.models.get(job.model or "")
    if model is not None and "video" in model.kind:
        return "clip"
    depth = len(str(job.image_size or "").split("x")) > 2 or (model is not None and "3d" in model.id.split("-"))
    return "volume" if depth else ""


def storage_text(kb: Knowledge, plan: Option, lang: str, pictures: str = "") -> str:
    """Return kind, size, read rate, opens a second and format of the storage.

    Args:
        kb: the knowledge base.
        plan: the plan.
        lang: language of the line.
        pictures: what the pictures are where they are none ("clip", "volume"): neither is kept as JPEG.
    """
    disk = plan.storage
    image = kb.texts["plan.format.image"]
    special = pictures and disk.format in {image.en, image.zh}
    values = {
        "kind": disk.kind,
        "capacity": significant(disk.capacity_gb),
        "rate": f"{format_bytes(disk.read_gb_s * 1e9)}/s",
        "format": say(kb, f"proposal.format.{pictures}", lang)
        if special
        else _planned_text(kb, "plan.format.", disk.format, lang),
    }
    opens = say(kb, "proposal.storage.opens", lang, iops=significant(disk.iops)) if disk.iops >= 1 else ""
    return say(kb, "proposal.storage", lang, opens=opens, **values)


def _planned_text(kb: Knowledge, begins: str, text: str, lang: str) -> str:
    """Return in `lang` what the planner said in either language by a text whose id `begins` so."""
    known = (entry for name, entry in kb.texts.items() if name.startswith(begins))
    return next((entry.of(lang) for entry in known if text in {entry.en, entry.zh}), text)


def network_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return the links inside and between machines."""
    net = plan.network
    inside = _planned_text(kb, "link.", net.intra_node, lang)
    if plan.nodes <= 1 or plan.gpu is None:
        key = ("none", "one-gpu", "one")[min(plan.gpu_count, 2)]
        return say(kb, f"proposal.network.{key}", lang, inside=inside)
    between = _planned_text(kb, "plan.", net.inter_node, lang)
    return say(kb, "proposal.network.many", lang, inside=inside, between=between, gbps=significant(net.gbps_per_node))


def offer_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return provider and instance."""
    if plan.offer.provider == "owned":
        return say(kb, "proposal.offer.owned", lang)
    instance = plan.offer.instance.partition(" (")[0]
    return " ".join(part for part in (plan.offer.provider, instance) if part)


def offer_line(kb: Knowledge, plan: Option, lang: str, *, refused_spot: bool = False) -> str:
    """Return the machine with its price and the price's date."""
    offer = plan.offer
    name = offer_text(kb, plan, lang)
    if offer.provider == "owned":
        return name
    if offer.price_per_hour is None:
        return say(kb, "proposal.offer.no-price", lang, offer=name)
    machines = f"{plan.nodes} × " if plan.nodes > 1 else ""
    price = format_money(kb, offer.price_per_hour, offer.currency, lang)
    kind = "spot" if offer.spot else "no-spot" if refused_spot else "on-demand"
    market = say(kb, f"proposal.offer.{kind}", lang)
    return say(
        kb, "proposal.offer", lang, offer=machines + name, price=price, market=market, date=offer.price_date or "?"
    )


def hours_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return the duration as a range."""
    return span_text(kb, plan.hours, lang)


def span_text(kb: Knowledge, hours: Range, lang: str) -> str:
    """Return a range of hours in one unit."""
    return _range(format_hours(kb, hours.low, lang, beside=hours.high), format_hours(kb, hours.high, lang))


def _range(low: str, high: str) -> str:
    """Return a range that names its unit once: "16–28.4 h"."""
    number, _, unit = low.partition(" ")
    return format_range(number if low != high and unit and high.endswith(f" {unit}") else low, high)


def rate_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return the duration with its middle and the rate behind it."""
    rate = f"{significant(plan.tokens_or_samples_per_s)} {unit_word(kb, plan.rate_unit, lang)}"
    return say(
        kb,
        "proposal.hours",
        lang,
        hours=hours_text(kb, plan, lang),
        mid=format_hours(kb, plan.hours.mid, lang),
        rate=rate,
    )


def cost_text(kb: Knowledge, plan: Option, lang: str) -> str:
    """Return the cost as a range."""
    if plan.offer.provider == "owned":
        return say(kb, "proposal.cost.owned", lang)
    money = plan.cost
    if money is None or plan.offer.price_per_hour is None:
        return say(kb, "proposal.cost.unknown", lang)
    return _range(format_money(kb, money.low, money.currency, lang), format_money(kb, money.high, money.currency, lang))


def cost_line(kb: Knowledge, plan: Option, lang: str, per: str = "none") -> str:
    """Return the cost, and what a whole period would cost where the budget has one."""
    text = cost_text(kb, plan, lang)
    if plan.period_cost is None or plan.cost is None or plan.offer.provider == "owned":
        return text
    period = format_money(kb, plan.period_cost, plan.cost.currency, lang)
    return say(kb, "proposal.cost.period", lang, cost=text, period=period, per=say(kb, f"period.{per}", lang))
