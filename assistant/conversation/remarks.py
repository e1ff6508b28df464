"""Remarks on the plan in force, and courtesy: "too expensive", "are you sure?", "show me the memory", "thanks"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from assistant.conversation.phrases import COMMAND, fold, mentions, phrases, plan_line
from assistant.conversation.state import State
from assistant.knowledge import Knowledge
from assistant.language import Understanding

SHORT = 48
"""A remark on the plan has no more characters than this; longer messages say something of their own."""
YIELDING = frozenset({"inform", "faq", "oos", "show", "unknown", "deny", "confirm", "help"})
"""Intents before which a remark goes; a "why", "what if" or "undo" stays what it is."""
ALWAYS = frozenset({"thanks", "nod"})
"""Remarks that mean the same with and without a plan."""
REJECTED = "rejected"
"""The remark that a "why not" without a name may be: "why not the others?"."""
ARTICLES = "articles"
"""The remark that asks what the articles say: of the answer that was given, or of the plan."""
_EDGES = re.compile(r"^[\s\W_]+|[\s\W_]+$")


def remark(kb: Knowledge, text: str, state: State, meaning: Understanding) -> str:
    """Return the remark that `text` is, "" where it is none.

    A remark sets nothing: a message with a new value in it is no remark, the wish to pay little excepted.
    """
    told = {slot for slot, value in meaning.slots.items() if not _is_known(state, slot, value)}
    others = meaning.intent == "whynot" and not meaning.target
    if told or not (others or meaning.intent in YIELDING) or len(text) > COMMAND:
        return ""
    words = _EDGES.sub("", fold(text))
    if len(words) > SHORT:
        return ""
    for value, known in phrases(kb, "remark"):
        if others and value != REJECTED:
            continue
        if value in ALWAYS and words in known:
            return value
        if value == ARTICLES and (state.topic or state.result is not None) and mentions(known, words):
            return value
        if value not in ALWAYS and state.result is not None and mentions(known, words):
            return value if value != "part" or plan_line(kb, words) else ""
    return ""


def _is_known(state: State, slot: str, value: Any) -> bool:
    """Return whether a value says nothing new: that of the job ("what could I do with $500"), or to pay little."""
    old = state.slots.get(slot)
    if slot != "budget":
        return bool(value == old)
    if value == {"minimize": True}:
        return True
    return isinstance(old, Mapping) and value.get("amount") is not None and value["amount"] == old.get("amount")
