"""Regions in words: sentences for people, stubs for the file."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.knowledge.lint.axes import Axis, Cell, amount
from assistant.knowledge.lint.grid import Grid


def sentence(grid: Grid, box: Sequence[Sequence[int]]) -> str:
    """Return a box as a sentence ("task vision or nlp, params from 1B to 7B"); unrestricted axes are left out."""
    parts = [_axis(axis, indices) for axis, indices in zip(grid.axes, box, strict=True)]
    return ", ".join(part for part in parts if part) or "any input"


def _axis(axis: Axis, indices: Sequence[int]) -> str:
    if len([index for index in indices if index in axis.stated]) == len(axis.stated):
        return ""
    cells = [axis.cells[index] for index in indices]
    if axis.fact.type != "number":
        return f"{axis.fact.id} " + " or ".join(str(cell.value) for cell in cells if cell.value is not None)
    return " or ".join(_range(axis, run) for run in _runs(indices, axis))


def _runs(indices: Sequence[int], axis: Axis) -> list[list[Cell]]:
    """Return neighbouring cells joined."""
    runs: list[list[int]] = []
    for index in indices:
        if index not in axis.stated:
            continue
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return [[axis.cells[index] for index in run] for run in runs]


def _range(axis: Axis, run: Sequence[Cell]) -> str:
    low, high, unit = run[0].low or 0.0, run[-1].high or 0.0, axis.fact.unit
    if low == high:
        return f"{axis.fact.id} exactly {amount(low, unit)}"
    return f"{axis.fact.id} from {amount(low, unit)} to {amount(high, unit)}"


def is_point(grid: Grid, box: Sequence[Sequence[int]]) -> bool:
    """Return whether the box is a single number on some axis: a hole or a double cover on a bound."""
    for axis, indices in zip(grid.axes, box, strict=True):
        stated = [axis.cells[index] for index in indices if index in axis.stated]
        if len(stated) == 1 and stated[0].point and len(axis.stated) > 1:
            return True
    return False


def stub(grid: Grid, box: Sequence[Sequence[int]], table: str) -> str:
    """Return a rule for the box, ready to paste."""
    tests = [test for axis, indices in zip(grid.axes, box, strict=True) for test in _tests(axis, indices)]
    return "\n".join(
        [
            f"- id: {table}.new",
            f"  table: {table}",
            "  kind: recommendation",
            f"  when: {{all: [{', '.join(tests)}]}}",
            "  then: {}",
            "  because: {en: ..., zh: ...}",
            "  sources: [our-choices]",
            "  examples: {yes: [{...}], no: [{...}]}",
        ]
    )


def _tests(axis: Axis, indices: Sequence[int]) -> list[str]:
    stated = [index for index in indices if index in axis.stated]
    if len(stated) == len(axis.stated):
        return []
    cells = [axis.cells[index] for index in stated]
    if axis.fact.type == "number":
        run = _runs(indices, axis)[0]
        low, high = run[0], run[-1]
        sides: list[str] = []
        if low.low != axis.fact.low or low.point:
            sides.append(f"{'gte' if low.point else 'gt'}: {amount(low.low or 0.0, axis.fact.unit)}")
        if high.high != axis.fact.high or high.point:
            sides.append(f"{'lte' if high.point else 'lt'}: {amount(high.high or 0.0, axis.fact.unit)}")
        return [f"{{slot: {axis.fact.id}, {', '.join(sides)}}}"]
    names = [str(cell.value).lower() if axis.fact.type == "flag" else str(cell.value) for cell in cells]
    test = f"is: {names[0]}" if len(names) == 1 else f"in: [{', '.join(names)}]"
    return [f"{{slot: {axis.fact.id}, {test}}}"]
