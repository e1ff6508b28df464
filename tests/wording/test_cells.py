from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.wording.cells import cell_width, pad, wrap


def test_a_chinese_character_takes_two_cells() -> None:
    assert cell_width("显存 GB") == 7


def test_combining_marks_take_none() -> None:
    assert cell_width("e\u0301") == 1


def test_pad_counts_cells_not_characters() -> None:
    assert pad("显存", 6) == "显存  "


def test_a_line_that_fits_keeps_its_columns() -> None:
    assert wrap("a    b", 10) == ["a    b"]


def test_closing_punctuation_stays_with_its_word() -> None:
    lines = wrap("显存需要一百一十二，装不下。", 16)
    assert all(not line.startswith(("，", "。")) for line in lines)


def test_continuation_lines_are_indented_below_a_list_item() -> None:
    assert wrap("- one two three", 10) == ["- one two", "  three"]


@pytest.mark.parametrize("width", [10, 40, 80])
@settings(max_examples=60, deadline=None)
@given(text=st.text(alphabet=st.sampled_from("ab 显存，。- \n.()（）12"), max_size=200))
def test_no_line_is_wider_and_nothing_but_space_is_lost(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cell_width(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
