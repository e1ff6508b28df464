"""The job at hand on several cards and machines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from assistant.conversation.computed.context import Context, Line, Values, Words
from assistant.errors import InputError
from assistant.knowledge.schema import Gpu
from assistant.sizing.card import relative_index
from assistant.sizing.derivation import Fact, derive
from assistant.sizing.facts import constant
from assistant.sizing.link import exchange_rate, link_class
from assistant.sizing.scaling import ScalingEstimate, ScalingRequest, estimate

_SHARDED = frozenset({"zero1", "zero2", "zero3", "fsdp"})


def _request(ctx: Context, card: Gpu) -> dict[str, Any]:
    """Return what is the same for every number of cards: the plan's way of training, else a plain one."""
    request = ctx.request
    same = {
        "model": request.model,
        "params": request.params,
        "kind": request.kind,
        "gpu": card.id,
        "method": request.method,
        "seq_len": request.seq_len,
        "image_size": request.image_size,
    }
    chosen = ctx.result.plan if ctx.is_complete else None
    layout = chosen.parallelism if chosen is not None else None
    if chosen is None or layout is None:
        fits = ctx.memory().needed.value <= ctx.capacity(card).value
        batch = max(ctx.workload.batch or 1, 1)
        return same | {"per_gpu_batch": batch, "checkpointing": True, "sharding": "none" if fits else "fsdp"}
    offer = ctx.kb.offers.get(chosen.offer.id)
    return same | {
        "per_gpu_batch": layout.micro_batch,
        "accumulation": layout.grad_accum,
        "checkpointing": layout.checkpointing,
        "precision": "bf16" if layout.precision == "amp" else layout.precision,
        "sharding": layout.strategy if layout.strategy in _SHARDED else "none",
        "network_gbps": offer.network_gbps if offer is not None else None,
    }


def _per_machine(ctx: Context) -> int:
    """Return the cards of one machine: the plan's where it takes several, else a usual number."""
    chosen = ctx.result.plan if ctx.is_complete else None
    return chosen.gpus_per_node if chosen is not None and chosen.gpus_per_node > 1 else max(ctx.shown("cards"))


def _scaled(ctx: Context, card: Gpu, count: int) -> ScalingEstimate | None:
    """Return the speed-up of `count` cards over one, None where the job's speed is not known."""
    nodes = -(-count // _per_machine(ctx))
    try:
        return estimate(ctx.kb, ScalingRequest(n_gpus=count, nodes=nodes, **_request(ctx, card)))
    except InputError:
        return None


def scaling(ctx: Context) -> list[Line]:
    """Return the speed-up of this model, for growing numbers of cards.

    Beside a card with fast links a common one on PCIe is shown where it holds the job: the difference is what the
    question is about.
    """
    card = ctx.card if ctx.trains_model else None
    if card is None:
        return []
    largest, needed = max(ctx.shown("cards")), ctx.memory().needed.value
    slower = [one for one in ctx.common_cards if link_class(one, largest) != "nvswitch"]
    beside = [one for one in slower if needed <= ctx.capacity(one).value][: link_class(card, largest) == "nvswitch"]
    shown = (card, *beside)
    lines = [line for one in shown for line in _curve(ctx, one)]
    if not lines:
        return []
    way = _request(ctx, card)["sharding"]
    small = [Line("spread.small_exchange", {})] if ctx.job.method in {"lora", "qlora"} and way == "none" else []
    words = Words("strategy.ddp" if way == "none" else f"strategy.{way}")
    return [Line("spread.scaling_of", {"model": ctx.subject, "method": ctx.method, "strategy": words}), *lines, *small]


def _curve(ctx: Context, card: Gpu) -> list[Line]:
    """Return one line for each number of cards, none where the speed is not known."""
    lines = []
    for count in ctx.shown("cards")[1:]:
        found = _scaled(ctx, card, count)
        if found is None:
            return []
        share = derive(
            "faq.efficiency", "e_n", "share", "S_n / n_c", replace(found.speedup, symbol="S_n"), _count(count)
        )
        values: Values = {"count": f"{count}", "card": card.name, "speedup": found.speedup, "low": found.low}
        lines.append(Line("spread.scaling", {**values, "high": found.high, "efficiency": share}))
    return lines


def link(ctx: Context) -> list[Line]:
    """Return what joins the cards that are talked about, and how fast this job exchanges over it."""
    card = ctx.card
    if card is None:
        return []
    joined = link_class(card, max(ctx.shown("cards")))
    rate = exchange_rate(ctx.kb, card, joined)
    own = Fact("B_v", card.nvlink_gb_s or 0.0, "GB/s", "card.nvlink", f"gpu:{card.id}")
    first = (
        Line("spread.nvlink", {"card": card.name, "rate": own})
        if card.nvlink_gb_s
        else Line("spread.no_nvlink", {"card": card.name})
    )
    return [first, Line("spread.exchange", {"rate": rate}), *scaling(ctx)]


def sharding(ctx: Context) -> list[Line]:
    """Return what each card needs in full tuning, by the stage of sharding."""
    if not ctx.trains_language_model:
        return []
    count = max(ctx.card_count, *ctx.shown("cards"))
    stages = ("none", "zero1", "zero2", "zero3")
    found = {stage: ctx.memory(method="full", sharding=stage, gpus=count).needed for stage in stages}
    return [Line("spread.sharding", {"model": ctx.subject, "count": f"{count}", **found})]


def pooling(ctx: Context) -> list[Line]:
    """Return what each card needs when it holds everything, and when the states are divided."""
    if not ctx.trains_language_model:
        return []
    method = ctx.method
    lines = []
    for count in ctx.shown("cards")[1:]:
        whole = ctx.memory(gpus=count, gradient_accumulation=True).needed
        divided = ctx.memory(gpus=count, sharding="fsdp").needed
        values: Values = {
            "model": ctx.subject,
            "method": method,
            "count": f"{count}",
            "whole": whole,
            "divided": divided,
        }
        lines.append(Line("spread.pooling", values))
    return lines


def network(ctx: Context) -> list[Line]:
    """Return what the job sends between machines."""
    if not ctx.trains_model:
        return []
    planned = ctx.figure("network.sharded") or ctx.figure("network.need") or ctx.figure("network.gradient_need")
    chosen = ctx.result.plan
    if chosen is not None and chosen.nodes > 1 and planned is not None:
        return [Line("spread.network", {"model": ctx.subject, "rate": planned, "nodes": f"{chosen.nodes}"})]
    size = constant(ctx.kb, "faq.bytes", "half", "b_h")
    trained = ctx.figure("memory.adapters") if ctx.job.method in {"lora", "qlora"} else ctx.job.params
    if trained is None:
        return []
    volume = derive("faq.gradients", "G", "GB", "P * b_h / 1e9", replace(trained, symbol="P"), size)
    ten = constant(ctx.kb, "faq.network", "ethernet", "B_e")
    seconds = derive("faq.exchange_time", "t_e", "s", "2 * G * 8 / B_e", volume, ten)
    values: Values = {"model": ctx.subject, "method": ctx.method, "volume": volume, "seconds": seconds, "rate": ten}
    one = [Line("spread.one_machine", {})] if chosen is not None and chosen.nodes == 1 else []
    return [Line("spread.gradients", values), *one]


def mixed(ctx: Context) -> list[Line]:
    """Return what the named cards reach together, each waiting for the slowest."""
    cards = ctx.named_cards
    if len(cards) < 2:
        return []
    speeds = [relative_index(ctx.kb, card, f"q_{place}") for place, card in enumerate(cards)]
    slowest = " , ".join(speed.symbol for speed in speeds)
    together = derive("faq.mixed", "q_m", "", f"n_c * min({slowest})", _count(len(cards)), *speeds)
    best = derive("faq.best_card", "q_b", "", f"max({slowest})", *speeds)
    gain = derive("faq.gain", "x_m", "", "q_m / q_b", together, best)
    names = " + ".join(card.name for card in cards)
    return [Line("spread.mixed", {"cards": names, "together": together, "best": best, "gain": gain})]


def parallelism(ctx: Context) -> list[Line]:
    """Return how the plan lays the job out."""
    chosen = ctx.result.plan if ctx.trains_model else None
    if chosen is None or chosen.parallelism is None or chosen.gpu is None:
        return []
    layout = chosen.parallelism
    values: Values = {
        "model": ctx.subject,
        "count": f"{chosen.gpu_count}",
        "card": chosen.gpu,
        "strategy": Words(f"strategy.{layout.strategy}"),
    }
    return [Line("spread.layout", {**values, "nodes": f"{chosen.nodes}"}), *sharding(ctx)]


def _count(value: int) -> Fact:
    return Fact("n_c", value, "GPUs", "request.n_gpus", "slot:gpu_count")


COMPUTATIONS: Mapping[str, Callable[[Context], list[Line]]] = {
    "scaling": scaling,
    "link": link,
    "sharding": sharding,
    "pooling": pooling,
    "network": network,
    "mixed": mixed,
    "parallelism": parallelism,
}
