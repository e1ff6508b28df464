"""Something is wrong with a run: what the rules say of the figures, and what to read off next."""

from __future__ import annotations

from typing import Any

from assistant.conversation import flow
from assistant.conversation.filling import fill
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning
from assistant.knowledge import Knowledge
from assistant.planning import Workload
from assistant.planning import diagnose as find_fault

UNKNOWN = "unknown"

PASSING = frozenset({"gpu_count", "spot_ok"})
"""Slots that a report of a fault only mentions: "my spot machine was taken"."""


def beside(kb: Knowledge) -> frozenset[str]:
    """Return the slots that may stand in a report of a fault: what is mentioned, and the surroundings of the run."""
    return PASSING | {"data_format"} | (kb.facts.keys() - Workload.model_fields)


def tells_a_symptom(turn: Turn) -> bool:
    """Return whether a message that says nothing of a job names a fault that is known: "two machines are slower"."""
    found = find_fault(turn.kb, turn.heard.text, turn.lang, known(turn))
    return found.bottleneck != UNKNOWN or bool(found.fixes)


def known(turn: Turn) -> dict[str, Any]:
    """Return the facts that are known of the job."""
    return {slot: value for slot, value in turn.state.slots.items() if slot in turn.kb.facts}


def diagnose(turn: Turn) -> None:
    """Name the bottleneck and the fixes in order; without figures the topic on it answers."""
    turn.closing = False
    fill(turn, {slot: value for slot, value in turn.heard.slots.items() if slot in beside(turn.kb) - PASSING})
    found = find_fault(turn.kb, turn.heard.text, turn.lang, known(turn))
    turn.act("diagnose", bottleneck=found.bottleneck, fixes=[fix.id for fix in found.fixes])
    if found.bottleneck != UNKNOWN or found.fixes:
        if found.bottleneck != UNKNOWN:
            turn.add("answer", found.text, "diagnosis")
        rows = [f"- {fix.text} [{fix.id}]" for fix in found.fixes] + [f"- {verdict.text}" for verdict in found.verdicts]
        if rows:
            turn.add("list", "\n".join([turn.words("diagnose.fixes"), *rows]), "diagnosis.fixes")
    if turn.heard.asks or not turn.blocks:
        questioning.answer_beside(turn)
    if not turn.blocks:
        turn.add("answer", found.text, "diagnosis")
    if found.asks:
        rows = [f"- {ask}" for ask in found.asks]
        turn.add("list", "\n".join([turn.words("diagnose.more"), *rows]), "diagnosis.asks")
    flow.reask(turn)
