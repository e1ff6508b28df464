"""What a message says goes into the slots: set, changed, taken back, refused, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.conversation.infer import infer
from assistant.conversation.turn import Turn
from assistant.conversation.workload import fault
from assistant.wording.slot_values import slot_title, slot_value

_EXCLUSIVE = {"params": ("params_range",), "params_range": ("params",)}
"""Slots that a new value of the key makes stale."""


@dataclass(slots=True)
class Changes:
    """What one message did to the slots: slot -> (old, new); None = absent."""

    slots: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.slots)


def fill(turn: Turn, slots: Mapping[str, Any], cleared: Iterable[str] = ()) -> Changes:
    """Put `slots` into the state of `turn`, drop `cleared`, infer what follows; echo nothing yet."""
    changes = Changes()
    for slot in cleared:
        if slot in turn.state.slots:
            _clear(turn, slot, changes)
    for slot, value in slots.items():
        _set(turn, slot, _merged(turn, slot, value), changes)
        for stale in _EXCLUSIVE.get(slot, ()):
            if stale in turn.state.slots and stale not in slots:
                _clear(turn, stale, changes)
    for inference in infer(turn.kb, turn.state, slots):
        if inference.value is None:
            if inference.slot in turn.state.slots:  # two inferences may clear the same
                _clear(turn, inference.slot, changes)
        else:
            _set(turn, inference.slot, inference.value, changes, inference.reason)
    if turn.heard.tunes and "task" not in turn.state.slots:
        _set(turn, "task", "llm_finetune", changes, "infer.fine-tune")
    return changes


def _set(turn: Turn, slot: str, value: Any, changes: Changes, reason: str = "") -> None:
    value = list(value) if isinstance(value, tuple) else value
    old = turn.state.slots.get(slot)
    if old == value:
        return
    if fault({slot: value}) or _outside(turn, slot, value):
        changes.refused.append(slot)
        return
    turn.emit("slot_set", slot=slot, value=value, words=turn.heard.spans.get(slot, ""), inferred=reason)
    before = changes.slots[slot][0] if slot in changes.slots else old
    changes.slots[slot] = (before, value)
    if old is None:
        turn.act("set", slot=slot, value=value, inferred=bool(reason))
    else:
        turn.act("changed", slot=slot, old=old, new=value)


def _clear(turn: Turn, slot: str, changes: Changes) -> None:
    old = turn.state.slots[slot]
    turn.emit("slot_cleared", slot=slot)
    changes.slots[slot] = (old, None)
    turn.act("changed", slot=slot, old=old, new=None)


def _outside(turn: Turn, slot: str, value: Any) -> bool:
    record = turn.kb.slots.get(slot)
    if record is None or isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return (record.low is not None and value < record.low) or (record.high is not None and value > record.high)


def _merged(turn: Turn, slot: str, value: Any) -> Any:
    """Return a budget with what its correction left unsaid ("make it 500" keeps currency and period); 0 is least."""
    old = turn.state.slots.get(slot)
    if slot == "budget" and isinstance(value, Mapping) and value.get("amount") == 0:
        return {"minimize": True}
    if slot != "budget" or not isinstance(old, Mapping) or not old.get("amount") or not value.get("amount"):
        return value
    merged = dict(value)
    if not merged.get("currency"):
        merged["currency"] = old.get("currency")
    if merged.get("per", "none") == "none":
        merged["per"] = old.get("per", "none")
    return merged


def echo(turn: Turn, changes: Changes) -> None:
    """Say what was understood: new values in one line, every change of an old value as old -> new."""
    kb, lang = turn.kb, turn.lang
    fresh = [
        slot_value(kb, slot, new, lang)
        if slot in _SELF_NAMED
        else f"{slot_title(kb, slot, lang)} {slot_value(kb, slot, new, lang)}"
        for slot, (old, new) in changes.slots.items()
        if old is None
        and new is not None
        and slot not in _QUIET
        and not (slot == "params" and "model" in changes.slots)
    ]
    if fresh:
        turn.say("echo.noted", values=" · ".join(fresh))
    for slot, (old, new) in changes.slots.items():
        if old is not None and slot not in _QUIET:
            was = slot_value(kb, slot, old, lang)
            now = slot_value(kb, slot, new, lang) if new is not None else turn.words("echo.nothing")
            turn.say("echo.changed", title=slot_title(kb, slot, lang), old=was, new=now)
    for slot in changes.refused:
        turn.say("echo.refused", kind="note", title=slot_title(kb, slot, lang))


_SELF_NAMED = {
    "task",
    "method",
    "model",
    "spot_ok",
    "dataset_samples",
    "dataset_tokens",
    "dataset_audio_hours",
}
_QUIET = {"gpu_rel"}
