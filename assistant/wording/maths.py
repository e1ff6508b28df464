"""The few lines of arithmetic that carry a plan."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.knowledge import Knowledge
from assistant.planning.result import PlanResult
from assistant.sizing.derivation import Derivation, Quantity
from assistant.wording.blocks import Block
from assistant.wording.derivations import one_line
from assistant.wording.texts import say

UNFOLDED = frozenset({"states.amp", "states.bf16", "work.flops", "time.hours", "cost.total"})
"""Those of them that are shown at once, "why?" has all; the arithmetic of the whole run only where it is what can not
be paid."""

KEY_FIGURES = (
    "states.amp",
    "states.bf16",
    "states.per_gpu",
    "memory.weights",
    "memory.needed",
    "work.flops",
    "time.hours",
    "cost.total",
)
"""Names of the figures shown with a plan, as far as the plan has them."""


def key_lines(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[Block]:
    """Yield the arithmetic behind the plan's main figures, one block a figure."""
    found = [(name, quantity) for name in KEY_FIGURES if (quantity := figure_named(result, name)) is not None]
    if found and found[0][0] == "states.amp":
        found = [(name, quantity) for name, quantity in found if name != "memory.weights"]
    for index, (name, quantity) in enumerate(found):
        line = one_line(kb, quantity, lang, titles=False)
        text = f"{say(kb, 'proposal.maths', lang)}\n{line}" if not index else line
        told = name in UNFOLDED and not (name == "work.flops" and result.feasible)
        yield Block("maths", text, f"maths.{name}", index > 0 and not told)


def figure_named(result: PlanResult, name: str) -> Quantity | None:
    """Return the derivation called `name`, by its key or by the name it has."""
    found = result.derivations.get(name)
    if found is None:
        found = next((entry for entry in result.derivations.values() if entry.name == name), None)
    return found if isinstance(found, Derivation) else None
