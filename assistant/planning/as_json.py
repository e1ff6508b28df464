"""Values of a plan as JSON: six significant digits, and nothing that is optional and empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from assistant.sizing.derivation import Fact, Quantity
from assistant.sizing.substitution import substitution


def plain(value: Any) -> Any:
    """Return `value` as JSON; a field that is None and optional by the interface is left out."""
    if is_dataclass(value) and not isinstance(value, type):
        optional = {"offload", "set", "list_price_per_hour", "offer", "spent", "period_cost"}
        return {
            entry.name: plain(getattr(value, entry.name))
            for entry in fields(value)
            if not (getattr(value, entry.name) is None and entry.name in optional)
        }
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple | list):
        return [plain(entry) for entry in value]
    if isinstance(value, float):
        return rounded(value)
    return value


def rounded(value: float) -> float:
    """Return `value` to six significant digits: enough for every figure here and stable in print."""
    return float(f"{value:.6g}")


def derivation_json(quantity: Quantity) -> dict[str, Any]:
    """Return a figure with its formula, the same with numbers put in, its inputs and its sources."""
    head = {"value": rounded(quantity.value), "unit": quantity.unit, "symbol": quantity.symbol, "name": quantity.name}
    if isinstance(quantity, Fact):
        return head | {
            "formula": "",
            "substitution": "",
            "inputs": {},
            "sources": [quantity.source] * bool(quantity.source),
        }
    return head | {
        "formula": quantity.formula,
        "substitution": substitution(quantity),
        "inputs": {
            entry.symbol: {"value": rounded(entry.value), "unit": entry.unit, "name": entry.name}
            for entry in quantity.inputs
        },
        "sources": list(quantity.sources),
    }
