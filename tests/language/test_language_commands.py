"""Commands in loose wording have the intent they are labelled with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from assistant.knowledge import Knowledge
from assistant.language import understand

ROWS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("commands.yaml").read_text(encoding="utf-8"))[
    "commands"
]
ANSWERS = {"confirm": True, "deny": False}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"])
def test_a_command_has_its_intent(base: Knowledge, row: dict[str, Any]) -> None:
    meaning = understand(base, row["text"], row.get("asking"))
    assert meaning.intent == row["intent"]
    if row["intent"] == "unknown":
        assert meaning.unknown == (row["asking"],)
    if row.get("asking") == "spot":
        assert meaning.slots["spot_ok"] is ANSWERS[row["intent"]]
