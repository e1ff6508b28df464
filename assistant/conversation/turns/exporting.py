"""The plan leaves for another tool; writing files is the front end's work."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.filling import echo, fill
from assistant.conversation.turn import Turn

FORMATS = ("skypilot", "dstack", "slurm", "torchrun", "accelerate", "deepspeed", "kubernetes", "markdown", "json")
"""Formats that are offered; the front end hands over to whichever was named."""


def export(turn: Turn) -> None:
    """Ask the front end to hand the plan over, or say that there is none yet."""
    echo(turn, fill(turn, turn.heard.slots))
    wanted = str(turn.heard.target.get("format") or "")
    turn.act("export", format=wanted or None, formats=list(FORMATS))
    if turn.state.result is None or turn.state.result.plan is None:
        turn.say("export.no-plan")
        return
    if wanted:
        turn.say("export.done", format=wanted)
    else:
        turn.say("export.which", formats=" · ".join(FORMATS))
        turn.offer(*(turn.words("quick.export-as", format=name) for name in FORMATS))
    turn.closing = False
    flow.reask(turn)
