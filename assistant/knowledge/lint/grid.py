"""Regions of rules as bit sets over the product of the cells: exact, without sampling.

A grid of n cells is one Python integer of n bits; the region of a rule, and every question about regions (empty,
inside, overlapping, uncovered), is a few bitwise operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from assistant.knowledge.conditions import leaf_holds
from assistant.knowledge.lint.axes import Axis, axis_of, needed_facts
from assistant.knowledge.schema import FactDeclaration, Rule
from assistant.knowledge.schema.rule import All, Leaf

LARGEST = 5_000_000
"""Cells above which a grid is refused; the table should cover fewer facts then."""


class GridTooLargeError(ValueError):
    """The facts of a table have too many combinations to go through."""

    def __init__(self, axes: Sequence[Axis]) -> None:
        largest = max(axes, key=lambda axis: len(axis.cells))
        super().__init__(
            f"more than {LARGEST:,} combinations; take `{largest.fact.id}` out of `covers` or split the table"
        )


@dataclass
class Grid:
    """The product of some axes.

    Attributes:
        axes: its facts.
        strides: distance in bits between neighbours on each axis.
        size: number of cells; `full` the set of all.
    """

    axes: tuple[Axis, ...]
    strides: tuple[int, ...] = ()
    size: int = 1
    full: int = 0
    _leaf_cache: dict[tuple[str, bool], int] = field(default_factory=dict)

    @classmethod
    def over(cls, facts: Mapping[str, FactDeclaration], names: Sequence[str], rules: Sequence[Rule]) -> Grid:
        """Return the grid of the facts `names`, cut at every bound that `rules` use."""
        leaves = [leaf for rule in rules for leaf in rule.when.leaves()]
        axes = tuple(axis_of(facts[name], leaves) for name in names)
        strides, size = [], 1
        for axis in axes:
            strides.append(size)
            size *= len(axis.cells)
        if size > LARGEST:
            raise GridTooLargeError(axes)
        return cls(axes, tuple(strides), size, (1 << size) - 1)

    @classmethod
    def of(cls, facts: Mapping[str, FactDeclaration], rules: Sequence[Rule]) -> Grid:
        """Return the grid of every fact that `rules` read."""
        return cls.over(facts, needed_facts(facts, (leaf for rule in rules for leaf in rule.when.leaves())), rules)

    def slab(self, axis: int, indices: Sequence[int]) -> int:
        """Return the cells whose value on `axis` is one of `indices`."""
        stride, period = self.strides[axis], self.strides[axis] * len(self.axes[axis].cells)
        pattern = 0
        for index in indices:
            pattern |= ((1 << stride) - 1) << (index * stride)
        return pattern * (((1 << self.size) - 1) // ((1 << period) - 1))

    def stated(self) -> int:
        """Return the cells in which every fact is stated."""
        out = self.full
        for number, axis in enumerate(self.axes):
            out &= self.slab(number, axis.stated)
        return out

    def region(self, rule: Rule) -> int:
        """Return the cells on which the condition of `rule` holds for certain."""
        out = self.full
        for condition in rule.when.all:
            if isinstance(condition, Leaf):
                out &= self._leaf(condition, wanted=True)
                continue
            either = 0
            for alternative in condition.any:
                leaves = alternative.all if isinstance(alternative, All) else (alternative,)
                both = self.full
                for leaf in leaves:
                    both &= self._leaf(leaf, wanted=True)
                either |= both
            out &= either
        for leaf in rule.when.unless:
            out &= self._leaf(leaf, wanted=False)
        return out

    def _leaf(self, leaf: Leaf, *, wanted: bool) -> int:
        key = (leaf.model_dump_json(), wanted)
        if key not in self._leaf_cache:
            number = next(place for place, axis in enumerate(self.axes) if axis.fact.id == leaf.slot)
            cells = self.axes[number].cells
            hits = [place for place, cell in enumerate(cells) if leaf_holds(leaf, {leaf.slot: cell.value}) is wanted]
            self._leaf_cache[key] = self.slab(number, hits)
        return self._leaf_cache[key]

    def boxes(self, cells: int, limit: int = 12) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Yield `cells` as few boxes: for each axis the indices the box takes; at most `limit` of them."""
        for _ in range(limit):
            if not cells:
                return
            lowest = (cells & -cells).bit_length() - 1
            box: list[tuple[int, ...]] = [
                ((lowest // stride) % len(axis.cells),) for stride, axis in zip(self.strides, self.axes, strict=True)
            ]
            for number, axis in enumerate(self.axes):
                for index in range(len(axis.cells)):
                    grown = [*box]
                    grown[number] = tuple(sorted({*box[number], index}))
                    if not self.box(grown) & ~cells:
                        box = grown
            yield tuple(box)
            cells &= ~self.box(box)

    def box(self, indices: Sequence[Sequence[int]]) -> int:
        """Return the cells of a box."""
        out = self.full
        for number, one in enumerate(indices):
            out &= self.slab(number, one)
        return out

    def lines(self, along: int) -> Iterator[list[int]]:
        """Yield, for each combination of the other axes, the bit numbers of its cells along axis `along`, ascending."""
        others = [range(len(axis.cells) - 1) for place, axis in enumerate(self.axes) if place != along]
        strides = [stride for place, stride in enumerate(self.strides) if place != along]
        for combination in product(*others):
            start = sum(index * stride for index, stride in zip(combination, strides, strict=True))
            yield [start + index * self.strides[along] for index in self.axes[along].stated]
