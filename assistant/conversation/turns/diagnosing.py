"""Something is wrong with a run: what the rules say of the figures, and what to read off next."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning
from assistant.planning import diagnose as find_fault

UNKNOWN = "unknown"


def tells_a_symptom(turn: Turn) -> bool:
    """Return whether a message that says nothing of a job names a fault that is known: "two machines are slower"."""
    found = find_fault(turn.kb, turn.heard.text, turn.lang)
    return found.bottleneck != UNKNOWN or bool(found.fixes)


def diagnose(turn: Turn) -> None:
    """Name the bottleneck and the fixes in order; without figures the topic on it answers."""
    turn.closing = False
    known = {slot: value for slot, value in turn.state.slots.items() if slot in turn.kb.facts}
    found = find_fault(turn.kb, turn.heard.text, turn.lang, known)
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
