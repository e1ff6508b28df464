"""Whether a reading agrees with its label: a slot nobody mentioned must stay empty."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from assistant.knowledge import Knowledge
from assistant.knowledge.names import fold
from assistant.language import Understanding, understand

CORE = (
    *("task", "method", "params", "model", "dataset_bytes", "dataset_samples", "dataset_tokens", "dataset_audio_hours"),
    *("budget", "gpu_mentioned", "gpu_count", "precision", "seq_len", "batch", "deadline_hours", "spot_ok"),
)


def labelled() -> list[dict[str, Any]]:
    """Return every labelled message of this folder."""
    rows: list[dict[str, Any]] = []
    for file in sorted(Path(__file__).parent.glob("utterances*.yaml")):
        rows.extend(yaml.safe_load(file.read_text(encoding="utf-8"))["utterances"])
    return rows


def read(kb: Knowledge, row: dict[str, Any], text: str | None = None) -> Understanding:
    """Read a labelled message, or `text` in its place, under the question it answers."""
    ask = row.get("ask") or {}
    return understand(kb, row["text"] if text is None else text, ask.get("slot"), ask.get("unit"))


def faults(kb: Knowledge, row: dict[str, Any], meaning: Understanding) -> list[str]:
    """Return what is wrong with `meaning`; empty where all of it is right."""
    expect, optional = row["expect"], set(row.get("optional", ()))
    out = []
    for slot in CORE:
        got = meaning.slots.get(slot)
        if slot == "params" and got is None:
            got = meaning.slots.get("params_range")
        wanted = expect.get(slot, expect.get("params_range") if slot == "params" else None)
        if wanted is None:
            free = slot in optional or (slot == "params" and "model" in expect)
            if got is not None and not free:
                out.append(f"{slot}: nobody said {got}")
        elif (got is not None or slot not in optional) and not _same(kb, slot, got, wanted):
            out.append(f"{slot}: {got} instead of {wanted}")
    for key, got in (("intent", meaning.intent), ("unknown", list(meaning.unknown))):
        if key in expect and key not in optional and got != expect[key]:
            out.append(f"{key}: {got} instead of {expect[key]}")
    return out


def _same(kb: Knowledge, slot: str, got: Any, wanted: Any) -> bool:
    if got is None:
        return False
    if slot == "budget":
        return all(got.get(key) == value or (key == "currency" and value is None) for key, value in wanted.items())
    if slot == "gpu_mentioned":
        return len(got) == len(wanted) and all(any(_card(g, w) for g in got) for w in wanted)
    if slot == "model":
        return _model(kb, got, wanted)
    if slot == "params" and not isinstance(wanted, list):
        return isinstance(got, int) and abs(got - wanted) <= wanted / 5
    return bool(got == wanted)


def _card(got: str, wanted: str) -> bool:
    a, b = (re.sub(r"[\s\-]|^rtx", "", name.lower()) for name in (got, wanted))
    a, b = a.removeprefix("rtx"), b.removeprefix("rtx")
    return a.startswith(b) or b.startswith(a)


def _model(kb: Knowledge, got: str, wanted: str) -> bool:
    a, b = (re.sub(r"[\s\-_/]|instruct|chat|base", "", name.lower()) for name in (got, wanted))
    entry = kb.loose.get(fold(wanted))
    found = kb.find_model(wanted)
    return a.startswith(b) or (entry is not None and got in entry.candidates) or (found is not None and found.id == got)
