"""What holds for every request."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, evaluate
from assistant.sizing.memory import MemoryEstimate, MemoryRequest, estimate

KB = Knowledge.load()
FIXED = [model.id for model in KB.models.values() if model.params is not None]
KINDS = [
    "llm-dense",
    "vision-cls",
    "detection",
    "segmentation",
    "diffusion-image",
    "speech-asr",
    "vlm",
    "encoder",
    "recsys",
]
EXAMPLES = settings(max_examples=60, deadline=None, derandomize=True)

knobs = st.fixed_dictionaries(
    {
        "method": st.sampled_from(["full", "lora", "qlora"]),
        "precision": st.sampled_from(["fp32", "amp", "bf16"]),
        "optimizer": st.sampled_from(["adamw", "adamw_8bit", "sgd", "adafactor"]),
        "checkpointing": st.booleans(),
        "attention": st.sampled_from(["flash", "eager"]),
        "micro_batch": st.integers(1, 64),
        "gradient_accumulation": st.booleans(),
        "sharding": st.sampled_from(["none", "zero1", "zero2", "zero3"]),
        "gpus": st.sampled_from([2, 8, 64]),
        "offload": st.sampled_from(["none", "optimizer", "all"]),
        "lora_targets": st.sampled_from(["all-linear", "attention", "qv"]),
        "norms_fp32": st.booleans(),
        "lora_dropout": st.sampled_from([0.0, 0.05]),
        "optimizer_in_backward": st.booleans(),
        "encoders_on_card": st.booleans(),
        "tensor_parallel": st.sampled_from([1, 1, 2]),
    }
)
models = st.sampled_from(FIXED)


def ask(fields: dict[str, Any], **more: Any) -> MemoryEstimate:
    return estimate(KB, MemoryRequest.of({**fields, **more}))


def parts(answer: MemoryEstimate) -> list[float]:
    names = ("weights", "gradients", "optimizer", "activations", "allocated", "overhead", "needed", "host_ram")
    return [getattr(answer, name).value for name in names]


@EXAMPLES
@given(models, knobs)
def test_every_part_is_a_finite_amount(model: str, fields: dict[str, Any]) -> None:
    answer = ask(fields, model=model)
    assert all(math.isfinite(part) and part >= 0 for part in parts(answer))
    assert answer.needed.value > answer.allocated.value > 0
    assert answer.low <= answer.needed.value <= answer.high


@EXAMPLES
@given(models, knobs)
def test_the_printed_substitution_gives_the_printed_value(model: str, fields: dict[str, Any]) -> None:
    for name, shown in ask(fields, model=model).to_json()["derivations"].items():
        assert evaluate(shown["substitution"], {}) == pytest.approx(shown["value"], rel=1e-9, abs=1e-12), name


@EXAMPLES
@given(models, knobs)
def test_every_input_has_a_source_and_every_source_is_known(model: str, fields: dict[str, Any]) -> None:
    answer = ask(fields, model=model)
    for derivation in answer.derivations().values():
        for source in derivation.sources:
            assert source in KB.sources, source
        for quantity in derivation.inputs:
            if isinstance(quantity, Derivation):
                continue
            assert quantity.name, quantity
            assert ":" in quantity.source or quantity.source in KB.sources, quantity


@EXAMPLES
@given(models, knobs, st.integers(2, 4))
def test_memory_grows_with_the_batch(model: str, fields: dict[str, Any], times: int) -> None:
    more = ask(fields, model=model, micro_batch=fields["micro_batch"] * times)
    assert more.allocated.value >= ask(fields, model=model).allocated.value
    assert more.activations.value > ask(fields, model=model).activations.value


@EXAMPLES
@given(st.sampled_from(["llama-3.1-8b", "gpt2-xl", "gemma-2-9b", "bert-large", "t5-large", "mixtral-8x7b"]), knobs)
def test_memory_grows_with_the_sequence(model: str, fields: dict[str, Any]) -> None:
    short, long = (ask(fields, model=model, seq_len=length) for length in (512, 2048))
    assert long.activations.value > short.activations.value
    assert long.needed.value >= short.needed.value


@EXAMPLES
@given(st.sampled_from(["resnet-50", "yolov8m", "vit-b-16", "sdxl", "unet-3d", "efficientnet-b7", "sam-vit-b"]), knobs)
def test_memory_grows_with_the_image(model: str, fields: dict[str, Any]) -> None:
    small, large = (ask(fields, model=model, image_size=size) for size in (256, 512))
    assert large.activations.value > small.activations.value


@EXAMPLES
@given(st.sampled_from(KINDS), knobs, st.floats(2e7, 2e11), st.floats(1.0, 50.0))
def test_memory_grows_with_parameters(kind: str, fields: dict[str, Any], params: float, times: float) -> None:
    small, large = (ask(fields, params=size, kind=kind) for size in (params, params * times))
    assert large.weights.value >= small.weights.value
    if kind == "llm-dense":
        assert large.needed.value >= small.needed.value * (1 - 1e-9)


@EXAMPLES
@given(models, knobs)
def test_sharding_never_needs_more_than_kept_gradients(model: str, fields: dict[str, Any]) -> None:
    wide = {**fields, "gpus": 64, "gradient_accumulation": True, "offload": "none"}
    levels = [ask(wide, model=model, sharding=level) for level in ("none", "zero1", "zero2")]
    totals = [answer.optimizer.value + answer.gradients.value + answer.weights.value for answer in levels]
    assert totals == sorted(totals, reverse=True)
    full = ask(wide, model=model, sharding="zero3")
    assert full.optimizer.value <= levels[-1].optimizer.value
    if fields["method"] == "full":
        assert full.needed.value <= levels[0].needed.value


@EXAMPLES
@given(models, knobs)
def test_checkpointing_never_needs_more_activations(model: str, fields: dict[str, Any]) -> None:
    with_, without = (ask(fields, model=model, checkpointing=flag) for flag in (True, False))
    assert with_.activations.value <= without.activations.value * 1.0001


@EXAMPLES
@given(models, knobs)
def test_pure_bf16_never_needs_more_than_amp(model: str, fields: dict[str, Any]) -> None:
    narrow, mixed = (ask(fields, model=model, precision=precision) for precision in ("bf16", "amp"))
    assert narrow.needed.value <= mixed.needed.value * 1.0001


@EXAMPLES
@given(models, knobs)
def test_the_same_request_gives_the_same_answer(model: str, fields: dict[str, Any]) -> None:
    assert ask(fields, model=model).to_json() == ask(dict(reversed(fields.items())), model=model).to_json()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("micro_batch", 0), ("micro_batch", -1), ("seq_len", 0), ("seq_len", 10**9), ("params", 0), ("params", -7e9),
        ("params", 1e30), ("params", float("inf")), ("params", float("nan")), ("gpus", 0), ("gpus", 10**9),
        ("lora_rank", 0), ("loss_chunks", 0), ("audio_seconds", -1), ("target_len", 0), ("image_size", 0),
        ("image_size", 10**6), ("tensor_parallel", 0), ("pipeline_parallel", 5000),
    ],
)  # fmt: skip
def test_a_number_out_of_range_names_its_bound(field: str, value: float) -> None:
    with pytest.raises(InputError) as caught:
        ask({"params": 7e9}, **{field: value})
    assert field in caught.value.en
    assert field in caught.value.zh
    assert caught.value.zh != caught.value.en


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("method", "half"),
        ("precision", "fp7"),
        ("micro_batch", "many"),
        ("nonsense", 1),
        ("image_size", "wide"),
        ("lora_dropout", 2),
    ],
)
def test_a_value_of_the_wrong_kind_is_named(field: str, value: object) -> None:
    with pytest.raises(InputError) as caught:
        ask({"params": 7e9}, **{field: value})
    assert field in caught.value.en
    assert caught.value.zh != caught.value.en


@pytest.mark.parametrize("gpu", ["no such card", "gtx 9999"])
def test_an_unknown_card_is_named(gpu: str) -> None:
    with pytest.raises(InputError, match=gpu):
        ask({"params": 7e9}, gpu=gpu)


@EXAMPLES
@given(models, knobs)
def test_every_figure_has_a_name_in_both_languages(model: str, fields: dict[str, Any]) -> None:
    answer = ask(fields, model=model)
    for derivation in answer.derivations().values():
        for quantity in (derivation, *derivation.inputs):
            assert f"quantity.{quantity.name}" in KB.texts, quantity.name


KEYS = [
    "model_type", "hidden_size", "num_hidden_layers", "intermediate_size", "num_attention_heads", "num_key_value_heads",
    "vocab_size", "head_dim", "tie_word_embeddings", "num_local_experts", "num_experts_per_tok", "n_shared_experts",
    "moe_intermediate_size", "max_position_embeddings", "attention_bias", "text_config", "num_parameters", "anything",
]  # fmt: skip
TYPES = ["llama", "bert", "gpt2", "t5", "whisper", "gemma2", "qwen3_moe", "vit", "wav2vec2", "mpt", "frobnicator", ""]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**7) | st.floats() | st.text(max_size=8) | st.sampled_from(TYPES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.dictionaries(st.sampled_from(KEYS), json_values, max_size=12), knobs)
def test_any_config_is_answered_or_refused_in_one_sentence(config: dict[str, Any], fields: dict[str, Any]) -> None:
    try:
        answer = ask(fields, config=config)
    except InputError as error:
        refusal = error.en
    else:
        refusal = ""
        assert all(math.isfinite(part) and part >= 0 for part in parts(answer))
    assert "\n" not in refusal


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(TYPES), st.integers(8, 20000), st.integers(1, 200), st.integers(1, 200), knobs)
def test_any_plausible_config_is_answered(
    kind: str, hidden: int, layers: int, heads: int, fields: dict[str, Any]
) -> None:
    config = {"model_type": kind, "hidden_size": hidden, "num_hidden_layers": layers, "vocab_size": 50_000}
    answer = ask(fields, config={**config, "num_attention_heads": heads})
    assert all(math.isfinite(part) and part >= 0 for part in parts(answer))
    assert answer.low <= answer.needed.value <= answer.high


def test_a_config_nested_beyond_measure_is_refused() -> None:
    config: dict[str, Any] = {"hidden_size": 8}
    for _ in range(5000):
        config = {"text_config": config}
    with pytest.raises(InputError, match="config"):
        ask({}, config=config)
