"""A network between machines that the user tells limits what runs over it."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.knowledge import Knowledge
from assistant.language import facts
from assistant.planning import Owned
from assistant.planning.exploration import bare_plan
from assistant.planning.workload import Workload

PRETRAIN: dict[str, Any] = {
    "task": "llm_pretrain", "model": "llama-3-70b", "method": "scratch", "dataset_tokens": 50_000_000_000,
    "owned": Owned(gpu="H100", count=32),
}  # fmt: skip


def test_a_slow_network_of_ones_own_breaks_the_plan_with_need_and_have(kb: Knowledge) -> None:
    assert bare_plan(kb, Workload(**PRETRAIN)).feasible
    result = bare_plan(kb, Workload(**PRETRAIN, facts={"node_gbps": 1.0}))
    assert "network" in result.violates
    [own] = [entry for entry in result.rejected if entry.gpu == "H100 SXM5 80GB" and entry.constraint == "network"]
    assert own.have == 1
    assert own.need is not None
    assert own.need > 50


def test_a_fast_network_is_named_and_changes_nothing(kb: Knowledge) -> None:
    before = bare_plan(kb, Workload(**PRETRAIN)).plan
    after = bare_plan(kb, Workload(**PRETRAIN, facts={"node_gbps": 3200.0})).plan
    assert before is not None
    assert after is not None
    assert after.hours.mid == pytest.approx(before.hours.mid, rel=0.05)
    assert "3,200" in after.network.inter_node


@pytest.mark.parametrize("told", [None, 100.0, 40.0])
def test_what_is_rented_is_no_quicker_than_the_network_told(kb: Knowledge, told: float | None) -> None:
    job = {**PRETRAIN, "owned": None, "gpu_mentioned": ("H100",), "gpu_rel": "want", "gpu_count": 32}
    said = {"facts": {"node_gbps": told}} if told else {}
    result = bare_plan(kb, Workload(**job, **said))
    plan = result.plan
    assert plan is not None
    if told is not None and plan.nodes > 1:
        assert plan.network.gbps_per_node * kb.number("planning.network_share") <= told


def test_a_line_to_the_data_does_not_join_rented_machines(kb: Knowledge) -> None:
    job = {**PRETRAIN, "owned": None, "gpu_mentioned": ("H100",), "gpu_rel": "want", "gpu_count": 32}
    before, after = (bare_plan(kb, Workload(**job, **said)) for said in ({}, {"facts": {"line_gbps": 0.1}}))
    assert before.plan == after.plan


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the network between them is 1 gbit/s", {"node_gbps": 1}),
        ("the servers are connected by 10 gbit ethernet", {"node_gbps": 10}),
        ("what if the network is only 25 gbit?", {"node_gbps": 25}),
        ("机器之间网络只有 10g", {"node_gbps": 10}),
        ("we download over a 100 mbit line", {"line_gbps": 0.1}),
    ],
)
def test_a_network_between_machines_is_told_from_a_line(kb: Knowledge, text: str, told: dict[str, float]) -> None:
    assert {found.slot: found.value for found in facts.facts_in(kb, text)} == told
