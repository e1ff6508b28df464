"""A recommender whose tables need several cards gets a plan that is worth its money."""

from __future__ import annotations

from typing import Any

import pytest
from planning_jobs import planned

from assistant.knowledge import Knowledge
from assistant.planning import Budget

JOB: dict[str, Any] = {"task": "recsys", "params": 10_000_000_000, "dataset_bytes": 2 * 10**12}


@pytest.mark.parametrize("rate", [3.0, 5.0])
def test_a_smaller_rate_does_not_cost_many_times_as_much(kb: Knowledge, rate: float) -> None:
    rich = planned(kb, **JOB, budget=Budget(unlimited=True)).options["cheapest"]
    result = planned(kb, **JOB, budget=Budget(amount=rate, currency="USD", per="hour"))
    offered = [result.plan, *(lever.plan for lever in result.levers)]
    costs = [option.cost.mid for option in offered if option is not None and option.cost is not None]
    assert rich.cost is not None
    assert costs
    assert max(costs) < 3 * rich.cost.mid


def test_several_cards_are_timed_by_rows_and_it_says_so(kb: Knowledge) -> None:
    result = planned(kb, **JOB, budget=Budget(amount=5.0, currency="USD", per="hour"))
    assert result.plan is not None
    assert result.plan.gpu_count > 1
    assert any("looked-up rows" in text for text in result.warnings)
    assert "speed.rows" in result.derivations
