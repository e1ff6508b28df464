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
    if not state.result.feasible and levers and (number := ordinal(kb, words)):
        return levers[number - 1 if number > 0 else number] if number <= len(levers) else None
    named = [ident for ids, known in phrases(kb, "lever") if mentions(known, words) for ident in ids.split()]
    return next((lever for ident in named for lever in levers if lever.id == ident), None)


def taken_option(kb: Knowledge, text: str, state: State) -> str:
    """Return the name of the option of a feasible plan that `text` takes: by its number, or "go with the fastest"."""
    result, words = state.result, fold(text)
    if result is None or not result.feasible or len(words) > SHORT:
        return ""
    if any(mentions(known, words) for _, known in phrases(kb, "take")):
        named = (value for value, known in phrases(kb, "option") if mentions(known, words))
        if (name := next(named, "")) in result.options:
            return name
    names = options_in_order(state)
    number = ordinal(kb, words)
    return names[number - 1 if number > 0 else number] if number and number <= len(names) else ""


def options_in_order(state: State) -> list[str]:
    """Return the names of the options of the plan in force as they are listed: each machine once."""
    machines: dict[tuple[str, int, bool], str] = {}
    for name, option in state.result.options.items() if state.result is not None else ():
        machines.setdefault(option.machine, name)
    return list(machines.values())


def rents_instead(kb: Knowledge, text: str, state: State) -> bool:
    """Return whether `text` wants to rent although the user has hardware: "rent instead", 那租吧."""
    words = fold(text)
    named = any("rent" in ids.split() and mentions(known, words) for ids, known in phrases(kb, "lever"))
    return named and len(words) <= SHORT and state.slots.get("gpu_rel") == "have"


def ordinal(kb: Knowledge, words: str) -> int:
    """Return the number that folded `words` pick ("the second one", 第二个, "2"), -1 for the last, 0 for none."""
    bare = words.strip(" .!。#")
    if bare.isascii() and bare.isdigit():
        return int(bare[:2])
    return next((int(value) for value, known in phrases(kb, "ordinal") if mentions(known, words)), 0)
