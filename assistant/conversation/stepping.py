"""One turn of the conversation, as a pure function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from assistant.conversation import flow
from assistant.conversation.hearing import Heard, hear
from assistant.conversation.reply import Reply
from assistant.conversation.state import State
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
from assistant.knowledge import Knowledge

Handler = Callable[[Turn], None]

HANDLERS: dict[str, Handler] = {
    "inform": informing.inform,
    "unknown": finishing.unknown,
    "skip": finishing.skip,
    "done": finishing.done,
    "faq": questioning.faq,
    "why": why.why,
    "how": why.how,
    "whynot": whynot.whynot,
    "whatif": supposing.whatif,
    "keep": supposing.keep,
    "drop": supposing.drop,
    "compare": comparing.compare,
    "confirm": confirming.confirm,
    "deny": confirming.deny,
    "back": control.back,
    "undo": control.undo,
    "restart": control.restart,
    "repeat": control.repeat,
    "bye": control.bye,
    "gap": enough.gap,
    "fits": enough.fits,
    "option.cheapest": control.show_option,
    "option.fastest": control.show_option,
    "show": control.show,
    "greet": control.greet,
    "help": control.help_,
    "language": control.language,
    "export": exporting.export,
    "diagnose": diagnosing.diagnose,
    "oos": declining.decline,
    "nonsense": nonsense.nonsense,
    "take.lever": taking.lever,
    "take.option": taking.option,
    "remark.thanks": remarking.thanks,
    "remark.nod": remarking.nod,
    "remark.cheaper": remarking.cheaper,
    "remark.faster": remarking.faster,
    "remark.sure": remarking.sure,
    "remark.pick": remarking.pick,
    "remark.taken": recalling.taken,
    "remark.brief": recalling.brief,
    "remark.options": recalling.options,
    "remark.rejected": recalling.rejected,
    "remark.reach": recalling.reach,
    "remark.source": recalling.source,
    "remark.part": recalling.part,
    "remark.articles": recalling.articles,
}
"""Kind of turn -> what answers it."""

LIMITS = frozenset({"budget", "deadline_hours"})
"""Slots that make "is it enough?" a question to a plan made anew: "would 100 do?"."""

PUBLIC = {
    "how": "why",
    "gap": "why",
    "fits": "show",
    "bye": "done",
    "repeat": "show",
    "option.cheapest": "show",
    "option.fastest": "show",
    "keep": "confirm",
    "drop": "deny",
    "nonsense": "inform",
    "take.lever": "confirm",
    "take.option": "show",
    "remark.thanks": "greet",
    "remark.nod": "confirm",
    "remark.cheaper": "show",
    "remark.faster": "show",
    "remark.sure": "why",
    "remark.pick": "why",
    "remark.taken": "show",
    "remark.brief": "show",
    "remark.options": "show",
    "remark.rejected": "whynot",
    "remark.reach": "show",
    "remark.source": "why",
    "remark.part": "show",
    "remark.articles": "why",
}
"""Kinds of turn that the public interface has no name for -> the intent it knows them by."""


def step(kb: Knowledge, state: State, text: str) -> Reply:
    """Return the reply to `text` in `state`, with the state after it.

    Pure: the same knowledge base, state and text give the same reply. Never raises for any text.
    """
    heard = _training_only(state, hear(kb, state, text))
    turn = Turn(kb, state, text, heard)
    turn.emit("said", text=text, lang=heard.lang)
    if heard.cut:
        turn.say("nonsense.too-long", kind="note", n=int(kb.number("conversation.longest_message")))
    kind = route(turn, heard)
    turn.intent = PUBLIC.get(kind, kind)
    HANDLERS[kind](turn)
    if turn.closing:
        flow.advance(turn)
    if not turn.blocks:
        nonsense.nothing_open(turn)
    return turn.reply()


def _training_only(state: State, heard: Heard) -> Heard:
    """Return `heard` without a task that is declined, where a job is already known: a remark on it changes no job."""
    if heard.slots.get("task") not in flow.OUT_OF_REACH or "task" not in state.slots:
        return heard
    rest = {slot: value for slot, value in heard.slots.items() if slot != "task"}
    intent = heard.intent if rest else "faq" if heard.asks else "oos"
    return replace(heard, slots=rest, intent=intent)


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
    if intent in {"faq", "inform"} and supposing.names_another_cloud(turn):
        return "whatif"
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
    return intent if intent in HANDLERS else "inform"


def greeting(kb: Knowledge, state: State) -> Reply:
    """Return the welcome with the question that is open or comes first; `Reply.state` is `state` itself."""
    turn = Turn(kb, state, "", Heard(text="", lang=state.lang, intent="greet", slots={}))
    control.greet(turn)
    flow.reask(turn)
    return replace(turn.reply(), state=state)
