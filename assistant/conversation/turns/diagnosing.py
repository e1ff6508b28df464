"""Something is wrong with a run: what the rules say of the figures, and what to read off next."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning
from assistant.planning import diagnose as find_fault

UNKNOWN = "unknown"


def tells_a_symptom(turn: Turn) -> bool:
    """Return whether a message that says nothing of a job names a fault that is known: "two machines are slower"."""
    return find_fault(turn.kb, turn.heard.text, turn.lang).bottleneck != UNKNOWN


def diagnose(turn: Turn) -> None:
    """Name the bottleneck and the fixes in order; without figures the topic on it answers."""
    turn.closing = False
    found = find_fault(turn.kb, turn.heard.text, turn.lang)
    turn.act("diagnose", bottleneck=found.bottleneck, fixes=[fix.id for fix in found.fixes])
    if found.bottleneck != UNKNOWN or found.fixes:
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
