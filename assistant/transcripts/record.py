"""A conversation that was held, as a transcript with what happened filled in as what is expected."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.transcripts.bounds import around
from assistant.transcripts.dump import document

if TYPE_CHECKING:
    from assistant.conversation import Reply
    from assistant.planning.result import PlanResult

RECORDED_FIGURES = ("memory.needed", "time.hours", "cost.total")
"""Figures of a plan that a recording pins down."""


def record(
    lang: str, exchanges: Sequence[tuple[str, Reply]], name: str = "conversation", about: str = ""
) -> dict[str, Any]:
    """Return the exchanges as the data of a transcript file."""
    turns = []
    before: Mapping[str, Any] = {}
    shown: PlanResult | None = None
    for text, reply in exchanges:
        turns.append({"user": text, "expect": expectations(reply, before, shown)})
        before, shown = reply.slots, reply.result
    return {
        "id": name,
        "about": about or (exchanges[0][0][:60] if exchanges else ""),
        "lang": lang,
        "turns": turns,
        "final": {"slots": dict(before)},
    }


def expectations(reply: Reply, before: Mapping[str, Any], shown: PlanResult | None) -> dict[str, Any]:
    """Return what `reply` did, as a transcript asserts it."""
    expect: dict[str, Any] = {"intent": reply.intent, "set": changed(before, reply.slots)}
    expect["asks"] = reply.asks
    if reply.topic:
        expect["topic"] = reply.topic
    if reply.result is not None and reply.result is not shown:
        expect |= plan_facts(reply.result)
    return expect


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return slot -> new value, or from and to where there was one before; null where it was cleared."""
    out: dict[str, Any] = {}
    for slot in (*after, *(slot for slot in before if slot not in after)):
        old, new = before.get(slot), after.get(slot)
        if old != new:
            out[slot] = new if old is None or new is None else {"from": old, "to": new}
    return out


def plan_facts(result: PlanResult) -> dict[str, Any]:
    """Return what is asserted of a plan: the machine exactly, the figures with a tolerance."""
    facts: dict[str, Any] = {"feasible": result.feasible}
    if result.violates:
        facts["violates"] = list(result.violates)
    if result.plan is not None:
        facts["plan"] = {"gpu": result.plan.gpu, "gpu_count": result.plan.gpu_count, "nodes": result.plan.nodes}
        if result.plan.parallelism is not None:
            facts["plan"]["strategy"] = result.plan.parallelism.strategy
    figures = {
        name: around(quantity.value, quantity.unit)
        for name in RECORDED_FIGURES
        if (quantity := result.derivations.get(name)) is not None and quantity.value
    }
    if figures:
        facts["numbers"] = figures
    return facts


def write(path: Path, lang: str, exchanges: Sequence[tuple[str, Reply]]) -> None:
    """Write the exchanges to `path` as a transcript; the file is replaced as a whole or not at all."""
    name = re.sub(r"[^\w-]+", "-", path.stem).strip("-") or "conversation"
    text = document(record(lang, exchanges, name))
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)
