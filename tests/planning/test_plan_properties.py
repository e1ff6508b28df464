"""What holds for every plan, whatever the job."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.knowledge import Knowledge
from assistant.planning import Budget, PlanResult, Workload, plan, whynot
from assistant.planning.exploration import bare_plan, explore, result_of
from assistant.planning.pricing import counted, limit_of
from assistant.planning.shared import Shared
from assistant.planning.workload import applied

KB = Knowledge.load()
FEW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])

budgets = st.builds(
    Budget,
    amount=st.sampled_from([0.5, 4, 30, 300, 5000, 100_000]),
    currency=st.sampled_from([None, "USD", "CNY", "EUR"]),
    per=st.sampled_from(["hour", "day", "month", "total", "none"]),
    per_gpu=st.booleans(),
)


@st.composite
def workloads(draw: st.DrawFn) -> Workload:
    fields: dict[str, Any] = draw(
        st.one_of(
            st.fixed_dictionaries(
                {
                    "task": st.just("llm_finetune"),
                    "method": st.sampled_from(["full", "lora", "qlora"]),
                    "params": st.sampled_from([500_000_000, 7_000_000_000, 13_000_000_000, 70_000_000_000]),
                    "dataset_tokens": st.sampled_from([1_000_000, 100_000_000, 5_000_000_000]),
                }
            ),
            st.fixed_dictionaries(
                {
                    "task": st.just("llm_alignment"),
                    "alignment": st.sampled_from(["DPO", "PPO", "GRPO"]),
                    "method": st.sampled_from(["full", "lora"]),
                    "params": st.sampled_from([1_500_000_000, 7_000_000_000]),
                    "dataset_samples": st.sampled_from([5000, 60_000]),
                }
            ),
            st.fixed_dictionaries(
                {
                    "task": st.just("vision"),
                    "model": st.sampled_from(["resnet-50", "yolov8x", "vit-b-16"]),
                    "dataset_samples": st.sampled_from([1000, 1_000_000]),
                }
            ),
        )
    )
    fields["budget"] = draw(st.none() | budgets)
    fields["deadline_hours"] = draw(st.none() | st.sampled_from([5.0, 100.0]))
    fields["spot_ok"] = draw(st.sampled_from([None, True, False]))
    fields["lang"] = draw(st.sampled_from(["en", "zh"]))
    if draw(st.booleans()):
        fields["gpu_mentioned"] = (draw(st.sampled_from(["RTX 4090", "A100 80GB", "H100", "L40S", "V100"])),)
        fields["gpu_rel"] = draw(st.sampled_from(["want", "ask", "avoid", None]))
        fields["gpu_count"] = draw(st.sampled_from([None, 1, 4, 8]))
    return Workload(**fields)


def spent(result: PlanResult, option: Any) -> float:
    limit = limit_of(KB, result.workload.budget, option.offer.currency)
    return counted(limit, option.offer.price_per_hour * option.nodes, option.hours.mid, option.gpu_count)


@FEW
@given(workloads())
def test_a_feasible_plan_keeps_memory_budget_and_deadline_by_its_own_figures(workload: Workload) -> None:
    result = bare_plan(KB, workload)
    for option in result.options.values():
        assert option.memory is not None
        assert option.memory.needed_gb <= option.memory.capacity_gb
        limit = limit_of(KB, workload.budget, option.offer.currency)
        if limit.amount is not None:
            assert spent(result, option) <= limit.amount * (1 + 1e-6)
        if workload.deadline_hours is not None:
            assert option.hours.mid <= workload.deadline_hours
        if workload.spot_ok is not True:
            assert not option.offer.spot


@FEW
@given(workloads())
def test_nothing_beats_the_recommended_option_on_cost_time_and_headroom_at_once(workload: Workload) -> None:
    result = bare_plan(KB, workload)
    options = result.options
    if not options:
        return
    best = options["recommended"]
    for other in options.values():
        # A wish is kept for the recommended option although another card may beat it.
        wished = workload.gpu_mentioned and other.gpu != best.gpu
        assert wished or not (
            other.cost.mid < best.cost.mid
            and other.hours.mid < best.hours.mid
            and other.memory.headroom_gb > best.memory.headroom_gb
        )
        if other.cost.mid < best.cost.mid * 0.999 and other.hours.mid <= best.hours.mid:
            # Neither dearer nor slower: the wish or the risk that it lost to is told.
            assert any(entry.constraint in {"gpu", "risk"} for entry in result.rejected)
    assert options["cheapest"].cost.mid <= best.cost.mid
    assert options["fastest"].hours.mid <= best.hours.mid


@FEW
@given(workloads())
def test_one_machine_has_the_same_figures_in_every_option(workload: Workload) -> None:
    seen: dict[tuple[object, ...], Any] = {}
    for option in bare_plan(KB, workload).options.values():
        offer = option.offer
        machine = (offer.id, offer.provider, offer.instance, option.gpu_count, option.nodes, offer.spot)
        assert seen.setdefault(machine, option) == option


@settings(FEW, max_examples=30)
@given(workloads(), st.sampled_from([1.5, 10.0]))
def test_more_money_never_takes_a_plan_away_nor_slows_the_fastest(workload: Workload, factor: float) -> None:
    if workload.budget is None or workload.budget.amount is None:
        return
    poor = bare_plan(KB, workload)
    richer = applied(workload, {"budget": {**workload.budget.model_dump(), "amount": workload.budget.amount * factor}})
    rich = bare_plan(KB, richer)
    if poor.feasible:
        assert rich.feasible
        assert rich.options["fastest"].hours.mid <= poor.options["fastest"].hours.mid * (1 + 1e-9)


@FEW
@given(workloads())
def test_more_memory_on_every_card_never_takes_a_plan_away(workload: Workload) -> None:
    larger = {
        name: gpu.model_copy(
            update={"memory_gb": gpu.memory_gb * 2, "memory_bytes": gpu.memory_bytes and gpu.memory_bytes * 2}
        )
        for name, gpu in KB.gpus.items()
    }
    if bare_plan(KB, workload).feasible:
        assert bare_plan(KB.model_copy(update={"gpus": larger}), workload).feasible


@FEW
@given(workloads())
def test_every_lever_once_applied_gives_the_plan_that_it_shows(workload: Workload) -> None:
    result = plan(KB, workload)
    for lever in result.levers:
        then = bare_plan(KB, applied(workload, lever.set))
        assert then.feasible
        assert then.plan is not None
        assert lever.plan is not None
        assert then.plan.id == lever.plan.id
        assert lever.change
        assert lever.effect


@FEW
@given(workloads(), st.sampled_from([1, 6, 16, 100]))
def test_a_batch_that_was_named_is_kept(workload: Workload, batch: int) -> None:
    for option in bare_plan(KB, applied(workload, {"batch": batch})).options.values():
        layout = option.parallelism
        assert layout is not None
        replicas = option.gpu_count // (layout.tensor_parallel * layout.pipeline_parallel)
        assert layout.micro_batch * layout.grad_accum * replicas == batch


@FEW
@given(workloads())
def test_every_rejection_names_a_limit_that_is_really_broken(workload: Workload) -> None:
    result = bare_plan(KB, workload)
    for entry in result.rejected:
        assert entry.text
        if entry.need is not None and entry.have is not None:
            assert entry.need > entry.have
    if not result.feasible and result.plan is not None:
        assert result.plan.memory is not None
        assert result.plan.memory.needed_gb <= result.plan.memory.capacity_gb
        assert result.violates


@FEW
@given(workloads())
def test_no_claim_about_another_card_is_undone_by_a_better_offer_of_it(workload: Workload) -> None:
    explored = explore(KB, workload, Shared())
    result = result_of(explored)
    for line in result.rejected:
        if line.constraint in {"cost", "time"}:
            these = [one for one in explored.found if one.feasible and KB.gpus[one.fit.rig.gpu].name == line.gpu]
            these = [one for one in these if explored.search.reaches(one.machine)]
            assert these
            cost, hours = result.plan.cost.mid, result.plan.hours.mid
            assert not any(one.cost < cost * 0.999 and one.hours[1] < hours * 0.999 for one in these)


@FEW
@given(workloads(), st.sampled_from(["RTX 4090", "A100 80GB", "T4", "H100", "RTX 3060 12GB", "V100"]))
def test_a_why_not_names_a_limit_that_is_broken_or_a_price_that_is_paid(workload: Workload, card: str) -> None:
    result = bare_plan(KB, workload)
    answer = whynot(KB, workload, result, card)
    assert answer.text
    if answer.verdict == "breaks":
        assert answer.constraint
        if answer.need is not None and answer.have is not None:
            assert answer.need > answer.have
    elif answer.verdict == "works" and answer.cost_factor is not None:
        assert answer.option is not None
        assert result.plan is not None
        assert answer.option.cost is not None
        assert answer.cost_factor == pytest.approx(answer.option.cost.mid / result.plan.cost.mid)


@settings(max_examples=5, deadline=None)
@given(workloads())
def test_the_same_input_gives_the_same_bytes(workload: Workload) -> None:
    first = json.dumps(plan(KB, workload).to_json(), allow_nan=False, ensure_ascii=False)
    assert first == json.dumps(plan(KB, workload).to_json(), allow_nan=False, ensure_ascii=False)
