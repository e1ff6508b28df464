"""`rigwise speed` and `rigwise scaling` as programs call them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.cli import main


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_speed_prints_the_rate_its_range_and_how_it_was_computed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(
        capsys, "speed", "--model", "qwen2.5-7b", "--gpu", "A100", "--method", "lora", "--seq-len", "2048"
    )
    assert code == 0
    assert "tokens/s" in out.splitlines()[0]
    assert "MFU" in out
    assert "matrix products: t_w = n_t × b × s × 2 × N ÷ (P × u_w)" in out
    assert "[speed-fit] Fit of the step-time law" in out


def test_speed_speaks_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = asked(capsys, "speed", "--model", "resnet-50", "--gpu", "4090", "--lang", "zh")
    assert "样本/秒" in out


def test_speed_json_has_the_fields_of_the_interface(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = asked(
        capsys, "speed", "--params", "7e9", "--gpu", "H100", "--n-gpus", "8", "--sharding", "fsdp", "--json"
    )
    found = json.loads(out)
    assert set(found["tokens_per_s"]) == {"low", "mid", "high"}
    assert 0 < found["mfu"] < 1
    step = found["derivations"]["speed.step"]
    assert set(step) >= {"value", "unit", "formula", "substitution", "inputs", "sources"}
    assert eval(step["substitution"], {"__builtins__": {}, "max": max, "min": min}) == pytest.approx(step["value"])  # noqa: S307


def test_a_config_file_describes_the_network(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    config = {"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32}
    file.write_text(json.dumps({**config, "intermediate_size": 11008, "vocab_size": 32000}))
    _, out, _ = asked(capsys, "speed", "--model-config", str(file), "--gpu", "A100", "--json")
    assert json.loads(out)["derivations"]["speed.flops_per_token"]["inputs"]["d"]["value"] == 4096


def test_lines_are_answered_in_order_and_a_bad_one_does_not_stop_the_rest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "requests.jsonl"
    good = json.dumps({"model": "resnet-50", "gpu": "RTX 3090"})
    bad = json.dumps({"model": "resnet-50", "gpu": "no such card"})
    file.write_text(f"{good}\n{bad}\nnonsense\n{good}\n")
    code, out, _ = asked(capsys, "speed", "--jsonl", str(file))
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert ["error" in line for line in lines] == [False, True, True, False]


def test_bad_input_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ("speed",),
        ("speed", "--gpu", "A100"),
        ("scaling", "--model", "resnet-50", "--gpu", "A100", "--n-gpus", "0"),
    ):
        code, out, err = asked(capsys, *arguments)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1


def test_scaling_prints_a_curve(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(
        capsys, "scaling", "--model", "resnet-50", "--gpu", "3090", "--n-gpus", "8", "--per-gpu-batch", "64"
    )
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:5]] == ["1", "2", "4", "8"]


def test_scaling_json_has_the_fields_of_the_interface(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = asked(
        capsys, "scaling", "--params", "25.6e6", "--gpu", "RTX 3090", "--n-gpus", "4", "--interconnect", "pcie",
        "--per-gpu-batch", "64", "--samples-per-s-one-gpu", "900", "--json",
    )  # fmt: skip
    found = json.loads(out)
    assert set(found) >= {"speedup", "efficiency", "step_time_s", "compute_s", "exposed_comm_s", "range", "derivations"}
    assert found["step_time_s"] == pytest.approx(found["compute_s"] + found["exposed_comm_s"])
    assert 1 < found["range"][0] < found["speedup"] < found["range"][1] <= 4


def test_scaling_of_a_language_model_agrees_with_its_speed(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--model", "qwen2.5-7b", "--gpu", "A100", "--n-gpus", "8", "--sharding", "zero3", "--seq-len", "4096")
    _, several, _ = asked(capsys, "speed", *options, "--json")
    _, one, _ = asked(capsys, "speed", "--model", "qwen2.5-7b", "--gpu", "A100", "--seq-len", "4096", "--json")
    _, out, _ = asked(capsys, "scaling", *options, "--json")
    ratio = json.loads(several)["tokens_per_s"]["mid"] / json.loads(one)["tokens_per_s"]["mid"]
    assert json.loads(out)["speedup"] == pytest.approx(ratio)
