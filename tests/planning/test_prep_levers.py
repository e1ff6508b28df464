"""Preparing data: what would make it possible, and several machines where one is too slow."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.knowledge import Knowledge
from assistant.planning import Budget, Workload, plan
from assistant.planning.workload import applied

JOB: dict[str, Any] = {"task": "data_prep", "dataset_bytes": 10 * 10**12}
LIMITS: dict[str, dict[str, Any]] = {
    "an hour": {"budget": Budget(amount=5, currency="CNY", per="hour"), "lang": "zh"},
    "in all": {"budget": Budget(amount=100, currency="CNY", per="total"), "lang": "zh"},
    "dollars": {"budget": Budget(amount=20, currency="USD", per="total")},
    "money and time": {"budget": Budget(amount=20, currency="USD", per="total"), "deadline_hours": 3.0},
    "minutes": {"deadline_hours": 0.01},
}


@pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS.keys())
def test_what_is_not_possible_has_levers_and_each_of_them_is_a_plan(kb: Knowledge, limits: dict[str, Any]) -> None:
    result = plan(kb, Workload(**JOB, **limits))
    assert not result.feasible
    assert result.levers
    for lever in result.levers:
        then = plan(kb, applied(result.workload, lever.set))
        assert then.feasible
        assert then.plan == lever.plan


def test_a_rate_an_hour_takes_the_machine_that_is_nearest_to_it(kb: Knowledge) -> None:
    result = plan(kb, Workload(**JOB, **LIMITS["an hour"]))
    [raised] = [lever for lever in result.levers if lever.id == "budget"]
    assert result.plan is not None
    assert result.plan.offer.price_per_hour is not None
    assert raised.set["budget"]["amount"] == pytest.approx(result.plan.offer.price_per_hour, rel=0.05)


def test_a_deadline_takes_as_many_machines_as_it_needs_and_no_more(kb: Knowledge) -> None:
    slow, quick = (plan(kb, Workload(**JOB, deadline_hours=hours)).plan for hours in (1000.0, 3.0))
    assert slow is not None
    assert quick is not None
    assert slow.nodes == 1
    assert quick.nodes > 1
    assert quick.hours.mid <= 3
    assert quick.hours.mid * 2 * quick.nodes > 3 * (quick.nodes - 1)
