"""Runs of signs that several patterns know are read in one pass: tried both ways, they would take for ever."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from assistant.language import understand

RUNS = ("1500 \x7f" + "~" * 80 + "\x7f\x0beB", "7" + "，。" * 800 + "x", "≈~<" * 600 + "5 x", "please " * 300 + "7 zz")


@pytest.mark.timeout(30)
@pytest.mark.parametrize("text", RUNS, ids=("tildes", "commas", "about", "please"))
@pytest.mark.parametrize("asking", ["gpu_count", "budget", "params", None])
def test_a_run_of_signs_is_read(text: str, asking: str | None) -> None:
    kb = Knowledge.load()

    assert understand(kb, text, asking=asking).intent
