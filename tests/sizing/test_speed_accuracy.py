"""The bars that the estimates must clear on published runs; the figures themselves stand in docs/accuracy.md."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from benchmarks.accuracy_speed import Row, image_rows, rows, scaling_rows, score, section, speed_rows

KB = Knowledge.load()


def of(family: str) -> list[Row]:
    return [row for row in speed_rows() if row.family == family]


@pytest.mark.parametrize(
    ("family", "mean", "median"),
    [("full", 0.10, 0.08), ("lora", 0.18, 0.18), ("qlora", 0.18, 0.18), ("short steps", 0.5, 0.5)],
)
def test_language_models(family: str, mean: float, median: float) -> None:
    found = score(KB, of(family))
    assert found.mean <= mean
    assert found.median <= median


def test_nine_of_ten_runs_lie_in_a_narrow_range() -> None:
    found = score(KB, speed_rows())
    assert found.inside >= 0.9
    assert found.width <= 1.8


def test_image_networks() -> None:
    found = score(KB, image_rows())
    assert found.mean <= 0.25
    assert found.inside >= 0.85


def test_speed_ups() -> None:
    found = score(KB, scaling_rows())
    assert found.mean <= 0.08
    assert found.inside >= 0.85
    assert found.width <= 1.35


@pytest.mark.parametrize("table", ["speed", "scaling", "images"])
def test_every_row_names_a_source_of_the_knowledge_base(table: str) -> None:
    assert {row["source"] for row in rows(table)} <= set(KB.sources)


def test_the_section_names_every_group() -> None:
    text = section(KB)
    assert text.startswith("## Speed and scaling")
    assert all(words in text for words in ("QLoRA", "image networks", "of these: pcie"))
