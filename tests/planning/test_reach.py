"""How many cards a deadline asks for, and what a budget buys."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.knowledge import Knowledge
from assistant.planning import Budget, Owned, PlanResult, Workload
from assistant.planning.exploration import bare_plan
from assistant.planning.result import Option
from assistant.planning.workload import applied

KB = Knowledge.load()
FEW = settings(max_examples=10, deadline=None)
JOB: dict[str, Any] = {"task": "llm_finetune", "method": "full", "params": 7_000_000_000, "dataset_samples": 400_000}


def value(result: PlanResult, name: str) -> float:
    return result.derivations[name].value


@FEW
@given(st.sampled_from([3.0, 10.0, 40.0]), st.sampled_from(["H100", "A100 80GB"]))
def test_the_cards_named_for_a_deadline_meet_it_and_half_of_them_do_not(hours: float, card: str) -> None:
    result = bare_plan(KB, Workload(**JOB, deadline_hours=hours, gpu_mentioned=(card,), gpu_rel="want"))
    cards = int(value(result, "time.gpus_needed"))
    planned, half = (on_cards(result.workload, card, count) for count in (cards, cards // 2))
    assert planned.gpu_count == cards
    assert planned.hours.mid <= hours
    assert half.gpu_count != cards // 2 or half.hours.mid > hours


def on_cards(workload: Workload, card: str, count: int) -> Option:
    """Return the plan of a job on so many cards, on another number where they do not hold it."""
    wish = {"gpu_count": max(count, 1), "gpu_mentioned": (card,), "gpu_rel": "want", "deadline_hours": None}
    plan = bare_plan(KB, applied(workload, wish)).plan
    assert plan is not None
    return plan


def test_where_no_number_of_cards_does_it_a_batch_is_named_at_which_one_does() -> None:
    """Small micro-batches wait for their kernels' launch: more cards end no sooner at the same batch."""
    job: dict[str, Any] = {"task": "vision", "model": "vit-l-16", "dataset_samples": 10_000_000, "deadline_hours": 24}
    result = bare_plan(KB, Workload(**job, gpu_mentioned=("H100",), gpu_rel="want"))
    assert "time.gpus_needed" not in result.derivations
    named = [int(figure.replace(",", "")) for figure in re.findall(r"global batch of ([\d,]+)", result.reach[0])]
    assert len(named) == 2
    cards = int(value(result, "time.gpus_at_batch"))
    asked = {"gpu_mentioned": ("H100",), "gpu_rel": "want"}
    for batch, does in zip(named, (False, True), strict=True):
        then = on_cards(Workload(**job, **asked, batch=batch), "H100", cards)
        assert (then.hours.mid <= 24) is does


@FEW
@given(st.sampled_from([40.0, 300.0, 5000.0]), st.sampled_from(["total", "month"]), st.booleans())
def test_what_the_budget_buys_costs_the_budget(amount: float, per: Any, spot: bool) -> None:
    result = bare_plan(KB, Workload(**JOB, budget=Budget(amount=amount, currency="USD", per=per), spot_ok=spot))
    plan = result.plan
    assert plan is not None
    assert plan.offer.price_per_hour is not None
    hours = value(result, "time.hours_bought")
    spent = (hours + KB.number("planning.setup_hours")) * plan.offer.price_per_hour * plan.nodes
    if hours > 0:
        assert spent <= amount * (1 + 1e-9)
    if per == "total":
        assert (value(result, "time.amount_bought") >= value(result, "work.amount") * (1 - 1e-9)) is result.feasible
        if hours > 0:
            assert spent == pytest.approx(amount)


def test_a_month_has_no_more_hours_than_a_month() -> None:
    result = bare_plan(KB, Workload(**JOB, budget=Budget(amount=1e6, currency="USD", per="month")))
    assert value(result, "time.hours_bought") == pytest.approx(730 - KB.number("planning.setup_hours"))


@pytest.mark.parametrize(
    "fields",
    [
        {"budget": Budget(amount=20, currency="USD", per="hour")},
        {"budget": Budget(minimize=True)},
        {"owned": Owned(gpu="A100 80GB", count=8)},
        {},
    ],
)
def test_nothing_is_said_where_nothing_is_limited(fields: dict[str, Any]) -> None:
    result = bare_plan(KB, Workload(**JOB, **fields))
    assert result.reach == ()


def test_an_infeasible_plan_says_both_in_words() -> None:
    budget = Budget(amount=30, currency="USD", per="total")
    for lang in ("en", "zh"):
        result = bare_plan(KB, Workload(**JOB, deadline_hours=1.0, budget=budget, lang=lang))  # type: ignore[arg-type]
        assert not result.feasible
        cards, bought = result.reach
        assert f"{value(result, 'time.gpus_needed'):.0f}" in cards
        assert "%" in bought
