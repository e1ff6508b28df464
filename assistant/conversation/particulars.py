"""What the rules say of the very things that a question names: "CUDA 11.8 on a 5090?", "do I need GPUDirect?"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant import rules
from assistant.knowledge import Knowledge
from assistant.knowledge.schema.rule import Rule
from assistant.language.facts import facts_in

MOST = 2
"""Rules that are said beside an answer."""
DETAILS = ("data_format", "offload")
"""Details of a job that are facts of rules, too."""
SILENT = frozenset({"framework"})
"""Facts that a question names in passing: alone they call for no rule."""


def particulars(kb: Knowledge, text: str, slots: Mapping[str, Any]) -> tuple[Rule, ...]:
    """Return the rules that fire on what `text` names, the most urgent first; none where it names nothing of theirs.

    Args:
        kb: the knowledge base.
        text: the question.
        slots: what was understood of it: the card, and the memory it is taken to have.
    """
    named = {finding.slot: finding.value for finding in facts_in(kb, text.casefold(), asked=True)}
    named |= {slot: slots[slot] for slot in DETAILS if slots.get(slot)}
    if slots.get("vram_gb"):
        named["vram_assumed_gb"] = slots["vram_gb"]
    telling = named.keys() - SILENT
    if not telling:
        return ()
    fired = rules.match(kb, {**_card(kb, slots), **named}).fired
    found = [trace.rule for trace in fired if any(one.holds and one.leaf.slot in telling for one in trace.leaves)]
    return tuple(sorted(found, key=lambda rule: -rule.priority))[:MOST]


def _card(kb: Knowledge, slots: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of the card that is named, where it is one."""
    names = list(slots.get("gpu_mentioned") or ())
    gpu = kb.find_gpu(names[0]) if len(names) == 1 else None
    if gpu is None:
        return {}
    card = {"gpu": gpu.id, "gpu_class": gpu.class_, "gpu_vendor": gpu.vendor, "gpu_bf16": gpu.bf16}
    return {**card, "gpu_exportlimited": bool(gpu.export), "gpu_count": slots.get("gpu_count")}
