"""The accuracy that the documentation claims, measured again."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from assistant.knowledge import Knowledge

ROOT = Path(__file__).parents[2]
KB = Knowledge.load()


def _module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("accuracy_memory", ROOT / "benchmarks" / "accuracy_memory.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


ACCURACY = _module()
ROWS = ACCURACY.rows(KB)
FIGURES = ACCURACY.figures(ROWS)


def test_most_measured_rows_can_be_expressed() -> None:
    assert FIGURES.expressed / FIGURES.measured >= 0.60


def test_half_of_them_are_within_eight_percent() -> None:
    assert FIGURES.median <= 0.08


def test_nothing_that_ran_out_of_memory_is_said_to_fit() -> None:
    assert FIGURES.oom_right == FIGURES.oom >= 7


def test_what_fitted_is_said_to_fit() -> None:
    assert FIGURES.fits_right >= 0.9 * FIGURES.fits


def test_every_row_has_a_source_and_a_reason_where_it_is_left_out() -> None:
    assert all(row.source for row in ROWS)
    assert all(bool(row.reason) == (row.answer is None) for row in ROWS)


@pytest.mark.parametrize(
    "row", [r for r in ROWS if r.answer and r.outcome == "measured"], ids=lambda row: f"{row.model} {row.outcome}"
)
def test_no_row_is_off_by_half(row: Any) -> None:
    assert abs(row.error) < 0.5


def test_the_section_states_the_measured_figures() -> None:
    text = ACCURACY.section(KB)
    assert f"{FIGURES.median:.1%}" in text
    assert text in (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
