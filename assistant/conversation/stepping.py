"""One turn of the conversation, as a pure function."""

from __future__ import annotations

from dataclasses import replace

from assistant.conversation import flow
from assistant.conversation.hearing import Heard, hear
from assistant.conversation.kinds import KINDS, intent_of
from assistant.conversation.reply import Reply
from assistant.conversation.routing import route
from assistant.conversation.state import State
from assistant.conversation.turn import Turn
from assistant.conversation.turns import control, nonsense
from assistant.knowledge import Knowledge


def step(kb: Knowledge, state: State, text: str) -> Reply:
    """Return the reply to `text` in `state`, with the state after it.

    Pure: the same knowledge base, state and text give the same reply. Never raises for any text.
    """
    heard = _training_only(state, hear(kb, state, text))
    turn = Turn(kb, state, text, heard)
    turn.emit("said", text=text, lang=heard.lang)
    if heard.cut:
        turn.say("nonsense.too-long", kind="note", n=int(kb.number("conversation.longest_message")))
    kind = route(turn, heard)
    turn.intent = intent_of(kind)
    KINDS[kind].answer(turn)
    if turn.closing:
        flow.advance(turn)
    if not turn.blocks:
        nonsense.nothing_open(turn)
    return turn.reply()


def _training_only(state: State, heard: Heard) -> Heard:
    """Return `heard` without a task that is declined, where a job is already known: a remark on it changes no job."""
    if heard.slots.get("task") not in flow.OUT_OF_REACH or "task" not in state.slots:
        return heard
    rest = {slot: value for slot, value in heard.slots.items() if slot != "task"}
    intent = heard.intent if rest else "faq" if heard.asks else "oos"
    return replace(heard, slots=rest, intent=intent)


def greeting(kb: Knowledge, state: State) -> Reply:
    """Return the welcome with the question that is open or comes first; `Reply.state` is `state` itself."""
    turn = Turn(kb, state, "", Heard(text="", lang=state.lang, intent="greet", slots={}))
    control.greet(turn)
    flow.reask(turn)
    return replace(turn.reply(), state=state)
