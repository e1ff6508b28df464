"""Answers that a careful expert would give, on single jobs."""

from __future__ import annotations

import pytest
from planning_jobs import FULL_7B, LORA_7B, planned

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.planning import Budget, Owned, Workload, compare, difference, plan, whynot
from assistant.sizing.derivation import Derivation, evaluate


def test_adapters_of_a_7b_take_one_card_of_24_gb_or_more(kb: Knowledge) -> None:
    result = planned(kb, **LORA_7B)
    assert result.plan is not None
    assert result.plan.gpu_count == 1
    assert result.plan.memory.capacity_gb >= 24
    assert all("T4" not in option.gpu for option in result.options.values())


def test_full_training_of_a_7b_is_sharded_and_shows_its_states(kb: Knowledge) -> None:
    result = planned(kb, **FULL_7B)
    assert result.plan.gpu_count * result.plan.memory.capacity_gb >= 112
    assert result.derivations["states.amp"].value == pytest.approx(112)
    assert result.derivations["states.bf16"].value == pytest.approx(56)
    assert {
        "work.flops",
        "memory.needed",
        "time.hours",
        "cost.total",
        "host.cores",
        "host.ram",
    } <= result.derivations.keys()


def test_every_derivation_prints_the_value_it_has(kb: Knowledge) -> None:
    for quantity in planned(kb, **FULL_7B).derivations.values():
        if isinstance(quantity, Derivation):
            inputs = {entry.symbol: entry.value for entry in quantity.inputs}
            assert evaluate(quantity.formula, inputs) == pytest.approx(quantity.value)


def test_no_card_of_24_gb_is_planned_for_full_training_of_a_70b(kb: Knowledge) -> None:
    budget = Budget(amount=1000, currency="CNY", per="month")
    result = planned(kb, task="llm_finetune", method="full", params=70_000_000_000, dataset_tokens=10**9, budget=budget)
    assert not result.feasible
    assert result.violates == ("budget",)
    assert result.plan.parallelism.strategy in {"fsdp", "zero3", "tensor", "tensor_pipeline"}
    assert result.plan.memory.capacity_gb >= 40
    assert {"budget", "smaller"} <= {lever.id for lever in result.levers}


def test_a_giant_takes_several_machines_and_says_which_network(kb: Knowledge) -> None:
    budget = Budget(amount=120, currency="USD", per="hour")
    result = planned(kb, task="llm_finetune", method="lora", model="deepseek-v3", dataset_tokens=10**8, budget=budget)
    assert result.plan.gpu_count * result.plan.memory.capacity_gb > 1342
    assert result.plan.nodes >= 2
    assert "RoCE" in result.plan.network.inter_node or "EFA" in result.plan.network.inter_node
    assert result.plan.network.gbps_per_node > 0


def test_pretraining_beyond_the_budget_offers_what_the_budget_buys(kb: Knowledge) -> None:
    budget = Budget(amount=500, currency="USD", per="total")
    result = planned(
        kb, task="llm_pretrain", method="scratch", params=7_000_000_000, dataset_tokens=10**12, budget=budget
    )
    assert not result.feasible
    assert result.derivations["work.flops"].value > 4.2e22
    levers = {lever.id: lever for lever in result.levers}
    assert {"less", "optimal", "finetune", "budget"} <= levers.keys()
    assert all(lever.plan.cost.mid <= 500 for name, lever in levers.items() if name != "budget")
    assert not {"lora", "qlora"} & levers.keys()


def test_cleaning_data_takes_no_card(kb: Knowledge) -> None:
    result = planned(kb, task="data_prep", dataset_bytes=5 * 10**12)
    assert result.feasible
    assert (result.plan.gpu, result.plan.gpu_count, result.plan.memory) == (None, 0, None)
    assert result.plan.cpu_cores > 8
    assert whynot(kb, result.workload, result, "H100").constraint == "gpu"


def test_own_hardware_comes_first_and_costs_nothing(kb: Knowledge) -> None:
    owned = Owned(gpu="RTX 3090", count=2, ram_gb=64)
    fits = planned(kb, task="llm_finetune", method="qlora", params=13_000_000_000, owned=owned)
    assert fits.plan.offer.provider == "owned"
    assert fits.plan.cost.mid == 0
    too_big = planned(kb, **FULL_7B, owned=owned)
    assert too_big.plan.offer.provider != "owned"
    assert any(entry.gpu == "RTX 3090" and entry.constraint == "memory" for entry in too_big.rejected)
    assert any(lever.plan.offer.provider == "owned" for lever in too_big.levers)


def test_a_card_to_avoid_is_in_no_option_and_one_that_is_wanted_is_in_all(kb: Knowledge) -> None:
    without = planned(kb, **FULL_7B, gpu_mentioned=("A100",), gpu_rel="avoid")
    assert all("A100" not in option.gpu for option in without.options.values())
    wanted = planned(kb, **LORA_7B, gpu_mentioned=("L4",), gpu_rel="want")
    assert all(option.gpu == "L4" for option in wanted.options.values())


def test_chinese_readers_get_their_clouds_and_their_money_first(kb: Knowledge) -> None:
    chinese = planned(kb, **LORA_7B, lang="zh")
    assert chinese.plan.offer.provider in {"alibaba", "autodl", "tencent", "huawei"}
    assert chinese.plan.cost.currency == "CNY"
    assert planned(kb, **LORA_7B).plan.offer.provider not in {"alibaba", "autodl", "tencent", "huawei"}
    named = planned(kb, **LORA_7B, lang="zh", provider="aws")
    assert named.plan.offer.provider == "aws"


def test_a_cloud_without_prices_is_shown_but_never_ranked(kb: Knowledge) -> None:
    result = planned(kb, **LORA_7B, provider="tencent")
    assert not result.feasible
    assert result.violates == ("availability",)
    assert result.plan.offer.price_per_hour is None
    assert result.plan.cost is None
    assert not result.options


def test_the_size_of_the_data_never_changes_the_memory(kb: Knowledge) -> None:
    slots = {"task": "vision", "model": "resnet-50", "dataset_samples": 100_000}
    small = planned(kb, **slots, dataset_bytes=10**10)
    large = planned(kb, **slots, dataset_bytes=10**12)
    assert small.plan.memory == large.plan.memory
    assert large.plan.storage.capacity_gb > small.plan.storage.capacity_gb


def test_spot_machines_only_with_leave(kb: Knowledge) -> None:
    refused = planned(kb, **FULL_7B, spot_ok=False)
    assert all(lever.id != "spot" for lever in refused.levers)
    allowed = planned(kb, **FULL_7B, spot_ok=True)
    assert allowed.plan.offer.spot
    assert any(entry.id == "spot" for entry in allowed.advice)


def test_preference_tuning_counts_the_frozen_reference(kb: Knowledge) -> None:
    tuned = planned(
        kb, **{**FULL_7B, "task": "llm_alignment"}, gpu_mentioned=("A100 40GB",), gpu_rel="have", gpu_count=4
    )
    plain = planned(kb, **FULL_7B, gpu_mentioned=("A100 40GB",), gpu_rel="have", gpu_count=4)
    layout = tuned.plan.parallelism
    assert layout.strategy == "fsdp"
    assert tuned.derivations["memory.needed"].value == pytest.approx(tuned.plan.memory.needed_gb)
    assert not any("252" in text for text in plain.warnings)


def test_a_mixture_of_experts_is_sized_by_all_its_parameters(kb: Knowledge) -> None:
    result = planned(kb, task="llm_finetune", method="lora", model="mixtral-8x7b", dataset_tokens=10**8)
    assert result.plan.gpu_count * result.plan.memory.capacity_gb > 93
    assert any(lever.id == "qlora" for lever in result.levers)


@pytest.mark.parametrize("per", ["day", "week", "month", "year"])
def test_a_budget_of_a_period_counts_what_is_spent_in_it(kb: Knowledge, per: str) -> None:
    result = planned(kb, **LORA_7B, budget=Budget(amount=50, currency="USD", per=per))
    assert result.feasible
    assert result.plan.spent <= 50
    assert result.plan.period_cost >= result.plan.spent


def test_a_budget_for_each_card_is_multiplied(kb: Knowledge) -> None:
    result = planned(kb, **FULL_7B, budget=Budget(amount=3, currency="USD", per="hour", per_gpu=True))
    assert result.feasible
    assert result.plan.offer.price_per_hour / result.plan.gpus_per_node <= 3


def test_money_that_has_no_rate_is_refused_in_one_sentence(kb: Knowledge) -> None:
    with pytest.raises(InputError, match="XXX"):
        planned(kb, **LORA_7B, budget=Budget(amount=3, currency="XXX", per="hour"))


def test_why_not_gives_the_limit_with_its_margin(kb: Knowledge) -> None:
    workload = Workload.model_validate(FULL_7B)
    result = plan(kb, workload)
    small = whynot(kb, workload, result, "RTX 4090")
    assert small.constraint == "memory"
    assert small.margin == pytest.approx(small.need - small.have)
    assert "NVLink" in small.text
    assert small.lever is not None
    other = whynot(kb, workload, result, "lora")
    assert other.verdict == "works"
    assert whynot(kb, workload, result, "no such thing").verdict == "unknown"


def test_compare_keeps_the_order_and_says_what_each_card_breaks(kb: Knowledge) -> None:
    sides = compare(kb, Workload.model_validate(FULL_7B), ["RTX 4090", "A100 80GB", "nonsense"])
    assert [side.gpu.split()[0] for side in sides] == ["RTX", "A100"]
    assert not sides[0].feasible
    assert sides[0].text
    assert sides[1].feasible


def test_the_difference_of_two_plans_names_the_changed_slot_and_the_machine(kb: Knowledge) -> None:
    before = planned(kb, **FULL_7B)
    after = planned(kb, **{**FULL_7B, "method": "lora"})
    lines = {line.name: line for line in difference(kb, before, after)}
    assert lines["slot.method"].before == "full"
    assert lines["machine"].before != lines["machine"].after
    assert difference(kb, before, before) == ()


def test_nothing_said_gives_a_plan_with_every_assumption_named(kb: Knowledge) -> None:
    result = planned(kb)
    names = {entry.name for entry in result.assumptions}
    assert {"task", "method", "params", "seq_len", "dataset", "batch", "precision"} <= names
    assert all(entry.why for entry in result.assumptions)
    assert result.plan is not None


def test_chinese_and_english_plans_differ_in_words_only(kb: Knowledge) -> None:
    english = planned(kb, **FULL_7B, provider="aws", budget=Budget(unlimited=True, currency="USD"))
    chinese = planned(kb, **FULL_7B, provider="aws", lang="zh", budget=Budget(unlimited=True, currency="USD"))
    assert english.plan.offer == chinese.plan.offer
    assert english.advice[0].text != chinese.advice[0].text


def test_own_hardware_without_money_is_judged_alone_and_told_what_would_help(kb: Knowledge) -> None:
    result = planned(kb, **FULL_7B, gpu_mentioned=("4090",), gpu_rel="have", gpu_count=2)
    assert not result.feasible
    assert result.violates == ("memory",)
    levers = {lever.id: lever for lever in result.levers}
    assert levers["qlora"].plan.offer.provider == "owned"
    assert levers["rent"].plan.offer.provider != "owned"
    assert planned(kb, **FULL_7B, gpu_mentioned=("4090",), gpu_rel="have", gpu_count=2, provider="owned").plan is None


@pytest.mark.parametrize(("name", "card"), [("RTX 3060", "RTX 3060 12GB"), ("V100 32GB", "V100 SXM2 32GB")])
def test_the_beginning_of_a_name_is_enough_for_own_hardware(kb: Knowledge, name: str, card: str) -> None:
    result = planned(kb, **{**LORA_7B, "method": "qlora"}, gpu_mentioned=(name,), gpu_rel="have")
    assert (result.plan.gpu, result.plan.offer.provider) == (card, "owned")


def test_hardware_of_which_only_the_memory_is_known_is_planned_for_too(kb: Knowledge) -> None:
    result = planned(kb, **{**LORA_7B, "method": "qlora"}, gpu_rel="have", vram_gb=24)
    assert result.plan.offer.provider == "owned"
    assert any(entry.name == "card" for entry in result.assumptions)


def test_a_small_job_takes_one_card_although_several_would_cost_little_more(kb: Knowledge) -> None:
    budget = Budget(amount=200, currency="USD", per="total")
    slots = {"task": "llm_finetune", "method": "qlora", "params": 8_000_000_000, "dataset_bytes": 2 * 10**9}
    assert planned(kb, **slots, budget=budget).plan.gpu_count == 1


def test_the_card_that_was_named_is_the_first_that_is_explained(kb: Knowledge) -> None:
    result = planned(kb, **FULL_7B, gpu_mentioned=("RTX 4090",), gpu_rel="ask", budget=Budget(amount=3, currency="USD"))
    assert result.rejected[0].gpu == "RTX 4090"


def test_own_hardware_is_shown_with_one_length_whether_cheapest_or_recommended(kb: Knowledge) -> None:
    own = Owned(gpu="RTX 3090", count=2)
    result = planned(kb, task="speech", model="whisper-large-v3", dataset_audio_hours=1200, owned=own)
    mine = [option for option in result.options.values() if option.offer.provider == "owned"]
    assert mine
    assert all(option == result.plan for option in mine)
