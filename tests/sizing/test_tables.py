"""Recommendation models over several cards: rows travel, tables do not."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.knowledge import Knowledge
from assistant.sizing.scaling import ScalingRequest
from assistant.sizing.scaling import estimate as scaling
from assistant.sizing.speed import SpeedRequest
from assistant.sizing.speed import estimate as speed

DLRM: dict[str, Any] = {"model": "dlrm", "params": 10_000_000_000, "micro_batch": 8192}


def rate(kb: Knowledge, gpu: str, **fields: Any) -> float:
    return speed(kb, SpeedRequest(**{**DLRM, "gpu": gpu, **fields})).mid.value


@pytest.mark.parametrize("gpu", ["A100 80GB", "H100", "RTX 4090", "L40S"])
def test_more_cards_are_quicker_and_never_more_than_as_many_times(kb: Knowledge, gpu: str) -> None:
    one, two, eight = (rate(kb, gpu, n_gpus=count, sharding="fsdp" if count > 1 else "none") for count in (1, 2, 8))
    assert eight <= 8 * one
    assert two <= 2 * one
    assert eight > two * (0.7 if gpu == "RTX 4090" else 1)  # cards without peer-to-peer share the host's path


def test_the_size_of_the_tables_does_not_travel(kb: Knowledge) -> None:
    small, large = (rate(kb, "A100 80GB", n_gpus=8, params=size, sharding="fsdp") for size in (1e9, 1e11))
    assert small == pytest.approx(large)


def test_the_published_speedup_of_eight_cards_is_inside_the_range(kb: Knowledge) -> None:
    """Merlin sparse operation kit, embedding demo on a DGX A100: 316,269 and 1,444,925 samples a second."""
    alone = speed(kb, SpeedRequest(**DLRM, gpu="A100 80GB"))
    eight = speed(kb, SpeedRequest(**DLRM, gpu="A100 80GB", n_gpus=8, sharding="fsdp"))
    assert eight.low.value / alone.mid.value <= 1_444_925 / 316_269 <= eight.high.value / alone.mid.value


def test_a_step_of_few_samples_waits_for_its_kernels(kb: Knowledge) -> None:
    assert rate(kb, "A100 80GB", micro_batch=1) == pytest.approx(1 / kb.number("throughput.lookup_floor_s"))


def test_the_scaling_estimate_follows_the_same_law(kb: Knowledge) -> None:
    asked = {"model": "dlrm", "params": 1e10, "gpu": "A100 80GB", "n_gpus": 4, "per_gpu_batch": 8192}
    found = scaling(kb, ScalingRequest(**asked, sharding="fsdp"))
    assert found.speedup.value == pytest.approx(
        rate(kb, "A100 80GB", n_gpus=4, sharding="fsdp") / rate(kb, "A100 80GB")
    )


def test_a_slow_network_between_machines_is_felt(kb: Knowledge) -> None:
    rates = [
        rate(kb, "A100 80GB", n_gpus=16, nodes=2, sharding="fsdp", network_gbps=gbps) for gbps in (1, 10, 100, None)
    ]
    assert rates == sorted(rates)
    assert rates[0] < rates[-1] / 10
