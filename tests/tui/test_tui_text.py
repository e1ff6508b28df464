"""Wrapping, rendering, bars and curves: pure, measured in cells."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content

from assistant.conversation.reply import Block
from assistant.tui.charts import bar_lines, curve_lines, plain_lines
from assistant.tui.render import block_lines, clean, inline, plain
from assistant.tui.widgets.quick_replies import GAP, pack
from assistant.tui.widgets.section import pairs
from assistant.tui.wrap import NO_BREAK, breaks, wrap

TEXT = st.text(alphabet=st.sampled_from("ab 7B，。（）全量微调x[/]*`- \t"), max_size=60)


@settings(max_examples=80, deadline=None)
@given(TEXT, st.integers(2, 30))
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(text: str, width: int) -> None:
    lines = [text[start:end] for start, end in breaks(text, width)]
    assert all(cell_len(line) <= width or cell_len(line) == cell_len(line.strip()) <= 2 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_chinese_breaks_between_characters_but_not_before_a_comma() -> None:
    lines = [line.plain for line in wrap(Content("全量微调需要优化器状态，也需要梯度"), 22)]
    assert lines == ["全量微调需要优化器状", "态，也需要梯度"]


def test_latin_word_stays_whole_beside_chinese() -> None:
    assert [line.plain for line in wrap(Content("用 checkpointing 省显存"), 16)] == ["用 checkpointing", "省显存"]


def test_hanging_indent_fits_too() -> None:
    lines = [line.plain for line in wrap(Content("one two three four"), 10, "  ")]
    assert lines[1].startswith("  ")
    assert max(map(cell_len, lines)) <= 10


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_user_words_are_never_markup(text: str) -> None:
    content = plain(text)
    assert content.plain == clean(text)
    assert not content.spans


@pytest.mark.parametrize("text", ["[/x]", "[bold]", "[@click=app.quit()]x[/]", "\x1b[31mred", "**", "`", "[[", "{}"])
def test_assistant_words_survive_brackets(text: str) -> None:
    assert inline(text).plain == text
    assert block_lines(Block("say", text), 20)


def test_bold_and_code_are_read_and_their_marks_are_gone() -> None:
    line = inline("needs **56 GB** by `adamw`")
    assert line.plain == "needs 56 GB by adamw"
    assert [line.plain[span.start : span.end] for span in line.spans] == ["56 GB", "adamw"]


def test_bullets_hang_and_have_an_ascii_form() -> None:
    block = Block("list", "- one two three\n- four")
    assert [line.plain for line in block_lines(block, 9)] == ["• one two", "  three", "• four"]
    assert block_lines(block, 9, ascii_only=True)[0].plain.startswith("- ")


ROWS = (("weights", 14.0), ("梯度", 14.0), ("optimizer", 28.0), ("activations", 0.01))


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [24, 38, 60, 101])
@pytest.mark.parametrize("capacity", [None, 40.0, 80.0])
def test_bar_lines_have_one_width(width: int, capacity: float | None, ascii_only: bool) -> None:
    lines = bar_lines(ROWS, capacity, width, ascii_only)
    assert {sum(cell_len(text) for text, _ in line) for line in lines} == {width}
    text = "\n".join(plain_lines(lines))
    assert text.replace("梯度", "").isascii() or not ascii_only


def test_bars_are_a_waterfall() -> None:
    lines = plain_lines(bar_lines((("a", 10.0), ("b", 30.0)), 80.0, 50, ascii_only=True))
    assert lines[1].index("#") == lines[0].rindex("#") + 1
    assert abs(lines[1].count("#") - 3 * lines[0].count("#")) <= 1


def test_the_limit_is_marked_inside_when_more_is_needed() -> None:
    lines = plain_lines(bar_lines((("a", 100.0),), 50.0, 40))
    assert "▕" in lines[0]


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize(("width", "height"), [(12, 3), (38, 7), (60, 10)])
def test_curve_lines_fit(width: int, height: int, ascii_only: bool) -> None:
    lines = plain_lines(curve_lines(((1, 1.0), (2, 1.9), (4, 3.5), (8, 6.1)), width, height, ascii_only))
    assert len(lines) == height + 2
    assert max(map(cell_len, lines)) <= width
    assert lines[0].startswith(" 8x")
    assert "\n".join(lines).isascii() or not ascii_only


def test_curve_needs_two_points() -> None:
    assert curve_lines(((1, 1.0),), 40, 7) == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 50), max_size=9), st.integers(10, 80))
def test_chips_are_packed_in_order_and_in_the_room(widths: list[int], room: int) -> None:
    rows = pack(widths, room)
    assert [index for row in rows for index in row] == list(range(len(widths)))
    for row in rows:
        assert len(row) == 1 or sum(widths[index] for index in row) + GAP * (len(row) - 1) <= room


def test_pairs_align_chinese_labels() -> None:
    lines = [line.plain for line in pairs([("机型", Content("x")), ("CPU", Content("y"))], 20)]
    assert cell_len(lines[0][: lines[0].index("x")]) == cell_len(lines[1][: lines[1].index("y")])


def test_a_mark_between_two_things_ends_a_line_and_begins_none() -> None:
    assert [line.plain for line in wrap(Content("full fine-tuning · LLM fine-tuning"), 20)] == [
        "full fine-tuning ·",
        "LLM fine-tuning",
    ]


def test_a_number_stays_with_its_chinese_unit_and_a_range_stays_whole() -> None:
    text = f"共 24,862{NO_BREAK}元 (18,714–33,040{NO_BREAK}元)"
    assert [line.plain for line in wrap(Content(text), 20)] == [
        f"共 24,862{NO_BREAK}元",
        f"(18,714–33,040{NO_BREAK}元)",
    ]


def test_a_unit_of_two_characters_is_not_torn() -> None:
    text = f"8 × B300  16.8{NO_BREAK}小时{NO_BREAK}·{NO_BREAK}2,459{NO_BREAK}美元"
    assert [line.plain for line in wrap(Content(text), 24)] == [
        "8 × B300",
        f"16.8{NO_BREAK}小时{NO_BREAK}·{NO_BREAK}2,459{NO_BREAK}美元",
    ]


def test_a_long_name_is_cut_at_its_joints() -> None:
    assert [line.plain for line in wrap(Content("gpu-h100-sxm_8gpu-128vcpu-1600gb"), 28)] == [
        "gpu-h100-sxm_8gpu-128vcpu-",
        "1600gb",
    ]


def test_the_curve_numbers_its_points_under_them() -> None:
    points = ((1, 1.0), (2, 1.9), (4, 3.5), (8, 6.1), (16, 12.7))
    lines = plain_lines(curve_lines(points, 60, 6, ascii_only=True))
    assert lines[-1].split() == ["1", "2", "4", "8", "16"]
    assert lines[-1].index("1") == lines[-3].index("o")
    assert [line.split("x")[0].strip() for line in lines if "x" in line] == ["16", "8", "1"]
