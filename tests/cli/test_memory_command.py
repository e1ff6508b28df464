"""`rigwise memory` on the command line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from assistant.cli import main

LLAMA = {
    "model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "intermediate_size": 14336,
    "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": False,
}  # fmt: skip


def test_the_report_shows_every_term_with_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "--model", "llama-3.1-8b", "--gpu", "h100"]) == 0
    out = capsys.readouterr().out
    for words in ("needed", "does not fit", "Z = z × V × T ÷ n ÷ 1e9", "128,256"):
        assert words in out


def test_json_carries_the_fields_of_the_interface(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "--params", "7B", "--json", "--gpu", "A100 80GB"]) == 0
    answer = json.loads(capsys.readouterr().out)
    names = ("weights", "gradients", "optimizer", "activations", "allocated", "overhead", "needed", "headroom")
    assert {f"{name}_gb" for name in names} <= set(answer)
    assert answer["params"] == 7_000_000_000
    assert answer["fits"] is False
    assert {"value", "unit", "formula", "substitution", "inputs", "sources"} <= set(
        answer["derivations"]["memory.weights"]
    )


def test_a_config_file_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "config.json"
    file.write_text(
        json.dumps({**LLAMA, "torch_dtype": "bfloat16", "rope_scaling": {"factor": 8.0}, "eos_token_id": [1, 2]})
    )
    assert main(["memory", "--model-config", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["params"] == 8_030_261_248


@pytest.mark.parametrize(
    ("text", "words"), [("not json", "not JSON"), ("[1]", "JSON object"), ('{"hidden_size": 8}', "hidden_size")]
)
def test_a_config_file_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    file = tmp_path / "config.json"
    file.write_text(text)
    assert main(["memory", "--model-config", str(file)]) == 2
    assert words in capsys.readouterr().err


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "--model-config", "no/such/file.json"]) == 2
    assert "no/such/file.json" in capsys.readouterr().err


def test_nothing_said_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory"]) == 2
    assert "model" in capsys.readouterr().err


def test_lines_are_answered_in_order_and_a_bad_one_does_not_stop_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        '{"model": "llama-3.1-8b"}',
        "nonsense",
        '{"model": "no such model"}',
        '{"config": ' + json.dumps(LLAMA) + "}",
    ]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode()), encoding="utf-8"))
    assert main(["memory", "--jsonl", "-"]) == 0
    first, second, third, fourth = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["allocated_gb"] == pytest.approx(fourth["allocated_gb"])
    assert "error" in second
    assert "no such model" in third["error"]
