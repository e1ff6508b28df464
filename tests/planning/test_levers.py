"""Changes that are offered: each one is possible on the machine that it names."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.planning import Owned, Workload, plan


def test_pure_bf16_is_never_offered_on_a_card_without_it(kb: Knowledge) -> None:
    owned = Owned(gpu="T4", count=1)
    result = plan(kb, Workload(task="llm_finetune", method="full", params=1_500_000_000, owned=owned))
    offered = [lever for lever in result.levers if lever.id.startswith("bf16")]
    assert result.violates == ("memory",)
    assert all(lever.plan is not None and lever.plan.gpu != "T4" for lever in offered)


def test_a_change_that_lets_the_wanted_card_do_it_is_offered_although_it_saves_nothing(kb: Knowledge) -> None:
    workload = Workload(
        task="diffusion", model="flux.1-dev", method="lora", dataset_samples=30, gpu_mentioned=("RTX 4090",),
        gpu_rel="want",
    )  # fmt: skip
    result = plan(kb, workload)
    assert result.plan is not None
    assert result.plan.gpu != "RTX 4090"
    lever = next(lever for lever in result.levers if lever.id == "qlora")
    assert lever.plan is not None
    assert lever.plan.gpu == "RTX 4090"


def test_two_small_cards_train_adapters_of_seventy_billion_with_the_base_in_host_memory(kb: Knowledge) -> None:
    workload = Workload(
        task="llm_finetune", method="qlora", model="llama-3.1-70b", dataset_samples=10_000,
        owned=Owned(gpu="RTX 4090", count=2, ram_gb=128),
    )  # fmt: skip
    lever = next(lever for lever in plan(kb, workload).levers if lever.id == "offload_all")
    assert lever.plan is not None
    assert lever.plan.offer.provider == "owned"
    assert lever.plan.ram_gb <= 128
    small = workload.model_copy(update={"owned": Owned(gpu="RTX 4090", count=2, ram_gb=32)})
    assert all(lever.id != "offload_all" for lever in plan(kb, small).levers)
