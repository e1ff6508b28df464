"""What one message says: the understanding, and the few phrases that only mean something inside a conversation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from assistant.conversation.questions import bare_unit
from assistant.conversation.state import State
from assistant.knowledge import Knowledge
from assistant.language import Understanding, understand
from assistant.wording.cells import cell_width

_SHORT = 24
"""A correction that names no slot is no longer than this."""
_CLEAR = 7
"""A phrase wider than this, in cells, is meant also where it stands inside a message."""
_QUESTION = 60
"""A question whether a card is enough is no longer than this."""
_COMMAND = 200
"""A command is short; no more characters than these are looked at."""
_TRIM = re.compile(r"^[\s\W_]+|[\s\W_]+$")
_POLITE = re.compile(
    r"^(please|ok(ay)?|so|well|请|麻烦|那|那么|好)[\s,，]*|[\s,，]*(please|thanks|吧|呢|啊|呀|一下|了)$"
)
_CJK = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[A-Za-z]{2,}")
_LATIN = re.compile(r"[a-z0-9]")


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
    if state.open is None and _is_bare_correction(kb, text, meaning):
        meaning = _understood(kb, state, text, next(reversed(tuple(state.asked)), None))
    marks = meaning.marks
    return Heard(
        text=text,
        lang=_language(state, text, meaning),
        intent=_intent(kb, state, text, meaning),
        slots=_with_period(state, meaning),
        spans=meaning.spans,
        unknown=meaning.unknown,
        cleared=meaning.cleared,
        target=meaning.target,
        line=plan_line(kb, text),
        asks=meaning.question,
        fits=_asks_whether_it_fits(kb, text),
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


def _is_bare_correction(kb: Knowledge, text: str, meaning: Understanding) -> bool:
    """Return whether `text` takes something back but names no slot ("no wait, 500"): it is about the last answer."""
    if meaning.slots or meaning.intent != "inform" or len(text) > _SHORT:
        return False
    words = fold(text)
    return any(words.startswith(mark) for mark in _corrections(kb))


def _corrections(kb: Knowledge) -> tuple[str, ...]:
    return tuple(sorted(phrase for _, phrases in _phrases(kb, "meta.correction") for phrase in phrases))


def _chosen(state: State, text: str) -> str:
    """Return what a bare letter picks among the choices that were shown, else `text`."""
    key = fold(text[:8]).strip(" .)）、")
    if state.choices and len(key) == 1 and key.isalpha() and key.isascii():
        index = ord(key) - ord("a")
        if 0 <= index < len(state.choices):
            return state.choices[index]
    return text


def _asks_whether_it_fits(kb: Knowledge, text: str) -> bool:
    """Return whether a short message asks if something is enough: "a 3090 enough?", "1块4090够吗"."""
    words = fold(text[:_COMMAND])
    found = (phrase for _, phrases in _phrases(kb, "meta.fits") for phrase in phrases)
    return len(words) <= _QUESTION and any(phrase in words for phrase in found)


def _tunes(kb: Knowledge, text: str, meaning: Understanding) -> bool:
    """Return whether `text` wants fine-tuning without a word of what: a language model, then, until it is said."""
    if {"task", "model", "dataset_samples", "dataset_audio_hours"} & meaning.slots.keys():
        return False
    words = fold(text[:_COMMAND])
    told = meaning.intent == "inform" and not meaning.question
    return told and any(phrase in words for _, phrases in _phrases(kb, "meta.tune") for phrase in phrases)


def mistaken(kb: Knowledge, text: str) -> bool:
    """Return whether `text` has a card, a word for holding and one for concluding: "1 TB, so I need an 80 GB card"."""
    words = fold(text[:_COMMAND])
    groups = _phrases(kb, "mistake")
    return bool(groups) and all(any(phrase in words for phrase in phrases) for _, phrases in groups)


def _intent(kb: Knowledge, state: State, text: str, meaning: Understanding) -> str:
    """Return the intent: a command about the conversation, else what was understood."""
    command = meta(kb, text, state)
    if command == "compare" and meaning.intent not in {"faq", "inform", "compare"}:
        return meaning.intent
    return "why" if command == "more" else command or meaning.intent


def _with_period(state: State, meaning: Understanding) -> Mapping[str, Any]:
    """Return the slots of a message; one that names nothing but a period ("total, I mean") is about the budget."""
    period, budget = meaning.target.get("period"), state.slots.get("budget")
    if period and budget and budget.get("amount") and "budget" not in meaning.slots:
        return {**meaning.slots, "budget": {**budget, "per": period}}
    return meaning.slots


def _language(state: State, text: str, meaning: Understanding) -> str:
    """Return the language to answer in: that of the words beside names and values, else the one spoken so far."""
    if state.lang_fixed or (meaning.intent == "export" and state.turn):
        return state.lang
    if meaning.lang not in {"en", "zh"}:
        return state.lang if state.turn or not _CJK.search(text) else "zh"
    if meaning.lang == "en" and state.turn and state.lang != "en":
        rest = text
        for words in meaning.spans.values():
            rest = rest.replace(words, " ")
        return "en" if len(_WORD.findall(rest)) > 1 else state.lang
    return meaning.lang


def fold(text: str) -> str:
    """Return `text` in compatibility form and lower case."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def meta(kb: Knowledge, text: str, state: State) -> str:
    """Return the command about the conversation that `text` is, "" where it is none."""
    words = bare(text[:_COMMAND])
    return next((value for value, phrases in _phrases(kb, "meta") if _is_meant(value, phrases, words, state)), "")


def _is_meant(value: str, phrases: frozenset[str], words: str, state: State) -> bool:
    """Return whether `words` are the command `value`, in a state in which it means something."""
    planned = state.result is not None
    if value.startswith("option.") or value == "compare":
        return planned and any(phrase in words for phrase in phrases)
    if value in {"gap", "fits"}:
        return planned and len(words) <= _SHORT and any(phrase in words for phrase in phrases)
    if value in {"keep", "drop"} and state.base is None:
        return False
    if value in {"keep", "drop"}:
        return words in phrases or any(phrase in words for phrase in phrases if cell_width(phrase) > _CLEAR)
    if value in {"why", "done"} or (value == "how" and planned):
        return any(phrase == words or (phrase != "how" and phrase in words) for phrase in phrases)
    return words in phrases and not (value == "more" and not state.why[0])


def bare(text: str) -> str:
    """Return `text` folded, without punctuation and politeness around it."""
    words = _TRIM.sub("", fold(text))
    return _TRIM.sub("", _POLITE.sub("", _POLITE.sub("", words)))


def plan_line(kb: Knowledge, text: str) -> str:
    """Return the line of a plan that `text` names by its longest word for one, "" where it names none."""
    words = fold(text[:400])
    best = ("", 0)
    for value, phrases in _phrases(kb, "plan_line"):
        for phrase in phrases:
            latin = bool(_LATIN.search(phrase))
            weight = len(phrase) if latin else 2 * len(phrase)
            if weight <= best[1] or phrase not in words:
                continue
            if not latin or re.search(rf"(?<![a-z0-9]){re.escape(phrase)}(?![a-z])", words):
                best = (value, weight)
    return best[0]


def _phrases(kb: Knowledge, kind: str) -> tuple[tuple[str, frozenset[str]], ...]:
    return _table(tuple((term.value, (*term.en, *term.zh)) for term in kb.vocabulary.values() if term.kind == kind))


@lru_cache(maxsize=8)
def _table(rows: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((value, frozenset(fold(word) for word in words)) for value, words in rows)
