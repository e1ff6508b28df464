"""The values a fact can take, cut into cells on which every condition is constant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.knowledge.schema import FactDeclaration
from assistant.knowledge.schema.rule import BOUNDS, Leaf

INTEGER_UNITS = {"count", "params", "tokens", "samples", "files", "bytes"}
"""Units whose numbers are whole, so that nothing lies between two neighbours."""

OTHER = "(any other)"
"""The value that stands for every name no condition mentions."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a fact: a value that stands for all its values.

    Attributes:
        value: the stand-in; None = the fact is not stated.
        text: the cell in words ("params from 1B to 7B").
        point: whether the cell is a single number on which some condition has a bound.
        low, high: ends of the cell, for numbers.
    """

    value: Any
    text: str
    point: bool = False
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Axis:
    """One fact with its cells; the last one is "not stated"."""

    fact: FactDeclaration
    cells: tuple[Cell, ...]

    @property
    def stated(self) -> range:
        """Indices of the cells in which the fact is stated."""
        return range(len(self.cells) - 1)


def axis_of(fact: FactDeclaration, leaves: Iterable[Leaf]) -> Axis:
    """Return the axis of `fact`, cut at every value that `leaves` compare it with."""
    bounds = [bound for leaf in leaves if leaf.slot == fact.id for bound in _bounds(leaf)]
    if fact.type == "number":
        cells = _numbers(fact, sorted({float(bound) for bound in bounds}))
    elif fact.type == "flag":
        cells = [Cell(value, f"{fact.id} {str(value).lower()}") for value in (True, False)]
    else:
        names = fact.values if fact.type == "enum" else (*sorted({str(bound) for bound in bounds}), OTHER)
        cells = [Cell(name, f"{fact.id} {name}") for name in names]
    return Axis(fact, (*cells, Cell(None, f"{fact.id} not stated")))


def _bounds(leaf: Leaf) -> Iterable[Any]:
    for operator in leaf.operators():
        bound = leaf.bound(operator)
        if operator in BOUNDS or operator == "is":
            yield bound
        elif operator in {"in", "not_in"}:
            yield from bound


def _numbers(fact: FactDeclaration, cuts: list[float]) -> list[Cell]:
    low, high = fact.low or 0.0, fact.high or 0.0
    whole = fact.unit in INTEGER_UNITS
    cells: list[Cell] = []
    before, closed = low, True
    for cut in [cut for cut in cuts if low <= cut <= high]:
        cells.extend(_between(fact, before, cut, whole=whole, with_low=closed, with_high=False))
        cells.append(Cell(cut, f"{fact.id} {amount(cut, fact.unit)}", point=True, low=cut, high=cut))
        before, closed = cut, False
    cells.extend(_between(fact, before, high, whole=whole, with_low=closed, with_high=True))
    return cells


def _between(
    fact: FactDeclaration, low: float, high: float, *, whole: bool, with_low: bool, with_high: bool
) -> Iterable[Cell]:
    """Yield the cell between two cuts, unless nothing lies there."""
    if high <= low and not (with_low and with_high):
        return
    value = (low + high) / 2
    if whole:
        first = low if with_low else float(int(low) + 1)
        last = high if with_high else float(-int(-high // 1) - 1)
        if first > last:
            return
        value = float(int((first + last) / 2))
    text = f"{fact.id} from {amount(low, fact.unit)} to {amount(high, fact.unit)}"
    yield Cell(value, text, low=low, high=high)


_STEPS = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K"))


def amount(value: float, unit: str) -> str:
    """Return `value` as a condition would write it ("7B", "500 GB")."""
    if unit in {"params", "tokens", "samples", "files"}:
        for factor, letter in _STEPS:
            if value >= factor:
                return f"{value / factor:g}{letter}"
    if unit == "bytes":
        for factor, letter in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
            if value >= factor:
                return f"{value / factor:g} {letter}"
    if unit == "USD":
        return f"USD {value:g}"
    plain = unit in {"", "count", "share", "params", "tokens", "samples", "files", "bytes"}
    return f"{value:g}" if plain else f"{value:g} {'h' if unit == 'hours' else 's' if unit == 'seconds' else unit}"


def needed_facts(facts: Mapping[str, FactDeclaration], leaves: Iterable[Leaf]) -> list[str]:
    """Return the declared facts that `leaves` read, in a stable order."""
    return sorted({leaf.slot for leaf in leaves if leaf.slot in facts})
