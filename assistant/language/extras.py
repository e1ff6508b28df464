"""What is said beside the slots: provider, region, optimizer, offload and the like."""

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
KINDS = ("provider", "optimizer", "offload", "checkpointing", "strategy", "data_format", "language_of_data")


def extras(context: Context) -> dict[str, Any]:
    """Return workload fields beyond the slots; what is denied is left out, except that "no offload" is an answer."""
    found: dict[str, Any] = {}
    for kind in KINDS:
        for hit in context.lexicon.words(f"extra.{kind}").find(context.plain):
            denied = negated(context, hit.start, hit.end)
            if denied and kind == "offload":
                found.setdefault(kind, "none")
            elif denied and kind in _FLAGS:
                found.setdefault(kind, False)
            elif not denied:
                found.setdefault(kind, True if kind in _FLAGS else hit.value)
    region = _REGION.search(context.plain)
    if region:
        found["region"] = region.group()
    return found
