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
"""Formats that are offered, the variants of one apart; the front end hands over to whichever was named."""


def export(turn: Turn) -> None:
    """Ask the front end to hand the plan over, or say that there is none yet."""
    told = {
        slot: value for slot, value in turn.heard.slots.items() if slot != "data_format"
    }  # "export json" is no data
    echo(turn, fill(turn, told))
    asked = str(turn.heard.target.get("format") or "")
    nearest = turn.kb.constants["handoff.nearest_format"].words.get(asked, "")
    wanted = "" if nearest else asked
    turn.act("export", format=wanted or None, formats=list(FORMATS))
    if turn.state.result is None or turn.state.result.plan is None:
        turn.say("export.no-plan")
        return
    if wanted:
        turn.say("export.done", format=wanted)
    else:
        if nearest:
            turn.say("export.unknown", format=asked, nearest=nearest)
        turn.say("export.which", formats=" · ".join(FORMATS))
        offered = dict.fromkeys((nearest, *FORMATS) if nearest else FORMATS)
        turn.offer(*(turn.words("quick.export-as", format=name) for name in offered))
    turn.closing = False
    flow.reask(turn)
