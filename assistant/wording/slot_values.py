"""Values of slots in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.knowledge import Knowledge
from assistant.wording.quantities import (
    format_bytes,
    format_hours,
    format_money,
    format_params,
    format_tokens,
    significant,
)
from assistant.wording.texts import has, joined, say

_COUNTED = (
    "dataset_samples",
    "dataset_tokens",
    "dataset_audio_hours",
    "train_steps",
    "epochs",
    "batch",
    "seq_len",
    "gpu_count",
)
_EXACT = frozenset({"seq_len", "batch", "gpu_count", "epochs", "train_steps"})
_MANY = 1e6
_CHINESE = ((1e8, "亿"), (1e4, "万"))


def slot_title(kb: Knowledge, slot: str, lang: str) -> str:
    """Return the short name of `slot`."""
    record = kb.slots.get(slot)
    if record:
        return record.title.of(lang)
    if slot in kb.facts:
        return kb.facts[slot].name.of(lang)
    return say(kb, f"assumption.{slot}", lang) if has(kb, f"assumption.{slot}") else slot


def slot_value(kb: Knowledge, slot: str, value: Any, lang: str) -> str:  # noqa: PLR0911 - one line a kind of value
    """Return `value` of `slot` as a reader writes it."""
    if slot == "budget" and isinstance(value, Mapping):
        return budget_text(kb, value, lang)
    if slot in {"provider", "alignment", "precision"} and has(kb, f"value.{slot}.{value}"):
        return say(kb, f"value.{slot}.{value}", lang)
    if slot == "params":
        return format_params(value)
    if slot == "params_range":
        return f"{format_params(min(value))}–{format_params(max(value))}"
    if slot == "dataset_bytes":
        return format_bytes(value)
    if slot in {"deadline_hours", "time_limit"}:
        return format_hours(kb, value, lang)
    if slot in {"vram_gb", "ram_gb"}:
        return f"{significant(value)} GB"
    if slot == "dataset_samples" and lang == "zh":
        return say(kb, f"value.{slot}", lang, n=_chinese_count(value))
    if slot in _COUNTED:
        exact = slot in _EXACT and value < _MANY
        return say(kb, f"value.{slot}", lang, n=significant(value) if exact else format_tokens(value))
    if isinstance(value, bool):
        return (
            say(kb, f"value.{slot}.{'yes' if value else 'no'}", lang)
            if has(kb, f"value.{slot}.yes")
            else str(value).lower()
        )
    if isinstance(value, list | tuple):
        return joined([str(entry) for entry in value], lang)
    return _choice(kb, slot, str(value), lang)


def _chinese_count(count: float) -> str:
    """Return a count as Chinese counts, ready for the word of what is counted: "5 万", "1.2 亿", "800 "."""
    step, word = next(((step, word) for step, word in _CHINESE if count >= step), (1, ""))
    return f"{significant(count / step)} {word}"


def _choice(kb: Knowledge, slot: str, value: str, lang: str) -> str:
    record = kb.slots.get(slot)
    return next((choice.name.of(lang) for choice in record.choices if choice.id == value), value) if record else value


def budget_text(kb: Knowledge, budget: Mapping[str, Any], lang: str) -> str:
    """Return a budget in words; a currency nobody named is that of the language."""
    if budget.get("unlimited"):
        return say(kb, "value.budget.unlimited", lang)
    if budget.get("minimize") and not budget.get("amount"):
        return say(kb, "value.budget.minimize", lang)
    if not budget.get("amount"):
        return say(kb, "value.budget.unknown", lang)
    currency = budget.get("currency") or ("CNY" if lang == "zh" else "USD")
    amount = format_money(kb, budget["amount"], currency, lang)
    if budget.get("amount_min"):
        amount = f"{format_money(kb, budget['amount_min'], currency, lang)}–{amount}"
    text = say(kb, f"value.budget.{budget.get('per') or 'none'}", lang, amount=amount)
    return say(kb, "value.budget.per_gpu", lang, budget=text) if budget.get("per_gpu") else text
