"""`rigwise export`, and `rigwise serve` without its extra."""

from __future__ import annotations

import importlib.util
import io
import json
import os
from pathlib import Path

import pytest
import yaml
from handoff_cases import result

from assistant.cli import main
from assistant.handoff import beside_others, write_files

JOB = ["--task", "llm_finetune", "--method", "lora", "--params", "7B", "--dataset", "2GB", "--budget", "500 USD total"]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(result()), encoding="utf-8")
    return path


def test_options_give_a_task(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "skypilot", *JOB]) == 0
    assert yaml.safe_load(capsys.readouterr().out)["num_nodes"] == 1


def test_a_saved_plan_is_written_into_a_folder(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "accelerate-deepspeed", "--from", str(saved), "--output", str(tmp_path / "out")]) == 0
    printed = capsys.readouterr().out.split()
    assert [Path(line).name for line in printed] == ["accelerate.yaml", "ds_config.json"]
    assert json.loads((tmp_path / "out" / "ds_config.json").read_text())["zero_optimization"]["stage"] == 3


def test_stdout_holds_one_file_and_stderr_the_rest(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "accelerate-deepspeed", "--from", str(saved)]) == 0
    out, err = capsys.readouterr()
    assert yaml.safe_load(out)["distributed_type"] == "DEEPSPEED"
    assert "ds_config.json" in err


def test_json_has_all_files(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "accelerate-deepspeed", "--from", str(saved), "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["files"]) == ["accelerate.yaml", "ds_config.json"]


def test_a_saved_chat_is_said_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chat = tmp_path / "chat.yaml"
    chat.write_text(
        "id: chat\nabout: x\nlang: en\nturns:\n"
        "  - user: LoRA fine-tune a 7B on 2 GB of text, 500 dollars in total\n    expect: {}\n",
        encoding="utf-8",
    )
    assert main(["export", "slurm", "--from", str(chat)]) == 0
    assert "#SBATCH --gres=gpu:" in capsys.readouterr().out


def test_an_infeasible_plan_is_written_with_exit_1(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(result() | {"feasible": False, "violates": ["budget"]}), encoding="utf-8")
    assert main(["export", "slurm", "--from", str(path)]) == 1


@pytest.mark.parametrize(
    ("name", "text"), [("missing.json", None), ("bad.json", "{"), ("list.json", '{"plan": null}'), ("chat.yaml", ": [")]
)
def test_bad_files_are_one_line(
    name: str, text: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert main(["export", "slurm", "--from", str(path)]) == 2
    err = capsys.readouterr().err
    assert len(err.strip().splitlines()) == 1
    assert "Traceback" not in err


def test_an_unknown_format_names_the_known_ones(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "terraform", "--from", str(saved)]) == 2
    assert "skypilot" in capsys.readouterr().err


@pytest.mark.skipif(importlib.util.find_spec("textual_serve") is not None, reason="the extra is installed")
def test_serve_without_its_extra_says_how_to_get_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve"]) == 2
    assert "pip install 'rigwise[web]'" in capsys.readouterr().err


def test_a_file_that_is_there_is_kept_unless_forced(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "ds_config.json").write_text("mine", encoding="utf-8")
    line = ["export", "accelerate-deepspeed", "--from", str(saved), "--output", str(folder)]
    assert main(line) == 2
    assert "--force" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["ds_config.json"]
    assert main([*line, "--force"]) == 0
    assert main(line) == 0, "the same text again is no loss"
    assert (folder / "ds_config.json").read_text(encoding="utf-8") != "mine"


def test_a_turn_that_is_a_list_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chat = tmp_path / "chat.yaml"
    chat.write_text("id: chat\nabout: x\nlang: en\nturns:\n  - user: [1]\n    expect: {}\n", encoding="utf-8")
    assert main(["replay", str(chat)]) == 2
    assert "chat.yaml:5: `user:` is a text" in capsys.readouterr().err


def piped(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


@pytest.mark.parametrize("source", [[], ["--from", "-"]])
def test_a_plan_is_piped_in(
    source: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped(json.dumps(result()), monkeypatch)
    assert main(["export", "slurm", *source]) == 0
    assert "--gres=gpu:2" in capsys.readouterr().out


def test_options_go_before_what_is_piped_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped("not read", monkeypatch)
    assert main(["export", "slurm", *JOB]) == 0
    assert "#SBATCH" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "say what is to be trained"),
        ("hello", "stdin: not JSON"),
        ("[]", "stdin: not the JSON of"),
        ("{}", "there is no plan to hand over"),
        ('{"plan": 3}', "not in the form that"),
        ('{"plan": {"gpu": 5}}', "not in the form that"),
        ('{"plan": {"gpu": "H100", "nodes": "many"}}', "not in the form that"),
    ],
)
def test_what_is_piped_in_and_is_no_plan_is_one_line(
    text: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped(text, monkeypatch)
    assert main(["export", "slurm"]) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1


def test_where_nothing_can_be_written_the_reason_is_told(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a file"
    file.write_text("mine", encoding="utf-8")
    for place, words in ((file, "a file"), (tmp_path / ("x" * 300), "too long")):
        assert main(["export", "slurm", "--from", str(saved), "--output", str(place)]) == 2
        err = capsys.readouterr().err
        assert words in err
        assert "--force" not in err
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_folder_with_odd_letters_is_as_good_as_any(saved: Path, tmp_path: Path) -> None:
    folder = tmp_path / "my plans" / "方案 ñ"
    assert main(["export", "slurm", "--from", str(saved), "--output", str(folder)]) == 0
    assert (folder / "job.sbatch").is_file()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="who may do everything is refused nothing")
def test_a_closed_folder_ends_the_search_for_a_free_name(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o000)
    assert beside_others(folder, {"job.sbatch": "x"}, "slurm") == {"job.sbatch": "x"}
    with pytest.raises(PermissionError):
        write_files(folder, {"job.sbatch": "x"})
