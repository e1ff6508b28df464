"""Cards beside one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.conversation.computed.context import Context, Line, Values
from assistant.knowledge.schema import Gpu
from assistant.planning.result import Option
from assistant.sizing.card import relative_index
from assistant.sizing.derivation import Fact, derive


def _sheet(card: Gpu, symbol: str, name: str, value: float, unit: str) -> Fact:
    return Fact(symbol, value, unit, f"card.{name}", f"gpu:{card.id}")


def figures(ctx: Context) -> list[Line]:
    """Return the figures of the cards that were named, else of the planned one."""
    cards = ctx.named_cards or ((ctx.card,) if ctx.card is not None else ())
    lines = []
    for card in cards:
        values: Values = {
            "card": card.name,
            "memory": ctx.capacity(card),
            "bandwidth": _sheet(card, "G", "bandwidth", card.memory_bandwidth_gb_s or 0.0, "GB/s"),
            "tflops": _sheet(card, "R", "tflops", card.bf16_tflops or 0.0, "TFLOPS"),
            "index": relative_index(ctx.kb, card),
        }
        lines.append(Line("cards.figures", values))
    return lines


def bf16(ctx: Context) -> list[Line]:
    """Return whether the named cards compute in bf16."""
    cards = ctx.named_cards or ((ctx.card,) if ctx.card is not None else ())
    return [Line("cards.bf16" if card.bf16 else "cards.no_bf16", {"card": card.name}) for card in cards]


def compare(ctx: Context) -> list[Line]:
    """Return the figures of the named cards, and how much faster the first is than each other."""
    lines = figures(ctx)
    cards = ctx.named_cards
    for other in cards[1:]:
        first, second = relative_index(ctx.kb, cards[0], "q_a"), relative_index(ctx.kb, other, "q_b")
        ratio = derive("faq.ratio", "x_q", "", "q_a / q_b", first, second)
        lines.append(Line("cards.ratio", {"first": cards[0].name, "second": other.name, "ratio": ratio}))
    return lines


def cheapest(ctx: Context) -> list[Line]:
    """Return the plan's cheapest card for the job and what it costs an hour."""
    return _offered(ctx, "cheapest", ctx.result.options.get("cheapest") if ctx.trains_model else None)


def offers(ctx: Context) -> list[Line]:
    """Return the planned machine and where it is offered."""
    return _offered(ctx, "offer", ctx.result.plan if ctx.trains_model else None)


def _offered(ctx: Context, words: str, option: Option | None) -> list[Line]:
    """Return one line on a rented machine, none where nothing is rented; the price is that of all its machines."""
    if option is None or option.gpu is None or not option.offer.price_per_hour:
        return []
    offer = option.offer
    price = Fact("p", offer.price_per_hour or 0.0, offer.currency, "offer.price", f"offer:{offer.id}")
    machines = Fact("k", option.nodes, "machines", "plan.nodes", "plan")
    values: Values = {
        "model": ctx.subject,
        "count": f"{option.gpu_count}",
        "card": option.gpu,
        "where": f"{offer.provider} {offer.instance}".strip(),
        "price": derive("faq.hourly", "p_h", offer.currency, "p * k", price, machines),
        "date": offer.price_date or "-",
    }
    return [Line(f"cards.{words}", values)]


COMPUTATIONS: Mapping[str, Callable[[Context], list[Line]]] = {
    "card_figures": figures,
    "bf16": bf16,
    "software": bf16,
    "compare_cards": compare,
    "cheapest_cards": cheapest,
    "offers": offers,
}
