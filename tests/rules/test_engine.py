"""Matching: three values, hit policies, what to ask next, why not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import FactDeclaration, Rule, Table
from assistant.rules import RuleConflictError, match

TEXT = {"en": "x", "zh": "x"}


def rule(identity: str, when: dict[str, Any] | None = None, **rest: Any) -> Rule:
    keys = {"table": "t", "kind": "advice", "because": TEXT, "examples": {"yes": [{}], "no": [{}]}, **rest}
    return Rule.model_validate({"id": identity, "when": when or {}, **keys})


def base(hit: str, *rules: Rule) -> Knowledge:
    names = {"params": "number", "method": "enum", "fits": "flag"}
    facts = {
        name: FactDeclaration.model_validate(
            {
                "id": name,
                "type": kind,
                "name": TEXT,
                "low": 0 if kind == "number" else None,
                "high": 1e13 if kind == "number" else None,
                "values": ("full", "lora") if kind == "enum" else (),
            }
        )
        for name, kind in names.items()
    }
    table = Table.model_validate({"id": "t", "hit": hit, "title": TEXT})
    return Knowledge(facts=facts, tables={"t": table}, rules={one.id: one for one in rules})


SMALL = {"all": [{"slot": "params", "lte": 7e9}]}
LORA = {"all": [{"slot": "method", "is": "lora"}]}


def test_unstated_is_neither_true_nor_false() -> None:
    kb = base("collect", rule("a", SMALL), rule("b", {"all": [], "unless": [{"slot": "fits", "is": True}]}))
    assert [trace.outcome for trace in match(kb, {})] == ["open", "open"]
    assert [trace.outcome for trace in match(kb, {"params": None, "fits": ""})] == ["open", "open"]
    assert [trace.outcome for trace in match(kb, {"params": 1e9, "fits": False})] == ["fired", "fired"]
    assert [trace.outcome for trace in match(kb, {"params": 1e10, "fits": True})] == ["blocked", "blocked"]


def test_one_false_test_blocks_whatever_is_unstated() -> None:
    kb = base("collect", rule("a", {"all": [*SMALL["all"], *LORA["all"]]}))
    assert match(kb, {"method": "full"}).traces[0].outcome == "blocked"


def test_one_true_alternative_is_enough_whatever_is_unstated() -> None:
    kb = base("collect", rule("a", {"all": [{"any": [*SMALL["all"], *LORA["all"]]}]}))
    assert match(kb, {"method": "lora"}).traces[0].outcome == "fired"
    assert match(kb, {"method": "full"}).traces[0].outcome == "open"


def test_known_and_unknown_are_never_open() -> None:
    kb = base(
        "collect",
        rule("a", {"all": [{"slot": "params", "known": True}]}),
        rule("b", {"all": [{"slot": "params", "unknown": True}]}),
    )
    assert [trace.outcome for trace in match(kb, {})] == ["blocked", "fired"]
    assert [trace.outcome for trace in match(kb, {"params": 1e9})] == ["fired", "blocked"]


def test_a_value_of_another_type_does_not_hold_and_does_not_crash() -> None:
    assert match(base("collect", rule("a", SMALL)), {"params": "many"}).traces[0].outcome == "blocked"


def test_a_list_holds_where_one_of_its_values_does() -> None:
    kb = base("collect", rule("a", {"all": [{"slot": "method", "in": ["lora"]}]}))
    assert match(kb, {"method": ["full", "lora"]}).traces[0].outcome == "fired"


class TestHitPolicies:
    def test_priority_keeps_the_greatest_and_names_the_winner(self) -> None:
        kb = base(
            "priority",
            rule("weak", SMALL, priority=1, then={"a": "1"}),
            rule("strong", LORA, priority=9, then={"a": "2"}),
        )
        trace = match(kb, {"params": 1e9, "method": "lora"})
        assert [one.rule.id for one in trace.fired] == ["strong"]
        assert [(one.rule.id, one.by) for one in trace.overridden] == [("weak", "strong")]

    def test_priority_refuses_a_tie_that_disagrees(self) -> None:
        kb = base("priority", rule("a", then={"a": "1"}), rule("b", then={"a": "2"}))
        with pytest.raises(RuleConflictError, match="`a` and `b` both fire"):
            match(kb, {})

    def test_unique_refuses_two(self) -> None:
        with pytest.raises(RuleConflictError):
            match(base("unique", rule("a"), rule("b")), {})

    def test_any_takes_several_that_agree(self) -> None:
        assert len(match(base("any", rule("a", then={"x": "1"}), rule("b", then={"x": "1"})), {}).fired) == 2
        with pytest.raises(RuleConflictError):
            match(base("any", rule("a", then={"x": "1"}), rule("b", then={"x": "2"})), {})

    def test_collect_orders_by_priority_then_id(self) -> None:
        kb = base("collect", rule("b", priority=5), rule("a", priority=5), rule("c", priority=9))
        assert [one.id for one in match(kb, {}).rules] == ["c", "a", "b"]


leaf = st.sampled_from(
    [
        {"slot": "params", "gte": 1e9},
        {"slot": "params", "lt": 7e9},
        {"slot": "method", "is": "full"},
        {"slot": "method", "not_in": ["full"]},
        {"slot": "fits", "is": True},
    ]
)
condition = st.builds(
    lambda all_, any_, unless: {"all": [*all_, *([{"any": any_}] if any_ else [])], "unless": unless},
    st.lists(leaf, max_size=3),
    st.lists(leaf, max_size=2),
    st.lists(leaf, max_size=2),
)
VALUES = {"params": (5e8, 1e9, 7e9, 8e9), "method": ("full", "lora"), "fits": (True, False)}


@settings(max_examples=100, deadline=None)
@given(condition, st.sampled_from(sorted(VALUES)), st.data())
def test_an_answer_once_given_stays_when_more_is_said(when: dict[str, Any], left_out: str, data: st.DataObject) -> None:
    kb = base("collect", rule("a", when))
    facts = {name: data.draw(st.sampled_from(values)) for name, values in VALUES.items()}
    before = match(kb, {name: value for name, value in facts.items() if name != left_out}).traces[0].outcome
    after = match(kb, facts).traces[0].outcome
    assert after != "open"
    assert before in {"open", after}


def test_the_shipped_rules_are_decided_on_a_whole_plan() -> None:
    kb = Knowledge.load()
    facts = {
        "task": "llm_finetune",
        "method": "full",
        "params": 7e9,
        "gpu_count": 2,
        "nodes": 1,
        "gpu": "rtx-4090",
        "gpu_link": "pcie",
    }
    trace = match(kb, facts)
    assert match(kb, facts, "gpu").rules[0].id == "gpu.full.3b-9b"
    assert "network.no-nvlink-on-this-card" in {one.id for one in trace.rules}
    paired = match(kb, {**facts, "gpu_link": "nvlink_pair", "gpu": "rtx-3090"})
    assert "network.bridge-for-a-pair" in {one.id for one in paired.rules}
