"""Every kind of turn, declared once: what answers it, and the intent by which the public interface knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from assistant.conversation.turn import Turn
from assistant.conversation.turns import (
    comparing,
    confirming,
    control,
    declining,
    diagnosing,
    enough,
    exporting,
    finishing,
    informing,
    nonsense,
    questioning,
    recalling,
    remarking,
    supposing,
    taking,
    why,
    whynot,
)  # fmt: skip


class Kind(NamedTuple):
    """One kind of turn.

    Attributes:
        answer: what answers it.
        intent: its intent in the public interface, "" where that has the kind's own name.
    """

    answer: Callable[[Turn], None]
    intent: str = ""


KINDS: dict[str, Kind] = {
    "inform": Kind(informing.inform),
    "unknown": Kind(finishing.unknown),
    "skip": Kind(finishing.skip),
    "done": Kind(finishing.done),
    "faq": Kind(questioning.faq),
    "why": Kind(why.why),
    "how": Kind(why.how, "why"),
    "whynot": Kind(whynot.whynot),
    "whatif": Kind(supposing.whatif),
    "keep": Kind(supposing.keep, "confirm"),
    "drop": Kind(supposing.drop, "deny"),
    "compare": Kind(comparing.compare),
    "confirm": Kind(confirming.confirm),
    "deny": Kind(confirming.deny),
    "back": Kind(control.back),
    "undo": Kind(control.undo),
    "restart": Kind(control.restart),
    "repeat": Kind(control.repeat, "show"),
    "bye": Kind(control.bye, "done"),
    "gap": Kind(enough.gap, "why"),
    "fits": Kind(enough.fits, "show"),
    "option.cheapest": Kind(recalling.named_option, "show"),
    "option.fastest": Kind(recalling.named_option, "show"),
    "show": Kind(control.show),
    "greet": Kind(control.greet),
    "help": Kind(control.help_),
    "language": Kind(control.language),
    "export": Kind(exporting.export),
    "diagnose": Kind(diagnosing.diagnose),
    "oos": Kind(declining.decline),
    "nonsense": Kind(nonsense.nonsense, "inform"),
    "take.lever": Kind(taking.lever, "confirm"),
    "take.option": Kind(taking.option, "confirm"),
    "take.rent": Kind(taking.rent, "confirm"),
    "take.missing": Kind(taking.missing, "show"),
    "remark.thanks": Kind(remarking.thanks, "greet"),
    "remark.nod": Kind(remarking.nod, "confirm"),
    "remark.cheaper": Kind(remarking.cheaper, "show"),
    "remark.faster": Kind(remarking.faster, "show"),
    "remark.sure": Kind(remarking.sure, "why"),
    "remark.pick": Kind(remarking.pick, "why"),
    "remark.taken": Kind(recalling.taken, "show"),
    "remark.brief": Kind(recalling.brief, "show"),
    "remark.options": Kind(recalling.options, "show"),
    "remark.rejected": Kind(recalling.rejected, "whynot"),
    "remark.reach": Kind(recalling.reach, "show"),
    "remark.source": Kind(recalling.source, "why"),
    "remark.steps": Kind(recalling.steps, "show"),
    "remark.part": Kind(recalling.part, "show"),
    "remark.articles": Kind(recalling.articles, "why"),
}
"""Name of a kind -> the kind."""


def intent_of(kind: str) -> str:
    """Return the intent by which the public interface knows a kind of turn."""
    return KINDS[kind].intent or kind
