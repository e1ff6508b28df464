"""Out of scope: one line, then back to the job."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.answers import ask
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning


def decline(turn: Turn) -> None:
    """Say that this is not covered; a question that is ours after all is answered."""
    turn.closing = False
    answer = ask(turn.kb, turn.heard.text, None)
    if answer.topic is not None and turn.heard.asks:
        turn.intent = "faq"
        questioning.show(turn, answer)
    else:
        turn.act("oos", reason="off-topic")
        said = any(event.kind == "faq" and event.data.get("refusal") == answer.refusal for event in turn.before.events)
        turn.add("say", (answer.text.get(turn.lang, "") if not said else "") or turn.words("oos.short"))
    turn.emit("faq", topic=answer.topic, refusal=answer.refusal)
    flow.reask(turn)
