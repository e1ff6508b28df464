"""What of a reply stands open on the screen and what is closed."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from assistant.conversation.reply import Block
from assistant.tui.parts import heading, parts
from assistant.tui.render import block_lines

REPLY = (
    Block("plan", "**1 × B200**", "plan"),
    Block("plan", "GPU        1 × B200", "plan.gpu"),
    Block("maths", "计算过程：\nM = 112 GB", "maths.states"),
    Block("maths", "t = 3 h", "maths.time"),
    Block("list", "What would change it:\n- LoRA\n- QLoRA", "levers"),
    Block("list", "More:\n- spot", "levers.more", folded=True),
    Block("list", "Not taken:\n- A10\n- L4", "rejected"),
    Block("list", "More:\n- T4", "rejected.more", folded=True),
    Block("list", "假设（说一声就能改）：\n- 轮数 = 1", "assumptions"),
    Block("question", "Spot?", "question"),
    Block("note", "for example: yes", "question.examples"),
)


def test_families_close_under_their_heading_with_a_count() -> None:
    laid_out = parts(REPLY, "en")
    assert [(part.title, len(part.blocks)) for part in laid_out] == [
        ("", 2), ("the arithmetic", 2), ("", 1), ("More", 1), ("Not taken (3)", 2), ("假设", 1), ("", 1),
    ]  # fmt: skip
    assert laid_out[1].blocks[0].text == "M = 112 GB"
    assert laid_out[4].blocks[1].text == "- T4"


def test_nothing_is_lost_but_the_headings_and_the_examples() -> None:
    text = "\n".join(block.text for part in parts(REPLY, "en") for block in part.blocks)
    for word in ("B200", "112 GB", "3 h", "QLoRA", "spot", "A10", "T4", "轮数", "Spot?"):
        assert word in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Why:\n- a", ("Why", "- a")),
        ("依据：\n- a", ("依据", "- a")),
        ("a: b", ("", "a: b")),
        ("- a:\n- b", ("- a", "- b")),
    ],
)
def test_heading(text: str, expected: tuple[str, str]) -> None:
    assert heading(text) == expected


def test_plan_lines_keep_their_values_in_one_column() -> None:
    block = Block(
        "plan", "每卡显存   ████░░ 需 134 / 180 GB，余 45.5 GB\n  权重 28 + 梯度 28 + 优化器 56", "plan.memory"
    )
    lines = [line.plain for line in block_lines(block, 34)]
    assert all(cell_len(line) <= 34 for line in lines)
    assert all(line.startswith(" " * 11) for line in lines[1:])
    assert "█" not in block_lines(block, 34, ascii_only=True)[0].plain


def test_a_change_is_a_bullet_with_its_heading_in_bold() -> None:
    block = Block("diff", "What changes:\n- GPU: 8 × H100 → 1 × B200\n- RAM: none", "diff")
    lines = block_lines(block, 40)
    assert [line.plain for line in lines] == ["What changes", "• GPU: 8 × H100 → 1 × B200", "• RAM: none"]


def test_the_first_part_is_open_whatever_it_is() -> None:
    for first in REPLY[2:]:
        laid_out = parts([first, *REPLY], "en")
        assert not laid_out[0].title, first
    assert [part.title for part in parts(REPLY[2:4], "en")] == ["", "the arithmetic"]
