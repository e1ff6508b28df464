"""The tables that the memory estimate reads agree with the catalogue and with themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assistant.knowledge import Knowledge
from assistant.sizing.memory import MemoryRequest, estimate
from assistant.sizing.shapes import resolve_shape

KB = Knowledge.load()
SAMPLES = [key for key in KB.constants if key.startswith("memory.sample/")]
MODE = re.compile(r"memory\.sample/(?P<name>.+?)/(full|lora)/(amp|fp32)/(none|ckpt)@\d+(x\d+)?")


@pytest.mark.parametrize("table", ["memory.vlm_text", "memory.like", "memory.traced"])
def test_tables_name_models_of_the_catalogue(table: str) -> None:
    words = KB.constants[table].words
    named = {*words, *(words.values() if table != "memory.traced" else ())}
    assert named <= set(KB.models)


@pytest.mark.parametrize("table", ["memory.typical_models", "memory.relatives"])
def test_lists_name_models_of_the_catalogue(table: str) -> None:
    named = {name for names in KB.constants[table].words.values() for name in names.split()}
    assert named <= set(KB.models)


@pytest.mark.parametrize("key", SAMPLES)
def test_a_sample_says_its_slope_its_constant_and_its_input(key: str) -> None:
    assert MODE.fullmatch(key)
    table = KB.constants[key].table
    assert {"mb", "fixed_mb", "size"} <= set(table) <= {"mb", "fixed_mb", "size", "tail_mb", "tail_fixed_mb", "share"}
    assert table["mb"] > 0
    assert table["size"] > 0


def test_relatives_and_likenesses_are_measured() -> None:
    measured = {match["name"] for match in map(MODE.fullmatch, SAMPLES) if match}
    wanted = {*KB.constants["memory.like"].words.values()}
    wanted |= {name for names in KB.constants["memory.relatives"].words.values() for name in names.split()}
    assert wanted <= measured


@pytest.mark.parametrize("kind", list(KB.constants["memory.typical_models"].words))
def test_networks_that_stand_for_a_size_grow_in_weights(kind: str) -> None:
    names = KB.constants["memory.typical_models"].words[kind].split()
    params = [resolve_shape(KB, model=name).params for name in names]
    assert params == sorted(params)


def test_typical_decoders_grow_in_every_dimension() -> None:
    sizes = [entry.table for key, entry in KB.constants.items() if key.startswith("memory.typical_decoder/")]
    sizes.sort(key=lambda table: table["params"])
    for dimension in ("hidden", "layers", "ffn", "heads", "kv_heads", "vocab"):
        assert [table[dimension] for table in sizes] == sorted(table[dimension] for table in sizes)


def test_typical_decoders_hold_about_the_parameters_they_stand_for() -> None:
    for key, entry in KB.constants.items():
        if key.startswith("memory.typical_decoder/"):
            shape = resolve_shape(KB, params=entry.table["params"])
            counted = shape.block_params + 2 * shape.embedding_params
            assert 0.6 < counted / shape.params < 1.6, key


@pytest.mark.parametrize("model", [model.id for model in KB.models.values() if model.params is None])
def test_models_without_a_fixed_size_take_one(model: str) -> None:
    answer = estimate(KB, MemoryRequest.of({"model": model, "params": 2e9}))
    assert answer.weights.value == pytest.approx(8.0)


def test_a_network_that_was_not_traced_has_a_range_and_says_so() -> None:
    answer = estimate(KB, MemoryRequest.of({"model": "mask2former-swin-t"}))
    assert answer.low < answer.needed.value < answer.high
    assert any("not traced" in text for text in answer.assumptions)


def test_a_traced_network_has_none() -> None:
    answer = estimate(KB, MemoryRequest.of({"model": "yolov8s"}))
    assert answer.low == answer.needed.value == answer.high


def test_a_folder_of_ones_own_adds_a_traced_network_without_code(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "constants").mkdir()
    model = "id: my-net, family: mine, kind: detection, params: 5000000, image_size: '640', source: model-table"
    sample = "id: memory.sample/my-net/full/amp/none@640, source: memory-trace, unit: MB"
    (tmp_path / "models" / "mine.yaml").write_text(f"schema: 1\nmodels:\n  - {{{model}}}\n")
    table = "{mb: 200.0, fixed_mb: 10.0, size: 409600}"
    (tmp_path / "constants" / "mine.yaml").write_text(f"schema: 1\nconstants:\n  - {{{sample}, table: {table}}}\n")
    answer = estimate(
        Knowledge.load(tmp_path), MemoryRequest.of({"model": "my-net", "micro_batch": 4, "image_size": 320})
    )
    assert answer.activations.value == pytest.approx(4 * 0.2 / 4 + 0.01)
    assert answer.low == answer.high
