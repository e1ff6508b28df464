"""What may never be faster than what: the orders that hold of the speed law whatever is asked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.sizing import speed
from assistant.sizing.card import peak
from assistant.sizing.data import checkpoint, loader
from assistant.sizing.derivation import Fact, walk
from assistant.sizing.network import stages_need

KB = Knowledge.load()
CARDS = sorted(gpu.id for gpu in KB.gpus.values() if gpu.bf16_tflops and gpu.memory_bandwidth_gb_s)
SHAPES = {"hidden_size": 4096, "num_hidden_layers": 32}
NOISE = 1 + 1e-9

configurations = st.fixed_dictionaries(
    {
        "gpu": st.sampled_from(CARDS),
        "params": st.sampled_from([3e8, 7e9, 7e10]),
        "seq_len": st.sampled_from([128, 2048, 16384, 131072]),
        "micro_batch": st.sampled_from([1, 2, 8, 64]),
        "checkpointing": st.booleans(),
        "stack": st.sampled_from(["tuned", "ordinary"]),
        "precision": st.sampled_from(["bf16", "fp16", "fp32"]),
    }
)


def estimate(**wanted: Any) -> speed.SpeedEstimate:
    return speed.estimate(KB, speed.SpeedRequest(**wanted))


def rate(**wanted: Any) -> float:
    return estimate(**wanted).mid.value


@settings(max_examples=100, deadline=None)
@given(configurations, st.sampled_from([1, 2, 8]), st.sampled_from(["none", "zero2", "zero3"]))
def test_unpacking_four_bits_never_makes_adapters_faster(wanted: dict[str, Any], cards: int, sharding: str) -> None:
    common = {**wanted, "n_gpus": cards, "sharding": sharding}
    assert rate(**common, method="qlora") <= rate(**common, method="lora") * NOISE


@settings(max_examples=60, deadline=None)
@given(configurations, st.sampled_from(["full", "lora", "qlora"]), st.integers(1, 90), st.integers(1, 30))
def test_more_layers_are_never_faster(wanted: dict[str, Any], method: str, layers: int, more: int) -> None:
    one, other = (
        rate(**wanted, method=method, config={**SHAPES, "num_hidden_layers": count})
        for count in (layers, layers + more)
    )
    assert other <= one * NOISE


@settings(max_examples=60, deadline=None)
@given(configurations, st.sampled_from(["full", "lora", "qlora"]), st.integers(1, 200000), st.integers(1, 200000))
def test_longer_samples_are_never_done_sooner(wanted: dict[str, Any], method: str, length: int, more: int) -> None:
    one, other = (
        rate(**{**wanted, "seq_len": tokens}, method=method) / tokens for tokens in (length, length + more)
    )  # samples per second
    assert other <= one * NOISE


@settings(max_examples=80, deadline=None)
@given(configurations, st.sampled_from(["full", "lora", "qlora"]))
def test_no_card_computes_more_than_its_peak_allows(wanted: dict[str, Any], method: str) -> None:
    """Executed operations: attention at the half that a causal mask leaves, recomputation included."""
    found = estimate(**wanted, method=method)
    parts = {part.name: part for part in walk(found.mid)}
    once = {name: parts[f"speed.passes.{name}"].value for name in ("products", "attention")}
    per_token = once["products"] * 2 * parts["model.active_params"].value
    per_token += once["attention"] * 2 * parts["model.layers"].value * parts["model.hidden"].value * wanted["seq_len"]
    most = 0.95 if wanted["precision"] == "fp32" else 0.85
    assert found.mid.value * per_token / peak(KB, KB.gpus[wanted["gpu"]], wanted["precision"]).value <= most


@settings(max_examples=60, deadline=None)
@given(configurations, st.sampled_from([1, 2, 4, 8]), st.sampled_from([1, 2, 3, 12]), st.integers(1, 64))
def test_splitting_a_model_never_gains_more_than_its_cards(
    wanted: dict[str, Any], tensor: int, stages: int, micro_batches: int
) -> None:
    common = {**wanted, "accumulation": micro_batches}
    cards = tensor * stages
    split = rate(**common, n_gpus=cards, nodes=stages, tensor=tensor, pipeline=stages, network_gbps=400.0)
    assert split <= cards * rate(**common) * NOISE


@settings(max_examples=40, deadline=None)
@given(configurations, st.integers(1, 9), st.integers(1, 64))
def test_one_more_stage_gains_at_most_its_share(wanted: dict[str, Any], stages: int, micro_batches: int) -> None:
    def with_stages(count: int) -> float:
        return rate(
            **wanted, accumulation=micro_batches, n_gpus=8 * count, nodes=count, tensor=8, pipeline=count,
            network_gbps=400.0, config={**SHAPES, "num_hidden_layers": 2520},
        )  # fmt: skip

    assert with_stages(stages + 1) <= with_stages(stages) * (stages + 1) / stages * NOISE


def test_an_empty_pipeline_waits_and_a_full_one_hardly_does() -> None:
    common = {
        "params": 7e10,
        "gpu": "h200-sxm",
        "n_gpus": 80,
        "nodes": 10,
        "tensor": 8,
        "pipeline": 10,
        "method": "lora",
    }
    one, many = (rate(**common, accumulation=count) for count in (1, 1200))
    assert many == pytest.approx(one * 10 / (1209 / 1200))


def test_a_split_that_the_cards_do_not_hold_is_refused() -> None:
    with pytest.raises(InputError, match="whole copies"):
        estimate(params=7e10, gpu="h200-sxm", n_gpus=12, tensor=8)


@pytest.mark.parametrize(
    ("model", "tokens"),
    [("hunyuanvideo", 118_800), ("wan2.1-14b", 75_600), ("cogvideox-5b", 17_550), ("mochi-1", 44_520)],
)
def test_a_clip_has_its_published_tokens(model: str, tokens: int) -> None:
    found = estimate(model=model, gpu="h100-sxm5-80gb")
    clip = next(part for part in walk(found.mid) if part.name == "video.tokens")
    assert clip.value == pytest.approx(tokens, rel=0.02)
    assert "assumption.speed.clip" in found.assumptions


def test_clips_pay_for_their_area_their_frames_and_their_attention() -> None:
    common = {"model": "hunyuanvideo", "gpu": "h100-sxm5-80gb"}
    full, short, small = (rate(**common, image_size=size) for size in ("720x1280x129", "720x1280x65", "480x848x129"))
    assert full == rate(**common)
    assert short > 2.5 * full
    assert small > 2.5 * full
    assert rate(**common, seq_len=118_800) == pytest.approx(full)


def test_rows_of_a_recommender_are_bound_by_memory_and_not_by_tokens() -> None:
    found = estimate(params=1e10, kind="recsys", gpu="a100-sxm4-80gb")
    assert found.unit == "samples/s"
    assert 1e6 < found.mid.value < 1e7


def test_a_language_model_is_not_timed_as_pictures() -> None:
    with pytest.raises(InputError, match="is a language model"):
        estimate(model="qwen2.5-7b", kind="vision-cls", gpu="a100-sxm4-80gb")


def test_a_small_model_is_launch_bound_only_where_its_steps_are_short() -> None:
    small = {"params": 3e8, "seq_len": 1024}
    short, long = (
        {gpu: rate(**small, micro_batch=batch, gpu=gpu) for gpu in ("a100-sxm4-80gb", "h100-sxm5-80gb")}
        for batch in (1, 64)
    )
    assert short["h100-sxm5-80gb"] < 1.2 * short["a100-sxm4-80gb"]
    assert long["h100-sxm5-80gb"] > 1.6 * long["a100-sxm4-80gb"]


def test_stages_need_little_network_and_the_more_the_longer_the_micro_batch() -> None:
    width, step = Fact("d", 8192, "", "test.width"), Fact("t", 0.5, "s", "test.step")
    need = stages_need(KB, width, Fact("T", 4096, "tokens", "test.tokens"), step)
    assert 1 < need.value < 10
    assert stages_need(KB, width, Fact("T", 8192, "tokens", "test.tokens"), step).value == pytest.approx(2 * need.value)


def test_detectors_need_more_processors_than_classifiers() -> None:
    rate_of_job = Fact("R", 1360, "samples/s", "test.rate")
    detector, classifier = (
        loader.workers(KB, "image", rate_of_job, kind).value for kind in ("detection", "vision-cls")
    )
    assert 15 <= detector <= 20
    assert classifier <= 4
    cores = Fact("v", 16, "cores", "test.cores")
    assert loader.fed(KB, cores, "detection", machines=2).value == pytest.approx(2 * 16 * 600 / 7)


def test_weights_of_a_large_model_take_time_to_load() -> None:
    weights = Fact("G", 1342, "GB", "test.weights")
    shared, local = (checkpoint.load_time(KB, weights, 12, medium).value for medium in ("network_fs", "nvme"))
    assert shared > 4
    assert 0.1 < local < 0.5
