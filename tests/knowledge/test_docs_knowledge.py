"""docs/knowledge.md, done as it says: its YAML is written, its commands are run, its output is compared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assistant.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "knowledge.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, block in zip(("lab", "rules", "faq", "less"), BLOCKS, strict=True):
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


def test_the_whole_path_is_in_order(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run("rigwise knowledge check --knowledge mine", capsys)
    assert code == 0, out
    assert "mine/" not in out


def test_the_new_price_is_listed(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = "rigwise offers list --gpu x100 --knowledge mine"
    assert run(command, capsys) == (0, console(command))


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
