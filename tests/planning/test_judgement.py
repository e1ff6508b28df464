"""Judgements a careful expert makes: further models, named numbers, sane lengths, honest rejections."""

from __future__ import annotations

from typing import Any

import pytest
from planning_jobs import FULL_7B, planned

from assistant.knowledge import Knowledge
from assistant.planning import Budget, PlanResult, Workload, plan, whynot
from assistant.planning.words import choice_name

ALIGNED_7B = {"task": "llm_alignment", "params": 7_000_000_000, "dataset_samples": 10_000}
DOLLARS = Budget(amount=500, currency="USD", per="total")


def owned(kb: Knowledge, alignment: str, method: str) -> PlanResult:
    cards: dict[str, Any] = {"gpu_mentioned": ("B200",), "gpu_rel": "have", "gpu_count": 8}
    return planned(kb, **ALIGNED_7B, method=method, alignment=alignment, **cards)


@pytest.mark.parametrize(("alignment", "frozen", "critics"), [("DPO", 1, 0), ("PPO", 2, 1), ("GRPO", 2, 0)])
def test_preference_tuning_counts_its_further_models(kb: Knowledge, alignment: str, frozen: int, critics: int) -> None:
    result = owned(kb, alignment, "full")
    figures, layout = result.derivations, result.plan.parallelism
    shards = result.plan.gpu_count if layout.strategy == "fsdp" else 1
    assert figures["memory.frozen"].value == pytest.approx(frozen * 14 / shards)
    assert figures["memory.needed"].value == pytest.approx(result.plan.memory.needed_gb)
    assert (figures["memory.value_model"].value > 0) is (critics > 0)
    assert (figures["memory.kv_cache"].value > 0) is (alignment != "DPO")


def test_adapters_need_no_reference_but_ppo_keeps_its_reward_model(kb: Knowledge) -> None:
    assert "memory.needed_alone" not in owned(kb, "DPO", "lora").derivations
    assert owned(kb, "PPO", "lora").derivations["memory.frozen"].value == pytest.approx(14)


def test_grpo_trains_on_every_answer_of_the_group(kb: Knowledge) -> None:
    dpo, grpo = (owned(kb, name, "lora").derivations["work.amount"].value for name in ("DPO", "GRPO"))
    assert grpo == pytest.approx(8 * dpo)


def test_a_named_number_of_cards_is_planned(kb: Knowledge) -> None:
    wish = {"gpu_mentioned": ("H100",), "gpu_rel": "want", "budget": DOLLARS}
    result = planned(kb, **{**FULL_7B, **wish}, gpu_count=16)
    assert (result.plan.gpu_count, result.plan.nodes) == (16, 2)
    assert planned(kb, **FULL_7B, gpu_count=2, budget=DOLLARS).plan.gpu_count == 2


def test_own_cards_beyond_one_board_are_several_machines(kb: Knowledge) -> None:
    result = planned(kb, **FULL_7B, gpu_mentioned=("H100",), gpu_rel="have", gpu_count=32, batch=64)
    assert (result.plan.nodes, result.plan.gpus_per_node) == (4, 8)


def test_own_cards_of_an_unknown_name_are_judged_by_their_memory(kb: Knowledge) -> None:
    own = {"gpu_mentioned": ("RTX A5500",), "gpu_rel": "have", "vram_gb": 24}
    result = planned(kb, **{**FULL_7B, "method": "lora"}, **own)
    assert result.plan.offer.provider == "owned"
    assert any("RTX A5500" in text for text in result.warnings)


def test_the_wish_for_the_cheapest_recommends_the_cheapest(kb: Knowledge) -> None:
    result = planned(kb, **FULL_7B, budget=Budget(minimize=True))
    assert result.options["recommended"] == result.options["cheapest"]
    assert "time_limit" in {entry.name for entry in result.assumptions}


def test_unlimited_money_buys_time(kb: Knowledge) -> None:
    job = {"task": "vision", "model": "yolov8x", "dataset_samples": 118_000}
    thrifty, rich = (planned(kb, **job, budget=Budget(**{wish: True})) for wish in ("minimize", "unlimited"))
    assert rich.plan.hours.mid < thrifty.plan.hours.mid / 3


def test_a_run_of_many_years_is_no_plan(kb: Knowledge) -> None:
    job = {"task": "llm_pretrain", "params": 70_000_000_000, "dataset_tokens": 15 * 10**12}
    result = planned(kb, **job, budget=Budget(amount=100_000, currency="USD", per="month"))
    assert not result.feasible


def test_the_loader_bounds_what_small_networks_reach(kb: Knowledge) -> None:
    job = {"task": "vision", "model": "resnet-18", "dataset_samples": 1_000_000}
    result = planned(kb, **job, gpu_mentioned=("RTX 4090",), gpu_rel="have", gpu_count=1)
    own = {"gpu": "RTX 4090", "count": 1, "cpu_cores": 4}
    bound = planned(kb, **job, owned=own)
    assert bound.derivations["data.fed"].value == pytest.approx(4 * 600 / 1.75)
    assert bound.plan.tokens_or_samples_per_s == pytest.approx(4 * 600 / 1.75)
    assert result.plan.tokens_or_samples_per_s > bound.plan.tokens_or_samples_per_s


def test_files_are_opened_by_samples_and_not_by_tokens(kb: Knowledge) -> None:
    result = planned(kb, task="multimodal", method="lora", model="llava-1.5-7b", dataset_samples=100_000)
    per_sample = kb.number("planning.tokens_per_sample", "multimodal")
    assert result.plan.storage.iops == pytest.approx(result.plan.tokens_or_samples_per_s / per_sample)


def test_why_not_many_cards_plans_that_many(kb: Knowledge) -> None:
    workload = Workload.model_validate({**FULL_7B, "budget": DOLLARS})
    result = plan(kb, workload)
    answers = [whynot(kb, workload, result, name) for name in ("8x4090", "4090 x 8", "8 4090")]
    assert {answer.option.gpu_count for answer in answers if answer.option} == {8}
    assert all(answer.verdict == "works" for answer in answers)


def test_why_not_a_card_nobody_rents_out_still_judges_its_memory(kb: Knowledge) -> None:
    workload = Workload.model_validate({**FULL_7B, "budget": DOLLARS})
    answer = whynot(kb, workload, plan(kb, workload), "GTX 1080 Ti")
    assert answer.constraint == "memory"
    assert answer.need > answer.have


def test_rejected_cards_are_those_a_person_would_think_of(kb: Knowledge) -> None:
    for entry in planned(kb, **FULL_7B, budget=DOLLARS).rejected:
        assert "unnamed" not in entry.gpu
        assert "MI300X" not in entry.gpu
        assert entry.need is None or entry.have is None or entry.need / entry.have < 10


def test_bf16_on_cards_without_it_offers_fp16(kb: Knowledge) -> None:
    own = {"gpu_mentioned": ("V100 32GB",), "gpu_rel": "have", "gpu_count": 4}
    result = planned(kb, **{**FULL_7B, "method": "lora"}, **own, precision="bf16")
    assert result.violates == ("precision",)
    lever = next(lever for lever in result.levers if lever.id == "fp16")
    assert lever.plan.offer.provider == "owned"


def test_serving_is_declined_with_the_size_of_the_weights(kb: Knowledge) -> None:
    result = planned(kb, task="inference", params=8_000_000_000)
    assert not result.feasible
    assert result.violates == ("task",)
    assert result.derivations["memory.weights"].value == pytest.approx(16)


@pytest.mark.parametrize(
    ("said", "model", "taken"),
    [
        ("vision", "llama-3.1-8b", "llm_finetune"),
        ("llm_alignment", "resnet-50", "vision"),
        ("multimodal", "yolov8x", "vision"),
        ("rl", "llama-3.1-8b", "llm_alignment"),
    ],
)
def test_a_model_of_another_task_decides_and_says_so(kb: Knowledge, said: Any, model: str, taken: str) -> None:
    noted = [one for one in plan(kb, Workload(task=said, model=model)).assumptions if one.name == "task"]
    assert [one.value for one in noted] == [taken]
    assert f"you said {choice_name(kb, 'en', 'task', said)}," in noted[0].why


@pytest.mark.parametrize(("task", "model"), [("llm_pretrain", "llama-3.1-8b"), ("vision", "vit-l-16")])
def test_a_model_that_serves_the_task_changes_nothing(kb: Knowledge, task: Any, model: str) -> None:
    assert all(one.name != "task" for one in plan(kb, Workload(task=task, model=model)).assumptions)


def test_a_batch_beyond_the_data_is_one_warning(kb: Knowledge) -> None:
    def about(batch: int) -> int:
        job = Workload(task="llm_finetune", method="lora", params=7 * 10**9, dataset_samples=1000, batch=batch)
        return sum("1k samples" in warning for warning in plan(kb, job).warnings)

    assert (about(2048), about(64)) == (1, 0)


def test_loading_the_weights_of_a_giant_is_part_of_its_hours(kb: Knowledge) -> None:
    full = Workload(task="llm_finetune", method="full", model="deepseek-v3", dataset_tokens=10**8)
    giant, small = (plan(kb, full.model_copy(update={"model": name})) for name in ("deepseek-v3", "qwen2.5-0.5b"))
    assert giant.plan is not None
    assert giant.plan.hours.low > giant.derivations["time.loading"].value - kb.number("planning.setup_hours")
    assert "time.loading" not in small.derivations


def test_reinforcement_learning_is_paced_by_the_cores_that_simulate(kb: Knowledge) -> None:
    result = plan(kb, Workload(task="rl", dataset_samples=50_000_000))
    assert result.plan is not None
    assert 0.5 < result.plan.hours.mid < 24
    assert result.plan.hours.high > 2 * result.plan.hours.low
    assert result.derivations["data.simulated"].value == pytest.approx(result.plan.tokens_or_samples_per_s)


def test_a_reader_in_china_is_offered_scarce_machines_abroad_where_the_money_pays_for_no_other(kb: Knowledge) -> None:
    workload = Workload(
        task="diffusion", model="wan2.1-14b", lang="zh", budget=Budget(amount=50, currency="CNY", per="hour")
    )
    result = plan(kb, workload)
    lever = next(lever for lever in result.levers if lever.id == "scarce")
    assert lever.plan is not None
    assert lever.plan.offer.price_per_hour * lever.plan.nodes <= 50
    raised = next(lever for lever in result.levers if lever.id == "budget")
    assert raised.set["budget"]["amount"] > 50


def test_the_budget_that_is_offered_is_the_least_round_one_that_does(kb: Knowledge) -> None:
    """Two digits further down nothing that is planned with keeps the limit any more."""
    job = {"task": "llm_finetune", "method": "full", "params": 13_000_000_000, "dataset_samples": 100_000}
    for budget in (Budget(amount=3, currency="USD", per="hour"), Budget(amount=8, currency="USD", per="total")):
        raised = next(lever for lever in plan(kb, Workload(**job, budget=budget)).levers if lever.id == "budget")
        amount = raised.set["budget"]["amount"]
        less = budget.model_copy(update={"amount": amount * 0.9})
        assert not plan(kb, Workload(**job, budget=less)).feasible


def test_one_large_card_is_told_apart_from_smaller_ones_that_share_the_model(kb: Knowledge) -> None:
    budget = Budget(amount=20, currency="USD", per="hour")
    workload = Workload(
        task="llm_finetune", method="full", params=7_000_000_000, dataset_bytes=20 * 10**9, budget=budget
    )
    result = plan(kb, workload)
    assert result.plan is not None
    assert result.plan.gpu_count == 1
    shared = [entry for entry in result.rejected if "×" in entry.text and entry.constraint in {"cost", "time"}]
    assert any("FSDP" in entry.text or "ZeRO" in entry.text for entry in shared)
    assert all(entry.need > entry.have for entry in shared)
