"""Facts of a formula, each with the place it comes from, and the JSON of a derivation."""

from __future__ import annotations

from typing import Any

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Fact, Quantity, walk
from assistant.sizing.substitution import substitution


def constant(kb: Knowledge, identity: str, key: str = "", symbol: str = "") -> Fact:
    """Return a constant of the knowledge base, or one entry of its table, as a fact of a formula.

    Args:
        kb: the knowledge base.
        identity: id of the constant.
        key: entry of its table; empty for a single number.
        symbol: name in the formula; empty takes the constant's own.
    """
    entry = kb.constants[identity]
    name = f"{identity}.{key}" if key else identity
    return Fact(symbol or entry.symbol, kb.number(identity, key), entry.unit, name, entry.source)


def said(symbol: str, value: float, name: str, unit: str = "") -> Fact:
    """Return a number of the request as a fact of a formula."""
    return Fact(symbol, value, unit, name, f"request:{name.rpartition('.')[2]}")


def assumed(symbol: str, value: float, name: str, unit: str = "") -> Fact:
    """Return a number nobody said as a fact of a formula."""
    return Fact(symbol, value, unit, name, f"default:{name.rpartition('.')[2]}")


def derivations(*roots: Quantity | None) -> dict[str, Derivation]:
    """Return every derivation that `roots` rest on, themselves included, by name; the first of a name wins."""
    found: dict[str, Derivation] = {}
    for root in roots:
        if root is None:
            continue
        for quantity in walk(root):
            if isinstance(quantity, Derivation):
                found.setdefault(quantity.name, quantity)
    return found


def derivation_json(derivation: Derivation) -> dict[str, Any]:
    """Return one derivation as the public interface shows it."""
    own = {quantity.source for quantity in derivation.inputs if isinstance(quantity, Fact) and quantity.source}
    return {
        "value": derivation.value,
        "unit": derivation.unit,
        "symbol": derivation.symbol,
        "formula": derivation.formula,
        "substitution": substitution(derivation),
        "inputs": {q.symbol: {"name": q.name, "value": q.value, "unit": q.unit} for q in derivation.inputs},
        "sources": sorted({*derivation.sources, *own}),
    }


def derivations_json(*roots: Quantity | None) -> dict[str, Any]:
    """Return the JSON of every derivation that `roots` rest on, by name."""
    return {name: derivation_json(derivation) for name, derivation in derivations(*roots).items()}
