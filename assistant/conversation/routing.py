"""Which kind of turn answers a message, by what is heard in it and by what is known."""

from __future__ import annotations

from assistant.conversation.hearing import Heard
from assistant.conversation.kinds import KINDS
from assistant.conversation.turn import Turn
from assistant.conversation.turns import diagnosing, enough, questioning, supposing, why, whynot

LIMITS = frozenset({"budget", "deadline_hours"})
"""Slots that make "is it enough?" a question to a plan made anew: "would 100 do?"."""
LINE = 40
"""A message that asks for a line of the plan has no more characters than this."""


def route(turn: Turn, heard: Heard) -> str:
    """Return the kind of turn that answers `heard`."""
    intent = heard.intent
    if turn.before.pending and intent in {"confirm", "deny"}:
        return intent
    if not heard.text.strip():
        return "nonsense"
    if questioning.topic_titled(turn.kb, heard.text):
        return "faq"
    return _about_the_plan(turn, heard) or _otherwise(turn, heard)


def _about_the_plan(turn: Turn, heard: Heard) -> str:
    """Return the kind of a question on the plan in force, "" where it is none."""
    intent = heard.intent
    if heard.fits and intent in {"faq", "oos", "inform", "fits"} and enough.names_a_card(turn):
        return "fits"
    if intent in {"faq", "oos", "inform"} and why.is_about_the_plan(turn):
        return "why"
    if intent in {"faq", "oos", "inform", "whynot"} and _asks_for_the_missing_card(turn, heard):
        return "why"
    if intent in {"faq", "inform"} and supposing.names_another_cloud(turn):
        return "whatif"
    if intent in {"faq", "oos", "inform", "whatif"} and _asks_for_a_line(turn, heard):
        return "remark.part"
    return ""


def _otherwise(turn: Turn, heard: Heard) -> str:
    """Return the kind of any other message: its intent, unless that lacks what it needs."""
    intent = heard.intent
    if intent == "inform" and set(heard.slots) <= diagnosing.beside(turn.kb) and diagnosing.tells_a_symptom(turn):
        return "diagnose"
    tunes = heard.tunes and "task" not in turn.state.slots
    if intent == "inform" and not (heard.slots or heard.cleared or heard.unknown or tunes):
        return "faq" if heard.asks or questioning.is_known(turn) else "nonsense"
    if intent in {"fits", "gap"} and LIMITS & heard.slots.keys():
        return "inform"
    if intent == "oos" and set(heard.slots) - questioning.ASKED_ABOUT:
        return "inform"
    if intent == "whynot" and not whynot.targets(turn):
        return "faq"
    if intent == "whatif" and not (heard.slots or heard.target):
        return "faq"
    return intent if intent in KINDS else "inform"


def _asks_for_a_line(turn: Turn, heard: Heard) -> bool:
    """Return whether a short message names a line of the plan in force and asks no topic: "and storage?"."""
    short = len(heard.text) <= LINE and not (heard.slots or heard.cleared or heard.target)
    return turn.state.result is not None and bool(heard.line) and short and not questioning.is_known(turn)


def _asks_for_the_missing_card(turn: Turn, heard: Heard) -> bool:
    """Return whether a short message asks about the GPU of a plan that has none: "why not a gpu?", 要GPU吗."""
    plan = turn.state.result.plan if turn.state.result is not None else None
    named = heard.line in {"gpu", "gpu_count"} and len(heard.text) <= LINE and not heard.slots
    return named and plan is not None and plan.gpu is None
