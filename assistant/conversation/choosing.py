"""Which of the things just shown a message takes: a way out by number or by name, an option of the plan by number."""

from __future__ import annotations

from assistant.conversation.phrases import fold, mentions, phrases
from assistant.conversation.state import State
from assistant.knowledge import Knowledge
from assistant.planning.result import Lever

SHORT = 40
"""A choice has no more characters than this, the full text of a way out excepted."""


def taken_lever(kb: Knowledge, text: str, state: State) -> Lever | None:
    """Return the way out that `text` takes: by its own words, by its number, or by a word for it ("rent one then")."""
    levers = state.result.levers if state.result is not None else ()
    words = fold(text)
    exact = next((lever for lever in levers if fold(lever.change) in words), None)
    if exact is not None or len(words) > SHORT or state.result is None:
        return exact
    if not state.result.feasible and (number := ordinal(kb, words)):
        return levers[number - 1] if number <= len(levers) else None
    named = [ident for ids, known in phrases(kb, "lever") if mentions(known, words) for ident in ids.split()]
    return next((lever for ident in named for lever in levers if lever.id == ident), None)


def taken_option(kb: Knowledge, text: str, state: State) -> str:
    """Return the name of the option that a number picks from those of a feasible plan, "" where none is picked."""
    result, words = state.result, fold(text)
    if result is None or not result.feasible or len(words) > SHORT:
        return ""
    machines: dict[tuple[str, int, bool], str] = {}
    for name, option in result.options.items():
        machines.setdefault((option.offer.id, option.nodes, option.offer.spot), name)
    names = list(machines.values())
    number = ordinal(kb, words)
    return names[number - 1] if 0 < number <= len(names) else ""


def ordinal(kb: Knowledge, words: str) -> int:
    """Return the number that folded `words` pick ("the second one", 第二个, "2"), 0 where they pick none."""
    bare = words.strip(" .!。#")
    if bare.isascii() and bare.isdigit():
        return int(bare[:2])
    return next((int(value) for value, known in phrases(kb, "ordinal") if mentions(known, words)), 0)
