"""The grid of the linter is exact: checked against going through every cell."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.knowledge.conditions import when_holds
from assistant.knowledge.lint.grid import Grid
from assistant.knowledge.lint.numbers import differing, numbers
from assistant.knowledge.schema import FactDeclaration, Rule
from assistant.knowledge.schema.base import Bilingual

NAME = Bilingual(en="x", zh="x")
FACTS = {
    "p": FactDeclaration(id="p", type="number", unit="params", low=1, high=1e12, name=NAME),
    "n": FactDeclaration(id="n", type="number", unit="count", low=1, high=64, name=NAME),
    "s": FactDeclaration(id="s", type="number", unit="GB/s", low=0, high=10, name=NAME),
    "m": FactDeclaration(id="m", type="enum", values=("full", "lora", "qlora"), name=NAME),
    "f": FactDeclaration(id="f", type="flag", name=NAME),
}

leaf = st.one_of(
    st.builds(
        lambda op, v: {"slot": "p", op: v},
        st.sampled_from(["gte", "gt", "lt", "lte"]),
        st.sampled_from([1.0, 5e9, 7e9, 1e12]),
    ),
    st.builds(
        lambda op, v: {"slot": "n", op: v},
        st.sampled_from(["gte", "gt", "lt", "lte", "is"]),
        st.sampled_from([1.0, 2.0, 8.0]),
    ),
    st.builds(lambda op, v: {"slot": "s", op: v}, st.sampled_from(["gte", "lt"]), st.sampled_from([0.1, 0.5])),
    st.builds(
        lambda op, v: {"slot": "m", op: v},
        st.sampled_from(["in", "not_in"]),
        st.sampled_from([["full"], ["lora", "qlora"]]),
    ),
    st.builds(lambda v: {"slot": "f", "is": v}, st.booleans()),
    st.builds(lambda slot, op: {"slot": slot, op: True}, st.sampled_from("pm"), st.sampled_from(["known", "unknown"])),
)
when = st.fixed_dictionaries(
    {
        "all": st.lists(
            st.one_of(leaf, st.builds(lambda rows: {"any": rows}, st.lists(leaf, min_size=1, max_size=2))), max_size=3
        ),
        "unless": st.lists(leaf, max_size=1),
    }
)


def rule_of(condition: dict[str, object]) -> Rule:
    return Rule.model_validate(
        {
            "id": "r",
            "table": "t",
            "kind": "advice",
            "when": condition,
            "because": {"en": "x", "zh": "x"},
            "examples": {"yes": [{}], "no": [{}]},
        }
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(when, min_size=1, max_size=3))
def test_region_is_what_the_condition_says_on_every_cell(conditions: list[dict[str, object]]) -> None:
    rules = [rule_of(one) for one in conditions]
    grid = Grid.over(FACTS, list(FACTS), rules)
    for rule in rules:
        region = grid.region(rule)
        for indices in product(*(range(len(axis.cells)) for axis in grid.axes)):
            bit = sum(index * stride for index, stride in zip(indices, grid.strides, strict=True))
            facts = {axis.fact.id: axis.cells[index].value for axis, index in zip(grid.axes, indices, strict=True)}
            assert bool(region >> bit & 1) == (when_holds(rule.when, facts) is True), facts


@settings(max_examples=60, deadline=None)
@given(
    when, st.floats(1, 1e12), st.integers(1, 64), st.floats(0, 10), st.sampled_from(FACTS["m"].values), st.booleans()
)
def test_a_value_behaves_like_the_cell_it_falls_into(
    condition: dict[str, object], p: float, n: int, s: float, m: str, f: bool
) -> None:
    rule = rule_of(condition)
    grid = Grid.over(FACTS, list(FACTS), [rule])
    facts: dict[str, Any] = {"p": float(int(p)), "n": float(n), "s": s, "m": m, "f": f}
    bit = 0
    for axis, stride in zip(grid.axes, grid.strides, strict=True):
        value = facts[axis.fact.id]
        if axis.fact.type == "number":
            places = [place for place in axis.stated if axis.cells[place].point and axis.cells[place].value == value]
            places += [
                place for place in axis.stated if (axis.cells[place].low or 0) <= value <= (axis.cells[place].high or 0)
            ]
            index = places[0]
        else:
            index = next(place for place in axis.stated if axis.cells[place].value == value)
        bit += index * stride
    assert bool(grid.region(rule) >> bit & 1) == (when_holds(rule.when, facts) is True)


@settings(max_examples=60, deadline=None)
@given(st.lists(when, min_size=1, max_size=3))
def test_boxes_cover_a_region_and_nothing_else(conditions: list[dict[str, object]]) -> None:
    rules = [rule_of(one) for one in conditions]
    grid = Grid.over(FACTS, list(FACTS), rules)
    region = grid.region(rules[0])
    union = 0
    for box in grid.boxes(region, limit=100_000):
        cells = grid.box(box)
        assert cells & ~region == 0
        union |= cells
    assert union == region


def test_figures_of_a_sentence() -> None:
    assert numbers("A100 on ResNet-50, SD 1.5 in FP16 with 8-bit Adam takes 1,129 GB, 108-122 GB or 0.1 MB/s") == {
        1129,
        108,
        122,
        0.1,
    }
    assert numbers("每 3 万元，7B，16 位") == {30000, 7}
    assert differing("two cards of 24 GB", "两张 24GB") == (set(), set())
    assert differing("Take 48 GB", "用 40GB") == ({48}, {40})
