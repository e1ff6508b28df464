"""What is not needed is not imported: checked in fresh interpreters."""

from __future__ import annotations

import subprocess
import sys

import pytest

CLI = """
sys.argv = ["rigwise", *{argv!r}]
from assistant.cli import main
try:
    main()
except SystemExit:
    pass
"""
WALK = """
import importlib, pkgutil, assistant.{package} as package
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
"""
REPORT = "print('\\nLOADED', *sorted({{name.split('.')[0] for name in sys.modules}} & {names!r}))"


def loaded(code: str, *names: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", "import sys\n" + code + "\n" + REPORT.format(names=set(names))],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.rsplit("LOADED", 1)[1].split()


@pytest.mark.parametrize(
    "argv", [["--help"], ["--version"], ["chat", "--help"], ["export", "--help"], ["serve", "--help"]]
)
def test_help_is_light(argv: list[str]) -> None:
    unwanted = ("textual", "rich", "pydantic", "yaml") if argv[0].startswith("--") else ("textual", "rich")
    assert loaded(CLI.format(argv=argv), *unwanted) == []


@pytest.mark.parametrize("argv", [["memory", "--params", "7e9"], ["plan", "--params", "7e9"]])
def test_commands_need_no_screen(argv: list[str]) -> None:
    assert loaded(CLI.format(argv=argv), "textual", "rich") == []


@pytest.mark.parametrize(
    "package",
    ["conversation", "transcripts", "handoff", "wording", "planning", "language", "rules", "sizing", "knowledge"],
)
def test_nothing_below_the_screens_knows_textual(package: str) -> None:
    assert loaded(WALK.format(package=package), "textual", "rich") == []


def test_the_first_frame_does_not_wait_for_the_base() -> None:
    code = "import assistant.tui.app"
    assert loaded(code, "yaml", "rapidfuzz") == []
