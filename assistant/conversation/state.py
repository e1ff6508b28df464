"""What is known after some turns: a fold over the events of those turns, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.planning.result import PlanResult


def _empty() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; `turn` is the number of the user's message it belongs to."""

    kind: str
    turn: int
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """Everything a turn may depend on.

    Attributes:
        events: all events, in order; the rest is folded from them.
        turn: number of messages so far, undone ones included.
        slots: slot -> value in the form of the public interface.
        said: slot -> the words it came from, "" where it was inferred.
        inferred: slots nobody said, with the id of the reason.
        skipped: question -> slots taken instead of an answer.
        lang, lang_fixed: language of the last reply; whether it was asked for.
        home: language in which the budget was said, else that of the first plan; it decides what currency and
            clouds go without saying.
        open: name of the question that is open.
        choices: what the numbers shown under the open question send.
        misses: how often in a row the open question got no answer.
        asked: how often each question was shown.
        done: the user wants the result without further questions.
        pending: what a yes or no would be an answer to.
        result: the plan in force; `planned`: the slots it was made for.
        base: slots and plan before a what-if, empty outside of one.
        why: what was explained last and how deep; `topic` what was answered last.
        digressions: how many answers in a row left the question open.
        heard: what the last reply said, for "repeat".
    """

    events: tuple[Event, ...] = ()
    turn: int = 0
    slots: Mapping[str, Any] = field(default_factory=_empty)
    said: Mapping[str, str] = field(default_factory=_empty)
    inferred: Mapping[str, str] = field(default_factory=_empty)
    skipped: Mapping[str, Mapping[str, Any]] = field(default_factory=_empty)
    lang: str = "en"
    lang_fixed: bool = False
    home: str = ""
    open: str | None = None
    choices: tuple[str, ...] = ()
    misses: int = 0
    asked: Mapping[str, int] = field(default_factory=_empty)
    done: bool = False
    pending: Mapping[str, Any] | None = None
    result: PlanResult | None = None
    planned: Mapping[str, Any] = field(default_factory=_empty)
    base: Mapping[str, Any] | None = None
    why: tuple[str, int] = ("", 0)
    topic: str = ""
    digressions: int = 0
    heard: tuple[Any, ...] = ()


def fold(events: Iterable[Event], start: State | None = None) -> State:
    """Return the state after `events`."""
    state = start or State()
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: Event) -> State:
    """Return the state after one more event."""
    changed = _FOLDS[event.kind](state, event.data)
    return replace(changed, events=(*state.events, event), turn=max(state.turn, event.turn))


def _with(mapping: Mapping[str, Any], key: str, value: Any) -> Mapping[str, Any]:
    return MappingProxyType({**mapping, key: value})


def _without(mapping: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    return MappingProxyType({name: value for name, value in mapping.items() if name != key})


def _slot_set(state: State, data: Mapping[str, Any]) -> State:
    slot, why = data["slot"], data.get("inferred", "")
    return replace(
        state,
        slots=_with(state.slots, slot, data["value"]),
        said=_with(state.said, slot, data.get("words", "")),
        inferred=_with(state.inferred, slot, why) if why else _without(state.inferred, slot),
        home=state.lang if slot == "budget" else state.home,
    )


def _slot_cleared(state: State, data: Mapping[str, Any]) -> State:
    slot = data["slot"]
    return replace(
        state,
        slots=_without(state.slots, slot),
        said=_without(state.said, slot),
        inferred=_without(state.inferred, slot),
        done=False,
    )


def _asked(state: State, data: Mapping[str, Any]) -> State:
    question = data["question"]
    return replace(
        state,
        open=question,
        choices=tuple(data.get("choices", ())),
        misses=state.misses if question == state.open else 0,
        asked=_with(state.asked, question, state.asked.get(question, 0) + 1),
    )


def _skipped(state: State, data: Mapping[str, Any]) -> State:
    return replace(state, skipped=_with(state.skipped, data["question"], data["taken"]), misses=0)


def _recommended(state: State, data: Mapping[str, Any]) -> State:
    home = state.home or state.lang
    closed = replace(state, open=None, choices=(), misses=0, topic="")
    return replace(closed, result=data["result"], planned=data["slots"], home=home)


def _restarted(state: State, _: Mapping[str, Any]) -> State:
    return State(turn=state.turn, lang=state.lang, lang_fixed=state.lang_fixed)


_FOLDS: Mapping[str, Callable[[State, Mapping[str, Any]], State]] = {
    "said": lambda state, data: replace(state, lang=data["lang"], pending=None),
    "slot_set": _slot_set,
    "slot_cleared": _slot_cleared,
    "asked": _asked,
    "closed": lambda state, _: replace(state, open=None, choices=(), misses=0),
    "skipped": _skipped,
    "missed": lambda state, _: replace(state, misses=state.misses + 1),
    "answered": lambda state, _: replace(state, misses=0, digressions=0, why=("", 0)),
    "faq": lambda state, _: replace(state, digressions=state.digressions + 1),
    "told": lambda state, data: replace(state, topic=data["topic"]),
    "explained": lambda state, data: replace(state, why=(data["of"], data["level"])),
    "recommended": _recommended,
    "reworded": lambda state, data: replace(state, result=data["result"]),
    "wanted_result": lambda state, _: replace(state, done=True),
    "whatif_opened": lambda state, data: replace(state, base=data),
    "whatif_closed": lambda state, _: replace(state, base=None),
    "pending": lambda state, data: replace(state, pending=data),
    "language": lambda state, data: replace(state, lang=data["lang"], lang_fixed=data["fixed"]),
    "restarted": _restarted,
    "heard": lambda state, data: replace(state, heard=tuple(data["blocks"])),
}

CHANGES = frozenset({"slot_set", "slot_cleared", "skipped", "wanted_result", "restarted", "whatif_opened"})
"""Events that a user would want to take back; a turn without any of them is no step for undo."""


def undone(state: State) -> State | None:
    """Return the state before the last turn that changed something, None where no turn did."""
    turns = [event.turn for event in state.events if event.kind in CHANGES]
    if not turns:
        return None
    kept = fold(event for event in state.events if event.turn < turns[-1])
    return replace(kept, turn=state.turn, lang=state.lang, lang_fixed=state.lang_fixed)
