"""The options of a job on the command line are its slots."""

from __future__ import annotations

from typing import get_args

from assistant.cli.slots import SLOTS
from assistant.planning import Workload

FIELDS = Workload.model_fields
CHOICES = {slot.slot: slot.choices for slot in SLOTS if slot.choices and slot.slot != "checkpointing"}


def words_of(annotation: object) -> set[object]:
    """Return the words a field takes, its alternatives opened."""
    parts = get_args(annotation)
    return {annotation} if not parts else {word for part in parts for word in words_of(part)} - {type(None)}


def test_every_choice_of_a_field_is_a_choice_of_its_option() -> None:
    assert {name: set(choices) for name, choices in CHOICES.items()} == {
        name: words_of(FIELDS[name].annotation) for name in CHOICES
    }
    assert {"task", "method", "strategy"} <= CHOICES.keys()
