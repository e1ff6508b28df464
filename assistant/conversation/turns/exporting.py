"""The plan leaves for another tool; writing files is the front end's work."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.filling import echo, fill
from assistant.conversation.turn import Turn

FORMATS = (
    "skypilot",
    "dstack",
    "slurm",
    "torchrun",
    "accelerate",
    "deepspeed",
    "kubernetes",
    "markdown",
    "html",
    "json",
)
"""Formats that are offered; the front end hands over to whichever was named."""


def export(turn: Turn) -> None:
    """Ask the front end to hand the plan over, or say that there is none yet."""
    echo(turn, fill(turn, turn.heard.slots))
    wanted = str(turn.heard.target.get("format") or "")
    nearest = turn.kb.constants["conversation.nearest_format"].words
    turn.act("export", format=(wanted if wanted not in nearest else "") or None, formats=list(FORMATS))
    if turn.state.result is None or turn.state.result.plan is None:
        turn.say("export.no-plan")
        return
    if wanted and wanted not in nearest:
        turn.say("export.done", format=wanted)
    else:
        if wanted:
            turn.say("export.unknown", format=wanted, nearest=nearest[wanted])
        turn.say("export.which", formats=" · ".join(FORMATS))
        first = (nearest[wanted],) if wanted else ()
        turn.offer(*(turn.words("quick.export-as", format=name) for name in dict.fromkeys((*first, *FORMATS))))
    turn.closing = False
    flow.reask(turn)
