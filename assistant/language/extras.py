"""What is said beside the slots: provider, region, optimizer, offload, preference method and the like."""

from __future__ import annotations

import re
from typing import Any

from assistant.language.context import Context
from assistant.language.negation import negated

_REGION = re.compile(
    r"(?<![a-z0-9])(?:(?:us|eu|ap|cn|ca|sa|me|af)-[a-z]+(?:-\d[a-z]?)?|(?:us|europe|"
    r"asia)-[a-z]+\d(?:-[a-z])?)(?![a-z0-9])"
)
_FLAGS = {"checkpointing"}
_LISTS = {"allow"}
KINDS = (
    "provider", "optimizer", "offload", "checkpointing", "strategy", "data_format", "language_of_data", "alignment",
    "region", "allow",
)  # fmt: skip
_BROAD = {"rlhf"}
"""Words for a family of methods: a method that is named beside them says more."""
_ALIGNS = {None, "llm_alignment"}
"""Tasks beside which a preference method means something; PPO is also how agents learn to act."""


def extras(context: Context, task: str | None = None, money: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """Return workload fields beyond the slots; what is denied is left out, except that "no offload" is an answer.

    Args:
        context: the message.
        task: what the message trains, where it says so.
        money: where the budget stands; "3000 SGD" names no optimizer.
    """
    found: dict[str, Any] = {}
    for kind in KINDS:
        if kind == "alignment" and task not in _ALIGNS:
            continue
        hits = context.lexicon.words(f"extra.{kind}").find(context.plain)
        for hit in sorted(hits, key=lambda one: one.value in _BROAD):
            if money[0] <= hit.start < money[1]:
                continue
            denied = negated(context, hit.start, hit.end)
            if denied and kind == "offload":
                found.setdefault(kind, "none")
            elif denied and kind in _FLAGS:
                found.setdefault(kind, False)
            elif not denied:
                found.setdefault(kind, True if kind in _FLAGS else [hit.value] if kind in _LISTS else hit.value)
    region = _REGION.search(context.plain)
    if region:
        found["region"] = region.group()
    return found
