"""docs/knowledge.md, done as it says: its YAML is written, its commands are run, its output is compared."""

from __future__ import annotations

import re
import shlex
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "knowledge.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, block in zip(("lab", "rules", "rack", "faq", "less"), BLOCKS, strict=True):
        (folder / f"{name}.yaml").write_text(block, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def console(command: str) -> str:
    """Return what the page says `command` prints, up to the next command."""
    found = re.search(rf"\$ {re.escape(command)}\n(.*?)(?:\n\$ |\n```)", PAGE, re.DOTALL)
    assert found, command
    return found[1]


def run(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(command.split()[1:])
    return code, capsys.readouterr().out.rstrip("\n")


def matches(page: str, printed: str) -> bool:
    """Return whether `printed` is what the page says, where a line `...` stands for any lines."""
    lines = [re.escape(line) if line.strip() != "..." else "(?:.*\n)*?.*" for line in page.split("\n")]
    return re.fullmatch("\n".join(lines), printed) is not None


def test_an_ellipsis_stands_for_lines_and_nothing_else() -> None:
    assert matches("a\n...\nd", "a\nb\nc\nd")
    assert not matches("a\n...\nd", "a\nb\nc\ndd")
    assert not matches("a\nb", "a\nc")


@pytest.mark.parametrize(
    "command",
    [command for command in re.findall(r"^\$ (rigwise .*)$", PAGE, re.MULTILINE) if "knowledge check" not in command],
)
def test_every_output_is_what_the_command_prints(command: str, mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mine / "less.yaml").unlink()
    prices = mine.parent / "lambda" / "vms.csv"
    prices.parent.mkdir()
    main(["offers", "export", "skypilot", "--provider", "lambda", "--to", str(prices)])
    capsys.readouterr()
    assert main(shlex.split(command)[1:]) == 0
    today = datetime.now(UTC).date().isoformat()  # the day of a list is that of its file
    printed = capsys.readouterr().out.rstrip("\n").replace(f"prices of {today}", "prices of 2026-11-30")
    assert matches(console(command), printed), printed


def test_every_check_on_the_page_is_run_here() -> None:
    assert len(re.findall(r"^\$ rigwise knowledge check", PAGE, re.MULTILINE)) == 2


def test_the_whole_path_is_in_order(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run("rigwise knowledge check --knowledge mine", capsys)
    assert code == 0, out
    assert "mine/" not in out


def test_the_two_typos(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (mine / "lab.yaml").read_text(encoding="utf-8")
    (mine / "lab.yaml").write_text(
        text.replace("bf16_tflops", "bf16_tflop").replace("gpu: x100", "gpu: x10"), encoding="utf-8"
    )
    (mine / "rules.yaml").unlink()
    command = "rigwise knowledge check --knowledge mine"
    assert run(command, capsys) == (1, console(command))


def test_the_example_that_does_not_come_out(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (mine / "rules.yaml").read_text(encoding="utf-8")
    spoiled = text.replace("no: [{gpu: x100, gpu_count: 2}]", "no: [{gpu: x100, gpu_count: 4}]")
    (mine / "rules.yaml").write_text(spoiled, encoding="utf-8")
    command = "rigwise knowledge check --knowledge mine --only R012"
    assert run(command, capsys) == (1, console(command))


def test_what_is_disabled_is_gone(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rigwise knowledge show aws.g4dn.xlarge --knowledge mine", capsys)[0] == 1


def test_every_lint_is_explained() -> None:
    from assistant.knowledge.lint import LINTS

    rows = dict(re.findall(r"^\| (R\d{3}) \|.*\| (\w+) \|$", PAGE, re.MULTILINE))
    assert rows == {identity: lint.severity for identity, lint in LINTS.items()}
