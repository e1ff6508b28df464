"""Values that do not go together: the unlikely gets a word, the wrong kind a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.conversation.filling import Changes
from assistant.conversation.phrases import speaks_of
from assistant.conversation.turn import Turn
from assistant.wording.slot_values import slot_value

_DATA = ("dataset_bytes", "dataset_samples", "dataset_tokens", "dataset_audio_hours")


def wrong_kind(turn: Turn) -> bool:
    """Ask back where the answer to the money question is an amount of data ("1 TB"); return whether it did."""
    heard = turn.heard
    sizes = [slot for slot in _DATA if slot in heard.slots]
    named = speaks_of(turn.kb, heard.text, "money.word")
    asked = turn.before.open == "budget" and sizes == ["dataset_bytes"] and not heard.corrected
    asked = asked and "dataset_bytes" in turn.state.slots
    if (
        not sizes
        or set(heard.slots) - set(_DATA)
        or not (named or asked)
        or speaks_of(turn.kb, heard.text, "size.of_data")
    ):
        return False
    slot = sizes[0]
    value = slot_value(turn.kb, slot, heard.slots[slot], turn.lang)
    turn.emit("pending", kind="set", slots={slot: heard.slots[slot]})
    turn.act("clarify", slot=slot, value=heard.slots[slot])
    turn.act("confirm", slot=slot)
    turn.say("check.size-for-money", kind="question", block_id="question.confirm", value=value)
    turn.offer(turn.words("quick.yes"), turn.words("quick.no"))
    turn.emit("asked", question="confirm")
    return True


def plausible(turn: Turn, changes: Changes) -> None:
    """Say a word about values that were taken but can hardly be meant."""
    slots, kb = turn.state.slots, turn.kb
    if "dataset_bytes" in changes.slots and slots.get("dataset_bytes", 0) > kb.number("conversation.large_text_bytes"):
        turn.say(
            "check.huge-data", kind="note", value=slot_value(kb, "dataset_bytes", slots["dataset_bytes"], turn.lang)
        )
    if {"budget", "params", "method", "task"} & changes.slots.keys() and _too_little(turn, slots):
        turn.say("check.tiny-budget", kind="note", budget=slot_value(kb, "budget", slots["budget"], turn.lang))


def _too_little(turn: Turn, slots: Mapping[str, Any]) -> bool:
    """Return whether a total is below anything a full training of that size was ever done for."""
    budget = slots.get("budget") or {}
    whole = slots.get("method") in {"full", "scratch"} or slots.get("task") == "llm_pretrain"
    if not budget.get("amount") or budget.get("per") != "total" or not whole or not slots.get("params"):
        return False
    currency = budget.get("currency") or ("CNY" if turn.lang == "zh" else "USD")
    rate = turn.kb.rates.get(currency)
    dollars = budget["amount"] / (rate.per_usd if rate else 1)
    return bool(dollars < turn.kb.number("conversation.tiny_budget_per_b") * slots["params"] / 1e9)
