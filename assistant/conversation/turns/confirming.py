"""Yes and no: they answer the last question shown, and nothing else."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.filling import echo, fill
from assistant.conversation.turn import Turn
from assistant.conversation.turns import nonsense, supposing


def confirm(turn: Turn) -> None:
    """Yes."""
    _answer(turn, yes=True)


def deny(turn: Turn) -> None:
    """No."""
    _answer(turn, yes=False)


def _answer(turn: Turn, *, yes: bool) -> None:
    pending = turn.before.pending
    changes = fill(turn, turn.heard.slots, turn.heard.cleared)
    if pending and pending["kind"] == "set":
        if yes:
            changes = fill(turn, pending["slots"])
        else:
            turn.say("confirm.no")
        echo(turn, changes)
        turn.act("confirm" if yes else "deny")
    elif changes:
        echo(turn, changes)
    elif turn.before.base is not None:
        (supposing.keep if yes else supposing.drop)(turn)
    elif turn.before.open == "spot":
        echo(turn, fill(turn, {"spot_ok": yes}))
    elif turn.before.open is None and turn.state.result is not None:
        turn.act("confirm" if yes else "deny")
        turn.say("confirm.fine" if yes else "confirm.what")
        turn.closing = False
    elif yes and turn.before.open is None:
        flow.advance(turn)
        turn.closing = False
    else:
        nonsense.nonsense(turn)
