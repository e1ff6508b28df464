"""`rigwise ask`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.cli import main


def test_prints_title_answer_and_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "do", "i", "need", "nvlink?"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("What NVLink is")
    assert "Sources:" in out


def test_answers_in_the_language_of_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "明天天气怎么样"])
    assert not capsys.readouterr().out.isascii()
    main(["ask", "what's the weather like tomorrow"])
    assert capsys.readouterr().out.isascii()
    main(["ask", "--lang", "zh", "do i need nvlink?"])
    assert "来源" in capsys.readouterr().out


def test_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "--json", "爆显存怎么办"]) == 0
    assert json.loads(capsys.readouterr().out)["topic"] == "oom-fix"


def test_lines_are_answered_in_order_and_bad_ones_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        '{"text": "spot instances, safe?"}',
        '{"text": 7}',
        "no json",
        '{"text": "vram for full or lora?", "workload": {"model": "qwen2.5-7b", "gpu_mentioned": ["4090"]}}',
        '{"text": "hi", "workload": {"params": -1}}',
    ]
    file = tmp_path / "in.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["ask", "--jsonl", str(file)]) == 0
    first, second, third, fourth, fifth = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["topic"] == "spot-instances"
    assert "text" in second["error"]
    assert "JSON" in third["error"]
    assert "For your job:" in fourth["answer"]["en"]
    assert "params" in fifth["error"]


def test_nothing_asked_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask"]) == 2
    assert "ask something" in capsys.readouterr().err
