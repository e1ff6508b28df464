"""The program as others start it: odd encodings, closed and full outputs, readers that go away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.cli import chat, main

ASCII = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
JOB = "plan --method lora --params 7B --dataset 2GB --budget '500 USD total'"


def shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `line` in bash with `rigwise` standing for the program."""
    script = f"rigwise() {{ '{sys.executable}' -m assistant \"$@\"; }}\n{line}"
    return subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("line", [JOB, "ask 爆显存怎么办", "memory --params 7B", "knowledge search 显存", "--help"])
def test_an_output_of_ascii_takes_every_answer(line: str, tmp_path: Path) -> None:
    done = shell(f"rigwise {line}", tmp_path, **ASCII)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_json_stays_json_in_ascii(tmp_path: Path) -> None:
    done = shell("""echo '{"say": "全参微调7B"}' | rigwise chat --jsonl -""", tmp_path, **ASCII)
    assert done.stdout.isascii()
    assert json.loads(done.stdout)["lang"] == "zh"


def test_half_a_character_is_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = shell(r"""echo '{"say": "7B \ud800 on 2GB"}' | rigwise chat --jsonl -""", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["slots"]["params"] == 7 * 10**9


@pytest.mark.parametrize(
    ("line", "code", "err"),
    [
        (f"rigwise {JOB} >&-", 2, "rigwise: the standard output is closed: there is nowhere to write to\n"),
        ("rigwise >&- 2>&- <&-", 2, ""),
        (f"rigwise {JOB} >/dev/full", 2, "rigwise: the output can not be written: No space left on device\n"),
        ("rigwise --help >/dev/full", 2, "rigwise: the output can not be written: No space left on device\n"),
        ("echo hi | rigwise >/dev/full", 2, "rigwise: the output can not be written: No space left on device\n"),
        ("rigwise ask nvlink 2>&- <&- >out", 0, ""),
        ("rigwise <&- >out", 0, ""),
    ],
)
def test_streams_that_are_closed_or_full(line: str, code: int, err: str, tmp_path: Path) -> None:
    done = shell(line, tmp_path)
    assert (done.returncode, done.stderr) == (code, err)


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    done = shell("yes why | rigwise | head -1; echo ${PIPESTATUS[1]}", tmp_path)
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []


class Tty:
    """A stream that may be a terminal."""

    def __init__(self, terminal: bool = True, encoding: str = "utf-8") -> None:
        self.terminal, self.encoding = terminal, encoding

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("screen", "stderr", "term"),
    [
        (True, Tty(), "xterm"),
        (False, Tty(False), "xterm"),
        (False, Tty(), "dumb"),
        (False, Tty(True, "ascii"), "xterm"),
    ],
)
def test_a_full_screen_needs_a_terminal_on_stderr_too(
    screen: bool, stderr: Tty, term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdin", Tty())
    monkeypatch.setattr(sys, "stdout", Tty())
    monkeypatch.setattr(sys, "stderr", stderr)
    assert chat._has_screen() is screen


@pytest.mark.parametrize(
    "line",
    ["plan --nonsense 3", "nonsense", "plan --task nonsense", "memory --seq-len x", "offers", "plan", "export slurm"],
)
def test_bad_arguments_are_one_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(line.split())
    except SystemExit as left:
        code = int(str(left.code))
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("rigwise")
