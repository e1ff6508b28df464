"""The user does not know, skips a question, or has said all there is to say."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.conversation import flow
from assistant.conversation.filling import echo, fill
from assistant.conversation.questions import next_question, question_named, question_of_slot, task_of
from assistant.conversation.turn import Turn
from assistant.knowledge.schema import Slot
from assistant.wording.slot_values import slot_value
from assistant.wording.texts import joined


def unknown(turn: Turn) -> None:
    """Take the stated default for what the user does not know."""
    changes = fill(turn, turn.heard.slots, turn.heard.cleared)
    if changes:
        turn.emit("answered")
    echo(turn, changes)
    take_defaults(turn, turn.heard.unknown or ((turn.before.open,) if turn.before.open else ()))
    if not turn.blocks and turn.state.result is not None:
        turn.say("unknown.settled")


def skip(turn: Turn) -> None:
    """Take the stated default for the open question."""
    fill(turn, turn.heard.slots)
    slot = question_named(turn.kb, turn.before.open) or next_question(turn.kb, turn.state)
    if slot is None:
        turn.say("skip.nothing")
        return
    take_default(turn, slot)


def done(turn: Turn) -> None:
    """Ask nothing more: plan with what is known, the rest assumed; a plan that was shown is shown again in short."""
    changes = fill(turn, turn.heard.slots, turn.heard.cleared)
    echo(turn, changes)
    shown = turn.state.result is not None and not changes
    for _ in range(len(turn.kb.slots)):
        slot = next_question(turn.kb, turn.state)
        if slot is None:
            break
        take_default(turn, slot)
        shown = False
    turn.emit("wanted_result")
    if shown:
        flow.show_again(turn)


def take_defaults(turn: Turn, names: Iterable[str]) -> None:
    """Take the default for each question among `names` that is still unanswered."""
    for name in names:
        slot = question_of_slot(turn.kb, name)
        if slot is None or any(answer in turn.state.slots for answer in slot.answered_by):
            continue
        take_default(turn, slot)


def take_default(turn: Turn, slot: Slot) -> None:
    """Take the default of one question, say which and why."""
    taken = slot.default(task_of(turn.state))
    turn.emit("skipped", question=slot.asks, taken=taken)
    turn.act("set", slot=slot.asks, value=taken, assumed=True)
    if not taken:
        return
    values = joined([slot_value(turn.kb, name, value, turn.lang) for name, value in taken.items()], turn.lang)
    why = slot.default_why.of(turn.lang) if slot.default_why else ""
    turn.say("skip.taken", title=slot.title.of(turn.lang), values=values, why=why)
