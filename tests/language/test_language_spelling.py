"""A slip of a word we know is mended; a word that is right as it is stays, however near it stands to one of ours."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from assistant.language import understand
from assistant.language.lexicon import lexicon
from assistant.language.normalise import normalise

ORDINARY = (
    "the internal wiki of a regional hospital",
    "transcripts of a mistrial",
    "cancer patients and police officers",
    "simple products at a recent auction",
    "a charge for printing patents",
    "masking the retinal scans",
    "the professor and the lawyers listen to a concert",
    "whimper and whisker and goggle",
    "lasers, valves and neutrons",
)
SLIPS = {"pretrainning": "pretraining", "mistrall": "mistral", "trainning": "training"}


@pytest.mark.parametrize("text", ORDINARY)
def test_an_ordinary_word_is_no_slip(base: Knowledge, text: str) -> None:
    assert normalise(text, lexicon(base).script).plain == text
    assert not {"model", "gpu_mentioned"} & set(understand(base, text).slots)


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_mended(base: Knowledge, slip: str) -> None:
    assert normalise(f"a {slip} here", lexicon(base).script).plain == f"a {SLIPS[slip]} here"
