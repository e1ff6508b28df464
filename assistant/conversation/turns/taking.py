"""One of the things just shown is taken: a way out, an option, renting; it becomes part of the job."""

from __future__ import annotations

from assistant.conversation.choosing import options_in_order, taken_lever, taken_option
from assistant.conversation.filling import fill
from assistant.conversation.turn import Turn
from assistant.conversation.turns import recalling
from assistant.planning.machine import OWNED
from assistant.planning.result import plain
from assistant.wording.plan_lines import gpu_text, offer_text

HARDWARE = ("gpu_rel", "gpu_mentioned", "gpu_count", "vram_gb", "ram_gb", "provider")
"""Slots that describe the machine of the user."""


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
    """Take an option: its machine is what is wanted from now on, and the flow plans anew and shows the difference."""
    name, result = taken_option(turn.kb, turn.heard.text, turn.before), turn.before.result
    chosen = result.options.get(name) if result is not None else None
    if chosen is None:
        return
    wanted: dict[str, object] = {"provider": chosen.offer.provider}
    if chosen.gpu is not None and chosen.offer.provider != OWNED:
        wanted |= {"gpu_mentioned": [chosen.gpu], "gpu_rel": "want", "gpu_count": chosen.gpu_count}
    changes = fill(turn, wanted)
    turn.act("confirm", option=name, slots=sorted(changes.slots))
    if changes:
        turn.emit("answered")
    gpu, offer = gpu_text(turn.kb, chosen, turn.lang), offer_text(turn.kb, chosen, turn.lang)
    turn.say("option.taken", gpu=gpu, offer=offer)


def rent(turn: Turn) -> None:
    """Rent although there is hardware: what is owned is left out of the job."""
    fill(turn, {}, [slot for slot in HARDWARE if slot in turn.state.slots])
    turn.act("confirm", lever="rent")
    turn.emit("answered")
    turn.say("lever.rented")


def missing(turn: Turn) -> None:
    """Say how many there are to choose from, and list them."""
    turn.say("option.missing", n=len(options_in_order(turn.before)))
    recalling.options(turn)
