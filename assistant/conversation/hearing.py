"""What one message says: the understanding, and the few phrases that only mean something inside a conversation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.conversation.choosing import options_in_order, ordinal, rents_instead, taken_lever, taken_option
from assistant.conversation.phrases import COMMAND, asks_whether_it_fits, bare, fold, phrases, plan_line, speaks_of
from assistant.conversation.questions import bare_unit, question_named, question_of_slot
from assistant.conversation.relative import scaled
from assistant.conversation.remarks import remark
from assistant.conversation.state import State
from assistant.knowledge import Knowledge
from assistant.language import Understanding, understand
from assistant.wording.cells import cell_width

UNCHOOSING = frozenset({"why", "whynot", "how", "undo", "back", "compare", "export", "help", "restart"})
"""Intents of messages that speak of the things shown and take none of them."""
SPOKEN_OF = frozenset({"gpu_count", "params", "spot_ok", "method"})
"""Slots that the words for a way out may seem to fill ("the second one" is no count of cards)."""
_SHORT = 24
"""A correction that names no slot is no longer than this."""
_CLEAR = 7
"""A phrase wider than this, in cells, is meant also where it stands inside a message."""
_CJK = re.compile(r"[\u3400-\u9fff]")
_DIGIT = re.compile(r"\d|[一二两三四五六七八九十百千万]")
_WORD = re.compile(r"[A-Za-z]{2,}")


@dataclass(frozen=True, slots=True)
class Heard:
    """One message, understood.

    Attributes:
        text: the message, or the choice that its letter picked.
        lang: language to answer in.
        intent: as the understanding has it, or one of "how", "repeat", "keep", "drop".
        slots: what it says, Workload fields beyond the public slots included.
        spans: slot -> the words it came from.
        unknown: questions the user can not answer; `cleared`: slots taken back.
        target: what a why, why-not, comparison, export or language command is about.
        line: the line of a plan that it names.
        asks: whether it is a question; `fits`: whether it asks if something is enough.
        tunes: whether it speaks of fine-tuning and of nothing that would say of what.
        corrected: whether it takes something back; `doubtful`, `hedged`: slots to be echoed with care.
        cut: whether some of the text was too long to be read.
    """

    text: str
    lang: str
    intent: str
    slots: Mapping[str, Any]
    spans: Mapping[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    cleared: tuple[str, ...] = ()
    target: Mapping[str, Any] = field(default_factory=dict)
    line: str = ""
    asks: bool = False
    fits: bool = False
    tunes: bool = False
    corrected: bool = False
    doubtful: tuple[str, ...] = ()
    hedged: tuple[str, ...] = ()
    cut: bool = False


def hear(kb: Knowledge, state: State, text: str) -> Heard:
    """Return what `text` says, given the open question of `state`."""
    text = _chosen(state, text)
    meaning = _understood(kb, state, text, state.open)
    if (other := _other_question(kb, state, text, meaning)) is not None:
        again = _understood(kb, state, text, other)
        meaning = replace(again, intent=meaning.intent) if again.slots else meaning
    marks = meaning.marks
    return Heard(
        text=text,
        lang=_language(state, text, meaning),
        intent=_intent(kb, state, text, meaning),
        slots=_of_the_plan(state, _with_period(state, meaning)) or scaled(kb, text, _values(state)),
        spans=meaning.spans,
        unknown=meaning.unknown,
        cleared=meaning.cleared,
        target=meaning.target,
        line=plan_line(kb, text),
        asks=meaning.question,
        fits=asks_whether_it_fits(kb, text),
        tunes=_tunes(kb, text, meaning),
        corrected=bool(marks.get("corrected")),
        doubtful=tuple(marks.get("doubtful", ())),
        hedged=tuple(marks.get("hedged", ())),
        cut=meaning.cut,
    )


def _understood(kb: Knowledge, state: State, text: str, question: str | None) -> Understanding:
    """Return the meaning of `text` as an answer to `question`."""
    lang = "zh" if _CJK.search(text) else "en" if _WORD.search(text) else state.lang
    return understand(kb, text, asking=question, unit=bare_unit(kb, state, question, lang))


def _other_question(kb: Knowledge, state: State, text: str, meaning: Understanding) -> str | None:
    """Return the question that a bare number answers instead of the open one, None where it answers that one.

    "no wait, 500" is about the last answer; "what if only 10k?" with no slot in it about the money.
    """
    if meaning.intent == "whatif" and not meaning.slots and not meaning.target and _DIGIT.search(text):
        return "budget" if "budget" in state.slots else None
    if state.open is None:
        asked = next(reversed(tuple(state.asked)), None)
        return asked if _is_bare_correction(kb, text, meaning) else None
    opened = question_named(kb, state.open)
    takes_back = any(fold(text).startswith(phrase) for _, words in phrases(kb, "meta.takes_back") for phrase in words)
    bare_answer = opened is not None and bool(meaning.slots) and set(meaning.slots) <= set(opened.answered_by)
    if not (takes_back and bare_answer) or len(text) > _SHORT or speaks_of(kb, text, "money.sign"):
        return None
    last = next((event.data["slot"] for event in reversed(state.events) if event.kind == "slot_set"), "")
    slot = question_of_slot(kb, last) if last else None
    return slot.asks if slot is not None and slot.asks != state.open else None


def _is_bare_correction(kb: Knowledge, text: str, meaning: Understanding) -> bool:
    """Return whether `text` takes something back but names no slot ("no wait, 500"): it is about the last answer."""
    if meaning.slots or meaning.intent != "inform" or len(text) > _SHORT:
        return False
    words = fold(text)
    return any(words.startswith(mark) for mark in _corrections(kb))


def _corrections(kb: Knowledge) -> tuple[str, ...]:
    return tuple(sorted(phrase for _, words_of in phrases(kb, "meta.correction") for phrase in words_of))


def _chosen(state: State, text: str) -> str:
    """Return what a bare letter picks among the choices that were shown, else `text`."""
    key = fold(text[:8]).strip(" .)）、")
    if state.choices and len(key) == 1 and key.isalpha() and key.isascii():
        index = ord(key) - ord("a")
        if 0 <= index < len(state.choices):
            return state.choices[index]
    return text


def _tunes(kb: Knowledge, text: str, meaning: Understanding) -> bool:
    """Return whether `text` wants fine-tuning without a word of what: a language model, then, until it is said."""
    if {"task", "model", "dataset_samples", "dataset_audio_hours"} & meaning.slots.keys():
        return False
    words = fold(text[:COMMAND])
    told = meaning.intent == "inform" and not meaning.question
    return told and any(phrase in words for _, words_of in phrases(kb, "meta.tune") for phrase in words_of)


def _intent(kb: Knowledge, state: State, text: str, meaning: Understanding) -> str:
    """Return the intent: a command about the conversation, else what was understood."""
    if choice := _choice(kb, text, state, meaning):
        return choice
    if (said := remark(kb, text, state, meaning)) != "":
        return f"remark.{said}"
    command = meta(kb, text, state)
    if command == "compare" and meaning.intent not in {"faq", "inform", "compare"}:
        return meaning.intent
    return "why" if command == "more" else command or meaning.intent


def _choice(kb: Knowledge, text: str, state: State, meaning: Understanding) -> str:
    """Return which of the things that the plan shows a message picks ("take.lever", ...), "" for none."""
    if state.result is None or state.open is not None or meaning.intent in UNCHOOSING:
        return ""
    lever = taken_lever(kb, text, state)
    if lever is not None and meaning.slots.keys() <= lever.set.keys() | SPOKEN_OF:
        return "take.lever"
    if meaning.slots.keys() - {"budget"} or meaning.slots.get("budget", {}).get("amount"):
        return ""
    if rents_instead(kb, text, state):
        return "take.rent"
    if taken_option(kb, text, state):
        return "take.option"
    far = ordinal(kb, fold(text)) > len(options_in_order(state))
    return "take.missing" if far and state.result.feasible and len(text) <= _SHORT else ""


def _with_period(state: State, meaning: Understanding) -> Mapping[str, Any]:
    """Return the slots of a message; one that names nothing but a period ("total, I mean") is about the budget."""
    period, budget = meaning.target.get("period"), state.slots.get("budget")
    if period and budget and budget.get("amount") and "budget" not in meaning.slots and not meaning.question:
        return {**meaning.slots, "budget": {**budget, "per": period}}
    return meaning.slots


def _of_the_plan(state: State, slots: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the slots; a number of cards alone ("make it 8") is one of the cards of the plan in force."""
    plan = state.result.plan if state.result is not None else None
    if set(slots) != {"gpu_count"} or plan is None or plan.gpu is None or "gpu_mentioned" in state.slots:
        return slots
    return {**slots, "gpu_mentioned": [plan.gpu], "gpu_rel": "want"}


def _values(state: State) -> Mapping[str, Any]:
    """Return what is known and what the plan in force assumes, by slot."""
    taken = {entry.name: entry.value for entry in state.result.assumptions} if state.result is not None else {}
    return {**taken, **state.slots}


def _language(state: State, text: str, meaning: Understanding) -> str:
    """Return the language to answer in: that of the words beside names and values, else the one spoken so far."""
    if state.lang_fixed or (meaning.intent == "export" and state.turn):
        return state.lang
    if meaning.lang not in {"en", "zh"}:
        return state.lang if state.turn or not _CJK.search(text) else "zh"
    if meaning.lang == "en" and state.lang != "en":
        rest = text
        for words in meaning.spans.values():
            rest = rest.replace(words, " ")
        return "en" if len(_WORD.findall(rest)) > 1 else state.lang
    return meaning.lang


def meta(kb: Knowledge, text: str, state: State) -> str:
    """Return the command about the conversation that `text` is, "" where it is none."""
    words = bare(text[:COMMAND])
    return next((value for value, words_of in phrases(kb, "meta") if _is_meant(value, words_of, words, state)), "")


def _is_meant(value: str, known: frozenset[str], words: str, state: State) -> bool:
    """Return whether `words` are the command `value`, in a state in which it means something."""
    planned = state.result is not None
    if value.startswith("option.") or value == "compare":
        return planned and any(phrase in words for phrase in known)
    if value in {"gap", "fits"}:
        return planned and len(words) <= _SHORT and any(phrase in words for phrase in known)
    if value in {"keep", "drop"} and state.base is None:
        return False
    if value in {"keep", "drop"}:
        return words in known or any(phrase in words for phrase in known if cell_width(phrase) > _CLEAR)
    if value in {"why", "done"} or (value == "how" and planned):
        return any(phrase == words or (phrase != "how" and phrase in words) for phrase in known)
    return words in known and not (value == "more" and not state.why[0])
