"""What a user tells of the surroundings comes back as a remark on the plan, and only then."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.knowledge import Knowledge
from assistant.planning import Owned, Workload, plan

JOB: dict[str, Any] = {"task": "llm_finetune", "method": "lora", "params": 7_000_000_000, "dataset_bytes": 10**9}


def told(kb: Knowledge, card: str, **facts: Any) -> tuple[tuple[str, ...], set[str]]:
    owned = Owned(gpu=card, count=1)
    result = plan(kb, Workload(**JOB, gpu_mentioned=(card,), gpu_rel="have", gpu_count=1, owned=owned, facts=facts))
    return result.warnings, {use.id for use in result.rules}


@pytest.mark.parametrize(
    ("card", "facts", "rule"),
    [
        ("RTX 5090", {"cuda": 11.8}, "software.blackwell-needs-cuda-12-8"),
        ("RTX 4090", {"cuda": 12.4, "driver": 470}, "software.driver-too-old"),
        ("RTX 4090", {"deploy": "datacenter"}, "card.geforce-licence"),
        ("RTX 4090", {"line_gbps": 0.1}, "network.slow-line"),
        ("RTX 4090", {"gpu_hours_per_year": 500}, "buy-or-rent.rent"),
    ],
)
def test_a_told_fact_comes_back_as_a_remark(kb: Knowledge, card: str, facts: dict[str, Any], rule: str) -> None:
    warnings, fired = told(kb, card, **facts)
    assert rule in fired
    assert kb.rules[rule].because.en in warnings
    silent, before = told(kb, card)
    assert rule not in before
    assert kb.rules[rule].because.en not in silent


def test_a_framework_named_in_passing_is_no_remark(kb: Knowledge) -> None:
    assert told(kb, "RTX 4090", framework="pytorch")[0] == told(kb, "RTX 4090")[0]


def test_rules_on_pytorch_hold_until_another_framework_is_named(kb: Knowledge) -> None:
    assert "software.pin-a-recent-pair" in told(kb, "RTX 4090")[1]
    assert "software.pin-a-recent-pair" not in told(kb, "RTX 4090", framework="jax")[1]


def test_an_old_price_is_told_by_the_day_of_the_newest_one(kb: Knowledge) -> None:
    old = plan(kb, Workload(**JOB, provider="alibaba", lang="zh"))
    assert "cost.old-price" in {use.id for use in old.rules}
    new = plan(kb, Workload(**JOB, provider="lambda"))
    assert new.plan is not None
    assert new.plan.offer.price_date[:4] == "2026"
    assert "cost.old-price" not in {use.id for use in new.rules}


def test_states_are_said_not_to_fit_only_where_one_card_can_not_hold_them(kb: Knowledge) -> None:
    for params in (1_500_000_000, 7_000_000_000):
        job = {**JOB, "params": params, "method": "full"}
        owned = Owned(gpu="A100 80GB", count=4)
        result = plan(kb, Workload(**job, gpu_mentioned=("A100 80GB",), gpu_rel="have", gpu_count=4, owned=owned))
        fired = {use.id for use in result.rules}
        states = 16 * params / 1e9
        assert result.plan is not None
        assert result.plan.memory is not None
        assert ("memory.shard-the-states" in fired) == (states > result.plan.memory.capacity_gb)
