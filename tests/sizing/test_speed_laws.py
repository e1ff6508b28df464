"""What must hold of the speed estimate whatever is asked."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.sizing import speed
from assistant.sizing.derivation import Derivation, evaluate, walk

KB = Knowledge.load()
CARDS = sorted(gpu.id for gpu in KB.gpus.values() if gpu.bf16_tflops or gpu.fp32_tflops)
MODELS = ["qwen2.5-7b", "mixtral-8x7b", "bert-base", "t5-base", "resnet-50", "yolov8m", "sdxl", "whisper-small", "gpt2"]

requests = st.fixed_dictionaries(
    {
        "model": st.sampled_from([name for name in MODELS if KB.find_model(name)]),
        "gpu": st.sampled_from(CARDS),
        "n_gpus": st.sampled_from([1, 2, 4, 8, 16, 64]),
        "method": st.sampled_from(["full", "lora", "qlora", "scratch"]),
        "precision": st.sampled_from(["fp32", "tf32", "fp16", "bf16"]),
        "micro_batch": st.sampled_from([0.25, 1.0, 3.0, 64.0]),
        "seq_len": st.sampled_from([1, 128, 2048, 131072]),
        "checkpointing": st.booleans(),
        "sharding": st.sampled_from(["none", "ddp", "zero2", "zero3", "fsdp"]),
        "stack": st.sampled_from(["tuned", "ordinary"]),
        "network_gbps": st.sampled_from([None, 1.0, 25.0, 400.0]),
    }
)


def rate(**wanted: Any) -> float:
    return speed.estimate(KB, speed.SpeedRequest(**wanted)).mid.value


@settings(max_examples=150, deadline=None)
@given(requests, st.integers(1, 4))
def test_a_rate_is_a_positive_number_inside_its_range(wanted: dict[str, Any], nodes: int) -> None:
    found = speed.estimate(KB, speed.SpeedRequest(**wanted, nodes=min(nodes, wanted["n_gpus"])))
    values = (found.low.value, found.mid.value, found.high.value)
    assert all(math.isfinite(value) and value > 0 for value in values)
    assert values[0] < values[1] < values[2]
    if found.mfu is not None:
        assert 0 < found.mfu.value < 1


@settings(max_examples=40, deadline=None)
@given(requests)
def test_every_figure_follows_from_its_formula_and_inputs(wanted: dict[str, Any]) -> None:
    found = speed.estimate(KB, speed.SpeedRequest(**wanted))
    for part in walk(found.high):
        if isinstance(part, Derivation):
            again = evaluate(part.formula, {quantity.symbol: quantity.value for quantity in part.inputs})
            assert again == pytest.approx(part.value)
            assert len({quantity.symbol for quantity in part.inputs}) == len(part.inputs)


@settings(max_examples=40, deadline=None)
@given(requests)
def test_several_cards_are_at_most_so_many_times_one(wanted: dict[str, Any]) -> None:
    assert rate(**wanted) <= rate(**{**wanted, "n_gpus": 1, "network_gbps": None}) * wanted["n_gpus"] * (1 + 1e-9)


@settings(max_examples=40, deadline=None)
@given(requests, st.floats(1, 1000), st.floats(1, 1000))
def test_more_network_is_never_slower(wanted: dict[str, Any], one: float, other: float) -> None:
    several = {**wanted, "n_gpus": 16, "nodes": 2}
    slow, fast = (rate(**{**several, "network_gbps": value}) for value in sorted((one, other)))
    assert slow <= fast * (1 + 1e-9)


@settings(max_examples=40, deadline=None)
@given(requests, st.floats(1.01, 10), st.sampled_from(["memory_bandwidth_gb_s", "bf16_tflops", "nvlink_gb_s"]))
def test_a_better_card_is_never_slower(wanted: dict[str, Any], times: float, field: str) -> None:
    card = KB.gpus["a100-sxm4-80gb"]
    better = card.model_copy(update={field: getattr(card, field) * times})
    other = KB.model_copy(update={"gpus": {**KB.gpus, card.id: better}})
    request = speed.SpeedRequest(**{**wanted, "gpu": card.id})
    assert speed.estimate(other, request).mid.value >= speed.estimate(KB, request).mid.value * (1 - 1e-9)


@settings(max_examples=40, deadline=None)
@given(requests)
def test_recomputing_activations_is_never_faster(wanted: dict[str, Any]) -> None:
    assert rate(**{**wanted, "checkpointing": True}) <= rate(**{**wanted, "checkpointing": False})


def test_lora_is_faster_than_full_and_unpacking_costs() -> None:
    common = {"model": "qwen2.5-7b", "gpu": "a100-sxm4-80gb", "seq_len": 2048, "micro_batch": 4, "checkpointing": True}
    assert rate(**common, method="full", stack="ordinary") < rate(**common, method="lora", stack="ordinary")
    short = {**common, "seq_len": 512, "micro_batch": 1}
    assert rate(**short, method="qlora") < rate(**short, method="lora")


def test_a_long_sequence_pays_for_attention() -> None:
    common = {"model": "qwen2.5-7b", "gpu": "h100-sxm5-80gb", "micro_batch": 1}
    assert rate(**common, seq_len=65536) < 0.7 * rate(**common, seq_len=4096)


def test_a_mixture_of_experts_runs_at_the_speed_of_what_a_token_passes() -> None:
    moe = KB.find_model("mixtral-8x7b")
    assert moe is not None
    assert moe.params is not None
    common = {"gpu": "a100-sxm4-80gb", "seq_len": 4096, "micro_batch": 4}
    sparse = rate(model=moe.id, **common)
    assert sparse > 2 * rate(params=moe.params, **common)


def test_geforce_cards_pay_for_the_shared_host() -> None:
    common = {"model": "qwen2.5-7b", "n_gpus": 8, "sharding": "zero3", "seq_len": 2048, "checkpointing": True}
    consumer = rate(gpu="rtx-4090", **common) / rate(gpu="rtx-4090", **{**common, "n_gpus": 1, "sharding": "none"})
    board = rate(gpu="a100-sxm4-80gb", **common) / rate(
        gpu="a100-sxm4-80gb", **{**common, "n_gpus": 1, "sharding": "none"}
    )
    assert consumer < 2 < board


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"model": "qwen2.5-7b", "gpu": "A100", "n_gpus": 0}, "n_gpus must lie between 1 and"),
        ({"model": "qwen2.5-7b", "gpu": "A100", "seq_len": 10**9}, "seq_len must lie between 1 and"),
        ({"model": "qwen2.5-7b", "gpu": "A100", "micro_batch": -1}, "micro_batch must lie between"),
        ({"model": "qwen2.5-7b", "gpu": "A100", "micro_batch": math.nan}, "micro_batch must lie between"),
        ({"model": "qwen2.5-7b", "gpu": "A100", "nodes": 4}, "n_gpus counts all nodes"),
        ({"model": "resnet-50", "gpu": "A100", "image_size": 0}, "image_size must lie between 1 and"),
        ({"model": "resnet-50", "gpu": "A100", "image_size": "large"}, "image_size must look like"),
        ({"model": "qwen2.5-7b", "gpu": "A100", "precision": "fp8"}, "does not compute in fp8"),
        ({"model": "qwen2.5-7b", "gpu": "Voodoo 2"}, 'no card named "Voodoo 2"'),
        ({"model": "qwen2.5-7b", "gpu": "A100", "colour": "red"}, '"colour" is no field'),
        ({"model": "qwen2.5-7b", "gpu": "A100", "method": "magic"}, "method"),
        ({"gpu": "A100"}, "which network"),
    ],
)
def test_bad_input_is_named_in_both_languages(data: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as error:
        speed.estimate(KB, speed.SpeedRequest.of(data))
    assert words in error.value.en
    assert any("一" <= sign <= "鿿" for sign in error.value.zh)


def test_names_of_cards_are_folded_and_amp_is_bf16() -> None:
    by_id = speed.SpeedRequest.of({"model": "gpt2", "gpu": "h100-sxm5-80gb", "precision": "bf16"})
    by_name = speed.SpeedRequest.of({"model": "gpt2", "gpu": "H100 80GB SXM", "precision": "amp"})
    assert speed.estimate(KB, by_id).mid.value == speed.estimate(KB, by_name).mid.value
