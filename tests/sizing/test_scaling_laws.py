"""What must hold of the scaling estimate whatever is asked."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.sizing import scaling

KB = Knowledge.load()
CARDS = sorted(gpu.id for gpu in KB.gpus.values() if gpu.bf16_tflops or gpu.fp32_tflops)
LINKS = ["nvswitch", "nvlink_mesh", "nvlink_pair", "pcie", "pcie_p2p"]

requests = st.fixed_dictionaries(
    {
        "params": st.floats(1e5, 1e12),
        "gpu": st.sampled_from(CARDS),
        "n_gpus": st.integers(1, 64),
        "interconnect": st.sampled_from([None, *LINKS]),
        "per_gpu_batch": st.floats(0.1, 4096),
        "samples_per_s_one_gpu": st.floats(1e-3, 1e6),
        "method": st.sampled_from(["full", "lora", "qlora"]),
        "sharding": st.sampled_from(["none", "zero3"]),
        "accumulation": st.integers(1, 64),
    }
)


def estimate(**wanted: Any) -> scaling.ScalingEstimate:
    return scaling.estimate(KB, scaling.ScalingRequest(**wanted))


@settings(max_examples=150, deadline=None)
@given(requests, st.integers(1, 8), st.sampled_from([None, 1.0, 100.0]))
def test_a_speed_up_lies_between_nothing_and_the_cards(
    wanted: dict[str, Any], nodes: int, network: float | None
) -> None:
    found = estimate(**wanted, nodes=min(nodes, wanted["n_gpus"]), network_gbps=network)
    cards = wanted["n_gpus"]
    values = (found.speedup.value, found.low.value, found.high.value, found.step.value, found.exposed.value)
    assert all(math.isfinite(value) for value in values)
    assert 0 < found.low.value <= found.speedup.value <= found.high.value <= cards * (1 + 1e-12)
    assert found.efficiency.value == pytest.approx(found.speedup.value / cards)
    assert found.exposed.value >= -1e-12


@settings(max_examples=40, deadline=None)
@given(requests)
def test_one_card_is_exactly_one(wanted: dict[str, Any]) -> None:
    found = estimate(**{**wanted, "n_gpus": 1})
    assert (found.low.value, found.speedup.value, found.high.value) == (1, 1, 1)


@settings(max_examples=40, deadline=None)
@given(requests, st.floats(1, 1000), st.floats(1, 1000))
def test_more_network_never_scales_worse(wanted: dict[str, Any], one: float, other: float) -> None:
    several = {**wanted, "n_gpus": 16, "nodes": 2}
    slow, fast = (estimate(**several, network_gbps=value).speedup.value for value in sorted((one, other)))
    assert slow <= fast * (1 + 1e-12)


@settings(max_examples=40, deadline=None)
@given(requests, st.floats(1.01, 100))
def test_a_larger_batch_per_card_never_scales_worse(wanted: dict[str, Any], times: float) -> None:
    larger = {**wanted, "per_gpu_batch": wanted["per_gpu_batch"] * times}
    assert estimate(**wanted).speedup.value <= estimate(**larger).speedup.value * (1 + 1e-12)


def test_geforce_over_pcie_has_no_peer_to_peer_and_workstation_cards_have() -> None:
    common: dict[str, Any] = {"params": 335e6, "n_gpus": 8, "per_gpu_batch": 64, "samples_per_s_one_gpu": 80}
    geforce = estimate(gpu="RTX 4090", interconnect="pcie", **common)
    workstation = estimate(gpu="RTX 6000 Ada", interconnect="pcie", **common)
    assert (geforce.link, workstation.link) == ("pcie", "pcie_p2p")
    assert geforce.speedup.value < 0.6 * workstation.speedup.value


def test_a_bridge_joins_two_cards_only() -> None:
    common: dict[str, Any] = {
        "params": 335e6, "gpu": "RTX 3090", "interconnect": "nvlink_pair", "per_gpu_batch": 32,
        "samples_per_s_one_gpu": 50,
    }  # fmt: skip
    assert estimate(n_gpus=2, **common).link == "nvlink_pair"
    assert estimate(n_gpus=4, **common).link == "pcie"


def test_adapters_and_accumulation_exchange_little() -> None:
    common: dict[str, Any] = {
        "params": 7e9,
        "gpu": "RTX 4090",
        "n_gpus": 4,
        "per_gpu_batch": 4,
        "samples_per_s_one_gpu": 2,
    }
    full = estimate(**common).speedup.value
    assert full < estimate(**common, accumulation=16).speedup.value < 4
    assert estimate(**common, method="lora").speedup.value > 3.5


def test_the_rate_of_one_card_is_estimated_where_it_is_not_given() -> None:
    found = estimate(model="qwen2.5-7b", gpu="A100", n_gpus=8, method="lora", seq_len=2048, per_gpu_batch=2)
    assert found.compute.value > 0.1
    assert 6 < found.speedup.value <= 8


def test_the_curve_starts_at_one_and_ends_at_what_was_asked() -> None:
    points = scaling.curve(KB, scaling.ScalingRequest(model="resnet-50", gpu="RTX 3090", n_gpus=6, per_gpu_batch=64))
    assert [count for count, _ in points] == [1, 2, 4, 6]
    assert [found.speedup.value for _, found in points] == sorted(found.speedup.value for _, found in points)


def test_bounds_are_named_in_both_languages() -> None:
    for data, words in (
        ({"params": 1e9, "gpu": "A100", "per_gpu_batch": 0}, "per_gpu_batch must lie between"),
        ({"params": 1e9, "gpu": "A100", "n_gpus": 2, "nodes": 3}, "n_gpus counts all nodes"),
        ({"params": 0, "gpu": "A100"}, "params must lie between"),
    ):
        with pytest.raises(InputError) as error:
            scaling.estimate(KB, scaling.ScalingRequest.of(data))
        assert words in error.value.en
        assert any("一" <= sign <= "鿿" for sign in error.value.zh)
