"""One of the things just shown is taken: a way out becomes part of the job, an option is shown with how to get it."""

from __future__ import annotations

from dataclasses import replace

from assistant.conversation.choosing import taken_lever, taken_option
from assistant.conversation.filling import fill
from assistant.conversation.turn import Turn
from assistant.conversation.turns import control
from assistant.planning.result import plain


def lever(turn: Turn) -> None:
    """Take a way out: its values are set, and the flow plans anew and shows the difference."""
    chosen = taken_lever(turn.kb, turn.heard.text, turn.before)
    if chosen is None:
        return
    values = {slot: plain(value) for slot, value in chosen.set.items() if value is not None}
    changes = fill(turn, values, [slot for slot, value in chosen.set.items() if value is None])
    turn.act("confirm", lever=chosen.id, slots=sorted(changes.slots))
    if changes:
        turn.emit("answered")
    turn.say("lever.taken", change=chosen.change)


def option(turn: Turn) -> None:
    """Show the option that a number picks."""
    turn.heard = replace(turn.heard, intent=f"option.{taken_option(turn.kb, turn.heard.text, turn.before)}")
    control.show_option(turn)
