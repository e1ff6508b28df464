"""Something is wrong with a run: what the rules say of the symptoms."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning


def diagnose(turn: Turn) -> None:
    """Answer from the topic on it; figures of the run go to `rigwise diagnose`."""
    turn.closing = False
    turn.act("diagnose")
    questioning.answer_beside(turn)
    if turn.topic is None:
        turn.say("diagnose.how")
    flow.reask(turn)
