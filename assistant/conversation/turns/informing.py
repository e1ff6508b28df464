"""The user says something about the job, or corrects it."""

from __future__ import annotations

from assistant.conversation import checks
from assistant.conversation.filling import echo, fill
from assistant.conversation.turn import Turn
from assistant.conversation.turns import beliefs, finishing, nonsense, questioning


def inform(turn: Turn) -> None:
    """Take what was said, echo it, answer the question that may be in the same message."""
    heard = turn.heard
    if checks.wrong_kind(turn):
        turn.closing = False
        return
    mentioned = questioning.only_mentioned(turn) | beliefs.pooled_slots(turn)
    changes = fill(turn, {slot: value for slot, value in heard.slots.items() if slot not in mentioned}, heard.cleared)
    if changes:
        turn.emit("answered")
    echo(turn, changes)
    if set(heard.hedged) & changes.slots.keys():
        turn.say("echo.hedged", kind="note")
    if heard.unknown:
        finishing.take_defaults(turn, heard.unknown)
    checks.plausible(turn, changes)
    if beliefs.topics(turn):
        questioning.set_right(turn)
    elif heard.asks or questioning.mistakes_data_for_memory(turn):
        questioning.answer_beside(turn)
    if not changes and not heard.unknown and turn.topic is None and not turn.blocks:
        _nothing_new(turn, refused=bool(changes.refused))


def _nothing_new(turn: Turn, *, refused: bool) -> None:
    known = turn.heard.slots and not refused
    if known and turn.state.result is not None:
        turn.say("echo.unchanged")
    elif known:
        turn.say("echo.known")
    else:
        nonsense.nonsense(turn)
