"""What is assumed where nobody said anything."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from assistant.planning import PlanResult, Workload
from assistant.planning.exploration import bare_plan


def assumed(result: PlanResult, name: str) -> float:
    return next(float(entry.value) for entry in result.assumptions if entry.name == name)


def test_a_longer_context_that_was_named_has_longer_samples(kb: Knowledge) -> None:
    job = {"task": "llm_finetune", "method": "lora", "params": 7_000_000_000, "dataset_samples": 1000}
    lengths = [
        assumed(bare_plan(kb, Workload(**job, seq_len=seq_len)), "tokens_per_sample")
        for seq_len in (128, 2048, 8192, 32768)
    ]
    assert lengths[0] <= 128
    assert lengths[1] == assumed(bare_plan(kb, Workload(**job)), "tokens_per_sample")
    assert lengths[2:] == [4 * lengths[1], 16 * lengths[1]]


@pytest.mark.parametrize(("pictures", "least"), [(20, 5000), (200, 5000), (100_000, 100_000)])
def test_a_handful_of_pictures_is_gone_through_often_enough(kb: Knowledge, pictures: int, least: int) -> None:
    result = bare_plan(kb, Workload(task="diffusion", model="sdxl", method="lora", dataset_samples=pictures))
    assert result.derivations["work.amount"].value >= least
    assert assumed(result, "epochs") >= 10


def test_contrastive_training_takes_large_batches(kb: Knowledge) -> None:
    result = bare_plan(kb, Workload(task="multimodal", model="clip-vit-b-32", dataset_samples=1_000_000))
    assert assumed(result, "batch") >= 256


def test_steps_of_reinforcement_learning_are_its_samples(kb: Knowledge) -> None:
    result = bare_plan(kb, Workload(task="rl", train_steps=3_000_000))
    assert result.derivations["work.amount"].value == 3_000_000
    assert "dataset" not in {entry.name for entry in result.assumptions}


def test_the_size_of_the_tables_is_the_size_of_a_recommender(kb: Knowledge) -> None:
    job = {"task": "recsys", "model": "dlrm", "dataset_samples": 1_000_000}
    plans = [bare_plan(kb, Workload(**job, facts=facts)) for facts in ({}, {"embedding_gb": 4})]
    assert all(result.feasible for result in plans)
    assert assumed(plans[1], "embedding") == 1e9
    assert plans[1].plan is not None
    assert plans[1].plan.memory is not None
    assert plans[1].plan.memory.weights_gb == pytest.approx(4)
