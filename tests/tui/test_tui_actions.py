"""One table of actions; everything made from it agrees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.widgets import Input

from assistant.tui.actions import ACTIONS, BY_SLASH, Action, key_table, matching
from assistant.tui.commands import Commands
from assistant.tui.screens.chat import ChatScreen
from assistant.tui.widgets.prompt import Prompt

README = Path(__file__).parents[2] / "README.md"


def test_ids_keys_and_commands_are_unique() -> None:
    keys = [key for action in ACTIONS for key in action.keys.split(",") if key]
    assert len(keys) == len(set(keys))
    assert len({action.id for action in ACTIONS}) == len(ACTIONS)
    assert len(BY_SLASH) == sum(bool(action.slash) for action in ACTIONS)


@pytest.mark.parametrize("action", [a for a in ACTIONS if a.slash and a.says is None], ids=lambda action: action.id)
def test_every_command_has_code(action: Action) -> None:
    assert callable(getattr(Commands, f"_{action.id}"))


def test_every_key_is_bound_somewhere() -> None:
    bound: set[str] = set()
    for owner in (ChatScreen, Prompt, Input):
        for binding in owner.BINDINGS:
            assert isinstance(binding, Binding)
            bound.update(binding.key.split(","))
    ours = {key for action in ACTIONS for key in action.keys.split(",") if key}
    assert ours - bound <= {"ctrl+p", "ctrl+q", "ctrl+c"}  # Textual's App binds these


def test_both_languages_are_filled_in() -> None:
    for action in ACTIONS:
        assert all(action.title), action.id
        assert all(action.help), action.id
        assert re.search("[\u4e00-\u9fff]", action.help[1]), action.id


def test_beginnings_find_commands() -> None:
    assert [action.id for action in matching("/he")] == ["help"]
    assert len(matching("/")) == len(BY_SLASH)


def test_readme_table_is_the_generated_one() -> None:
    found = re.search(r"<!-- keys -->\n(.*?)<!-- /keys -->", README.read_text(encoding="utf-8"), re.DOTALL)
    if found is None:
        pytest.skip("the README has no key table yet")
    assert found.group(1).strip() == key_table()
