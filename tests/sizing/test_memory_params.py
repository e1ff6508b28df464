"""Parameter counts are exact, from the shape alone."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.sizing.params import active, count, gated_decoder
from assistant.sizing.shapes import resolve_shape

KB = Knowledge.load()
COUNTED = [model.id for model in KB.models.values() if model.count_method == "formula"]


def test_most_of_the_catalogue_is_counted() -> None:
    assert len(COUNTED) >= 190
    assert {KB.models[name].formula for name in COUNTED} == {"decoder", "bert", "t5", "whisper", "parts"}


@pytest.mark.parametrize("name", COUNTED)
def test_every_counted_model_is_recomputed_to_the_parameter(name: str) -> None:
    assert count(KB.models[name]) == KB.models[name].params


@pytest.mark.parametrize("name", [n for n in COUNTED if KB.models[n].moe is not None])
def test_active_parameters_of_mixtures_are_recomputed(name: str) -> None:
    assert active(KB.models[name]) == KB.models[name].params_active


def test_dense_models_have_no_idle_parameters() -> None:
    shape = resolve_shape(KB, model="llama-3.1-8b")
    assert shape.active_params == shape.params == 8_030_261_248


def test_gated_decoder_counts_llama_2_7b() -> None:
    assert gated_decoder(4096, 32, 11008, 4096, 4096, 32000, tied=False) == 6_738_415_616


def test_a_model_without_shape_has_no_formula() -> None:
    with pytest.raises(ValueError, match="no formula"):
        count(KB.models["resnet-50"])


CONFIGS = [
    ("llama-3.1-8b", {"model_type": "llama"}),
    ("mistral-7b", {"model_type": "mistral"}),
    ("qwen2.5-7b", {"model_type": "qwen2"}),
    ("qwen3-8b", {"model_type": "qwen3"}),
    ("gemma-2-9b", {"model_type": "gemma2"}),
    ("gpt2-xl", {"model_type": "gpt2"}),
    ("bert-base", {"model_type": "bert"}),
    ("roberta-base", {"model_type": "roberta", "max_position_embeddings": 514, "type_vocab_size": 1}),
    ("opt-6.7b", {"model_type": "opt"}),
    ("bloom-7b1", {"model_type": "bloom"}),
    ("pythia-6.9b", {"model_type": "gpt_neox"}),
    ("t5-large", {"model_type": "t5"}),
    ("mixtral-8x7b", {"model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2}),
]


@pytest.mark.parametrize(("name", "extra"), CONFIGS)
def test_a_hugging_face_config_gives_the_exact_count(name: str, extra: dict[str, object]) -> None:
    model = KB.models[name]
    config = {
        "hidden_size": model.hidden_size,
        "num_hidden_layers": model.layers,
        "intermediate_size": model.intermediate_size,
        "num_attention_heads": model.heads,
        "num_key_value_heads": model.kv_heads,
        "head_dim": model.head_dim,
        "vocab_size": model.vocab_size,
        "tie_word_embeddings": model.tie_embeddings,
        **extra,
    }
    shape = resolve_shape(KB, config=config)
    assert shape.params == model.params
    assert shape.active_params == (model.params_active or model.params)
    assert not shape.assumed


def test_other_spellings_of_a_config_are_read() -> None:
    config = {
        "model_type": "gpt2",
        "n_embd": 768,
        "n_layer": 12,
        "n_head": 12,
        "n_positions": 1024,
        "vocab_size": 50257,
    }
    assert resolve_shape(KB, config=config).params == KB.models["gpt2"].params


def test_the_text_part_of_a_multimodal_config_is_read() -> None:
    text = {"hidden_size": 2048, "num_hidden_layers": 16, "intermediate_size": 8192, "num_attention_heads": 32}
    shape = resolve_shape(
        KB, config={"model_type": "some_vl", "text_config": {**text, "model_type": "llama", "vocab_size": 1000}}
    )
    assert (shape.hidden, shape.layers, shape.vocab, shape.assumed) == (2048, 16, 1000, False)


def test_an_unknown_architecture_is_taken_as_a_decoder_and_says_so() -> None:
    shape = resolve_shape(KB, config={"model_type": "frobnicator", "hidden_size": 1024, "num_hidden_layers": 12})
    assert shape.assumed
    assert "frobnicator" in shape.note
    assert shape.vocab == 32000


def test_an_unknown_architecture_without_a_shape_is_estimated_from_its_parameters() -> None:
    shape = resolve_shape(KB, config={"model_type": "frobnicator"}, params=3e9)
    assert (shape.params, shape.assumed) == (3_000_000_000, True)
    assert shape.hidden > 0


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({}, "model"),
        ({"model": "no such model"}, "no such model"),
        ({"config": {"model_type": "x"}}, "hidden_size"),
        ({"config": {"hidden_size": "wide", "num_hidden_layers": 2}}, "hidden_size"),
        ({"config": {"hidden_size": 1e12, "num_hidden_layers": 2}}, "hidden"),
        ({"params": 0}, "params"),
        ({"params": 1e30}, "params"),
        ({"params": float("nan")}, "params"),
        ({"model": "dlrm"}, "params"),
    ],
)
def test_what_can_not_be_resolved_is_said_in_both_languages(request_: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as caught:
        resolve_shape(KB, **request_)
    assert words in caught.value.en
    assert caught.value.zh != caught.value.en


def test_a_bare_size_keeps_its_count_and_borrows_a_shape() -> None:
    shape = resolve_shape(KB, params=7e9)
    assert (shape.params, shape.layers, shape.hidden, shape.ffn, shape.vocab) == (7_000_000_000, 32, 4096, 11008, 32000)
    assert shape.assumed


@pytest.mark.parametrize("kind", ["vision", "detection", "diffusion", "speech", "multimodal", "nlp", "encoder-decoder"])
def test_a_bare_size_of_another_kind_borrows_a_network_of_that_kind(kind: str) -> None:
    shape = resolve_shape(KB, params=3e8, kind=kind)
    assert shape.params == 300_000_000
    assert shape.assumed
    assert shape.model_id in KB.models
