"""Is it enough? Yes or no from the plan in force, with need and limit; what is missing where it is not."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.phrases import speaks_of
from assistant.conversation.questions import next_question
from assistant.conversation.turn import Turn
from assistant.conversation.turns import why
from assistant.conversation.workload import workload_of
from assistant.knowledge import Knowledge
from assistant.planning import whynot
from assistant.planning.result import PlanResult
from assistant.wording.explain import gap_blocks
from assistant.wording.plan_report import plan_lines

SHOWN = frozenset({"plan.gpu", "plan.memory", "plan.hours", "plan.cost"})
"""Lines of the plan that answer "is it enough?"."""


def gap(turn: Turn) -> None:
    """Say which limits the plan breaks, by how much, and what would help."""
    turn.closing = False
    result = flow.reworded(turn)
    if result is None:
        why.why(turn)
        return
    if result.feasible:
        turn.act("why", of="infeasible", violates=[])
        turn.say("why.no-gap")
        turn.blocks.extend(block for block in plan_lines(turn.kb, result, turn.lang) if block.id in SHOWN)
    else:
        turn.act("why", of="infeasible", violates=list(result.violates))
        turn.blocks.extend(gap_blocks(turn.kb, result, turn.lang))
    flow.reask(turn)


def fits(turn: Turn) -> None:
    """Answer "is it enough?": for the cards that are named, else for the machine of the plan."""
    turn.closing = False
    result = flow.reworded(turn)
    cards = _cards(turn)
    if result is not None and cards:
        _verdicts(turn, result, cards)
    elif result is None or not result.feasible:
        gap(turn)
        return
    else:
        turn.act("explain", of="plan.memory", level=1)
        turn.say("fits.yes")
        turn.blocks.extend(block for block in plan_lines(turn.kb, result, turn.lang) if block.id in SHOWN)
    flow.reask(turn)


def names_a_card(turn: Turn) -> bool:
    """Return whether a message asks of nothing but a card, with a plan in force or all that one needs."""
    ready = turn.state.result is not None or next_question(turn.kb, turn.state) is None
    slots = turn.heard.slots
    about = set(slots) <= {"gpu_mentioned", "gpu_rel", "gpu_count", "vram_gb"} or _bare_size(turn) is not None
    return ready and about and slots.get("gpu_rel", "ask") == "ask" and bool(_cards(turn))


def _bare_size(turn: Turn) -> float | None:
    """Return the gigabytes of "is 16 GB enough?": nothing else is said, so they are those of a card."""
    slots = turn.heard.slots
    if (
        set(slots) != {"dataset_bytes"}
        or turn.before.result is None
        or speaks_of(turn.kb, turn.heard.text, "size.of_data")
    ):
        return None
    return float(slots["dataset_bytes"]) / 1e9


def _cards(turn: Turn) -> tuple[str, ...]:
    """Return the cards a message names, each with its number; a memory size alone stands for a card that has it."""
    slots = turn.heard.slots
    count = slots.get("gpu_count") or 1
    named = [str(name) for name in slots.get("gpu_mentioned") or ()]
    size = slots.get("vram_gb") or _bare_size(turn)
    if not named and size:
        named = _cheapest_with(turn.kb, float(size))
    return tuple(f"{count} × {name}" for name in named)


def _cheapest_with(kb: Knowledge, size_gb: float) -> list[str]:
    """Return the card of that memory which is rented out for the least, none where nobody rents one."""
    prices = {
        kb.gpus[offer.gpu].name: offer.price / offer.gpu_count / kb.rates[offer.currency].per_usd
        for offer in kb.offers.values()
        if offer.gpu and offer.price and offer.gpu_count and round(kb.gpus[offer.gpu].memory_gb) == round(size_gb)
    }
    return [min(prices, key=lambda name: (prices[name], name))] if prices else []


def _verdicts(turn: Turn, result: PlanResult, cards: tuple[str, ...]) -> None:
    for card in cards:
        answer = whynot(turn.kb, workload_of(turn.state), result, card)
        turn.act("explain", of="fits", target=card, verdict=answer.verdict, constraint=answer.constraint)
        yes = answer.verdict in {"chosen", "works"}
        key = "yes" if yes else "no" if answer.constraint == "memory" else "limit" if answer.constraint else "unknown"
        turn.say(f"fits.card.{key}", kind="answer", block_id=f"fits.{card}", text=answer.text)
