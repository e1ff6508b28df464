"""Requests that are wrong: each gets its sentence, none takes the others with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.cli import batch, main
from assistant.errors import InputError

COMMANDS = ("plan", "memory", "speed", "scaling", "ask", "understand", "diagnose", "chat")
NUMBERS = {
    "5000 digits": "9" * 5000,
    "400 digits": "9" * 400,
    "30 digits": "9" * 30,
    "infinite": "1e999",
    "Infinity": "-Infinity",
    "NaN": "NaN",
}
VALUES: tuple[Any, ...] = ([], [1], {}, {"a": 1}, "", "zzz", True, -1, 0, 1.5, ["oom"], "7Q", 10**29, 1e300, "🚀\ud800")
KEYS = {
    "plan": (
        "task", "method", "params", "params_range", "model", "dataset_bytes", "dataset_samples", "dataset_tokens",
        "dataset_audio_hours", "budget", "gpu_mentioned", "gpu_rel", "gpu_count", "vram_gb", "ram_gb", "precision",
        "seq_len", "batch", "train_steps", "epochs", "image_size", "deadline_hours", "spot_ok", "lang", "provider",
        "region", "optimizer", "offload", "checkpointing", "strategy", "allow", "owned", "nonsense",
    ),
    "memory": ("model", "params", "config", "method", "precision", "optimizer", "micro_batch", "seq_len", "image_size",
               "audio_seconds", "target_len", "checkpointing", "lora_rank", "gpus", "tensor_parallel", "gpu"),
    "speed": ("model", "params", "gpu", "n_gpus", "nodes", "seq_len", "micro_batch", "sharding", "network_gbps"),
    "scaling": ("model", "params", "gpu", "n_gpus", "nodes", "interconnect", "per_gpu_batch", "samples_per_s_one_gpu"),
    "ask": ("text", "workload", "lang"),
    "understand": ("text", "asking", "unit"),
    "diagnose": ("text", "gpu_util", "cpu_util", "data_wait", "mfu", "symptom", "task", "method", "lang"),
    "chat": ("say", "reset"),
}  # fmt: skip
SOUND: dict[str, dict[str, Any]] = {
    "plan": {"task": "llm_finetune", "method": "lora", "params": 7 * 10**9},
    "memory": {"params": 7 * 10**9},
    "speed": {"params": 7 * 10**9, "gpu": "A100"},
    "scaling": {"params": 7 * 10**9, "gpu": "A100", "n_gpus": 2},
    "ask": {"text": "do i need nvlink?"},
    "understand": {"text": "7B"},
    "diagnose": {"gpu_util": 0.3},
    "chat": {"say": "7B"},
}
PYDANTIC = ("Input should", "validation error", "valid dictionary", "Value error", "pydantic", "unable to parse")


def answers(command: str, lines: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """Return the answers to `lines`, after checking that nothing went wrong inside."""
    file = folder / "in.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8", errors="surrogatepass")
    code = main([command, "--jsonl", str(file)])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    found = [json.loads(line) for line in out.splitlines()]
    assert len(found) == len(lines)
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_numbers_beyond_counting(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f'{{"x": {number}}}' for number in NUMBERS.values()] + ["[" * 100_000]
    for name, answer in zip([*NUMBERS, "deep"], answers(command, lines, tmp_path, capsys), strict=True):
        assert list(answer) == ["error"], name


@pytest.mark.parametrize("command", COMMANDS)
def test_no_value_of_any_key_breaks_the_batch(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    requests = [{**SOUND[command], key: value} for key in KEYS[command] for value in VALUES]
    for request, answer in zip(
        requests, answers(command, [json.dumps(one) for one in requests], tmp_path, capsys), strict=True
    ):
        said = str(answer.get("error", ""))
        assert not [words for words in PYDANTIC if words in said], (request, said)
        assert "\n" not in said, request


def test_a_fault_of_ours_is_told_and_the_rest_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def handler(request: dict[str, Any]) -> dict[str, Any]:
        if "bad" in request:
            raise InputError("bad")
        return {"value": 1 / request["x"]}

    file = tmp_path / "in.jsonl"
    file.write_text('{"x": 0}\n{"bad": 1}\n{"x": 2}\n', encoding="utf-8")
    assert batch.run_jsonl(str(file), handler) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line) for line in out.splitlines()] == [
        {"error": "internal fault: ZeroDivisionError: division by zero"},
        {"error": "bad"},
        {"value": 0.5},
    ]
    assert err == "rigwise: line 1: internal fault: ZeroDivisionError: division by zero\n"


@pytest.mark.parametrize("command", ["plan", "memory", "speed", "scaling"])
def test_a_parameter_count_may_be_written_as_on_the_command_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, number, fraction, truth = answers(
        command,
        [json.dumps({**SOUND[command], "params": value}) for value in ("7B", 7 * 10**9, "many", True)],
        tmp_path,
        capsys,
    )
    assert text == number
    assert "write it like 7B" in fraction["error"]
    assert "params must be a number" in truth["error"]


def test_a_budget_in_words_and_the_form_that_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, number = answers(
        "plan",
        [json.dumps({**SOUND["plan"], "budget": value}) for value in ("$2/hour", 500)],
        tmp_path,
        capsys,
    )
    assert words["workload"]["budget"]["per"] == "hour"
    assert '{"amount": 500' in number["error"]


@pytest.mark.parametrize(
    ("command", "request_", "words"),
    [
        ("diagnose", {"symptom": "zzz"}, "symptom must be one of oom"),
        ("diagnose", {"symptom": ["oom"]}, "symptom must be one of oom"),
        ("diagnose", {"task": 5}, "task must be one of llm_finetune"),
        ("diagnose", {"gpu_util": True}, "gpu_util must be a share"),
        ("diagnose", {"text": ""}, "say what you see"),
        ("ask", {"text": "nvlink", "lang": "xx"}, "lang must be one of auto, en, zh"),
        ("ask", {"text": ""}, '"text"'),
        ("ask", {"text": "nvlink", "workload": {"budget": 5}}, "workload: budget must be"),
        ("understand", {"text": " "}, "empty"),
        ("understand", {"text": "5", "asking": "zzz"}, "known are task"),
        ("chat", {"reset": "yes"}, '{"reset": true}'),
        ("plan", {}, "say what is to be trained"),
        ("plan", {"params": 7.5}, "a whole number"),
    ],
)
def test_what_was_taken_silently_is_refused(
    command: str, request_: dict[str, Any], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in answers(command, [json.dumps(request_)], tmp_path, capsys)[0]["error"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["offers", "list", "--provider", "zzz"], "there are alibaba"),
        (["offers", "list", "--max-price", "nan"], "finite"),
        (["offers", "list", "--max-price", "-1"], "greater than 0"),
        (["understand", "--asking", "zzz", "5"], "known are task"),
        (["understand", "--unit", "zzz", "5"], "no unit is called"),
        (["understand", ""], "empty"),
        (["ask", ""], "ask something"),
        (["diagnose", ""], "say what you see"),
        (["knowledge", "graph", "--kind", "zzz"], "there are sources"),
        (["knowledge", "check", "--knowledge", "/nonexistent"], "no such folder"),
        (["memory", "--params", "9" * 400], "not understood"),
        (["memory", "--params", "7B", "--seq-len", "9" * 400], "--seq-len"),
        (["plan", "--params", "7B", "--epochs", "inf"], "not understood"),
        (["diagnose", "--gpu-util", "nan"], "finite"),
    ],
)
def test_options_that_were_taken_silently_are_refused(
    line: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("unit", ["B", "亿", "GB", "USD per month", "元/月", "days", "images"])
def test_every_unit_of_a_question_is_known(unit: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["understand", "--unit", unit, "5"]) == 0


def test_a_byte_order_mark_is_no_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "lang" in answers("understand", ['\ufeff{"text": "7B"}'], tmp_path, capsys)[0]
