"""What if: the same job with something else, planned and compared; keep it or go back."""

from __future__ import annotations

from typing import Any

from assistant.conversation.filling import echo, fill
from assistant.conversation.state import fold
from assistant.conversation.turn import Turn
from assistant.conversation.workload import workload_of
from assistant.planning import whynot
from assistant.planning.machine import OWNED
from assistant.wording.plan_report import headline


def whatif(turn: Turn) -> None:
    """Take the values as the current ones, remember the plan before; the flow then shows the difference."""
    before = turn.before
    changes = fill(turn, supposed(turn), turn.heard.cleared)
    turn.act("whatif", slots={slot: new for slot, (_, new) in changes.slots.items()})
    echo(turn, changes)
    if not changes:
        turn.say("echo.unchanged" if before.result is not None else "echo.known")
        return
    turn.emit("answered")
    _of_a_card(turn)
    if before.result is not None:
        if before.base is None:
            turn.emit("whatif_opened", turn=before.turn)
        turn.offer(turn.words("quick.keep"), turn.words("quick.drop"))


def _of_a_card(turn: Turn) -> None:
    """Say first what a supposed card comes to in the plan in force: the new plan may do without it."""
    slots, result = turn.heard.slots, turn.before.result
    names = slots.get("gpu_mentioned") or ()
    if result is None or not names or not slots.keys() <= CARD:
        return
    job = workload_of(turn.before).model_copy(update={"lang": turn.lang})
    for name in names:
        target = f"{slots['gpu_count']} × {name}" if slots.get("gpu_count") else str(name)
        answer = whynot(turn.kb, job, result, target)
        turn.act("explain", of="whatif", target=target, verdict=answer.verdict, constraint=answer.constraint)
        turn.add("answer", answer.text, f"whatif.{target}")
        if answer.lever is not None:
            turn.say("whynot.lever", kind="note", change=answer.lever.change, effect=answer.lever.effect)


CARD = frozenset({"gpu_mentioned", "gpu_rel", "gpu_count"})
"""Slots of a what-if about nothing but a card."""
SHORT = 32
"""A message that names a cloud and hardly anything else has no more characters than this."""
PRICED = frozenset({"cost", "offer", "hours"})
"""Lines of a plan that another cloud makes different."""


def names_another_cloud(turn: Turn) -> bool:
    """Return whether a short message with a plan in force is about another cloud: "what is it on AWS?"."""
    if len(turn.heard.text) > SHORT or turn.state.result is None or set(turn.heard.slots) != {"provider"}:
        return False
    elsewhere = turn.heard.slots["provider"] != OWNED
    return "provider" in turn.state.slots or (elsewhere and turn.heard.line in PRICED)


def supposed(turn: Turn) -> dict[str, Any]:
    """Return the values of a what-if; a card that is asked about is one that is wanted here."""
    slots = dict(turn.heard.slots)
    if slots.get("gpu_rel") == "ask":
        slots["gpu_rel"] = "want"
    if slots.get("gpu_count") == 1 and not turn.heard.spans.get("gpu_count", "").strip()[:1].isdigit():
        del slots["gpu_count"]  # "an H100" names a card, not a number
    return slots


def keep(turn: Turn) -> None:
    """Go on with the values of the what-if."""
    turn.emit("whatif_closed")
    turn.act("whatif", kept=True)
    result = turn.state.result
    turn.say("whatif.kept", plan=headline(turn.kb, result, turn.lang) if result else "")
    turn.closing = False


def drop(turn: Turn) -> None:
    """Go back to what held before the what-if."""
    base = turn.before.base or {}
    earlier = fold(event for event in turn.before.events if event.turn <= base.get("turn", 0))
    events_said = turn.before.turn
    turn.state = earlier
    turn.number = events_said + 1
    turn.emit("said", text=turn.text, lang=turn.lang)
    turn.act("whatif", kept=False)
    result = turn.state.result
    turn.say("whatif.dropped", plan=headline(turn.kb, result, turn.lang) if result else "")
    turn.closing = result is None
