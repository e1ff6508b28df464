"""Grammar in Python and its words in YAML belong together: every kind a frame names has words, and none lies idle."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest
import yaml

import assistant.conversation
import assistant.language
from assistant.knowledge import Knowledge
from assistant.language.frames import Frame, Frames

GRAMMAR = Path(__file__).parents[2] / "knowledge" / "vocabulary" / "grammar.yaml"
LOOKED_UP = {"deadline.weak", "deadline.given"}
"""Kinds that are looked up as they are."""


def _frames() -> dict[str, Frame]:
    found = {}
    for entry in pkgutil.iter_modules(assistant.language.__path__):
        parts = vars(import_module(f"assistant.language.{entry.name}"))
        found.update({f"{entry.name}.{name}": value for name, value in parts.items() if isinstance(value, Frame)})
    return found


FRAMES = _frames()


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_has_words_for_all_its_kinds(base: Knowledge, name: str) -> None:
    assert set(FRAMES[name].kinds()) <= {term.kind for term in base.vocabulary.values()}


def test_no_word_of_the_grammar_lies_idle() -> None:
    used = LOOKED_UP.union(*(frame.kinds() for frame in FRAMES.values()))
    declared = {term["kind"] for term in yaml.safe_load(GRAMMAR.read_text(encoding="utf-8"))["vocabulary"]}
    assert declared - used == set()


def test_kinds_that_a_turn_asks_for_have_words(base: Knowledge) -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(assistant.conversation.__path__[0]).rglob("*.py")]
    asked = {kind for text in sources for kind in re.findall(r'speaks_of\([^"]*"([a-z_.]+)"', text)}
    assert asked
    assert asked <= {term.kind for term in base.vocabulary.values()}


def test_a_word_added_to_the_vocabulary_is_read(base: Knowledge) -> None:
    term = base.vocabulary["card.lacking"]
    longer = term.model_copy(update={"en": (*term.en, "gone for good")})
    frame = Frame(r"\s*<<card.lacking>>")
    assert Frames({"card.lacking": [term]})(frame).match(" gone for good") is None
    assert Frames({"card.lacking": [longer]})(frame).match(" gone for good")
