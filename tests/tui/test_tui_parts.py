"""What of a reply stands open on the screen and what is closed."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from tui_pilot import chat, settle

from assistant.conversation.reply import Block
from assistant.tui.exchange import View
from assistant.tui.parts import heading, parts
from assistant.tui.render import block_lines
from assistant.tui.widgets.plan_card import Options
from assistant.tui.widgets.turn import Words

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
        ("", 2), ("the arithmetic", 2), ("", 1), ("1 more", 1), ("Not taken (3)", 2), ("假设", 1), ("", 1),
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


def test_arithmetic_is_closed_beside_a_plan_and_open_where_it_was_asked_for() -> None:
    assert [part.title for part in parts((REPLY[0], REPLY[2]), "en")] == ["", "the arithmetic"]
    assert [part.title for part in parts((REPLY[4], REPLY[2]), "en")] == [""]


def test_a_short_form_gives_way_to_the_full_one_that_says_the_same() -> None:
    short, full = Block("list", "Why:\n- a [x]", "rules"), Block("list", "Why:\n- a [x; y]\n- b", "rules.all", True)
    first = Block("say", "Noted.")
    assert [part.title for part in parts([first, short, full], "en")] == ["", "Why (2)"]
    assert [part.title for part in parts([first, short], "en")] == ["", "Why"]


FORMULA = "memory needed per GPU: M_need = M + H = 68 + 4.8 = 72.8 GB [memory-trace]"


def test_arithmetic_stays_on_one_line_or_puts_its_steps_under_each_other() -> None:
    assert [line.plain for line in block_lines(Block("maths", FORMULA), 80)] == [FORMULA]
    assert [line.plain for line in block_lines(Block("maths", FORMULA), 40)] == [
        "memory needed per GPU:",
        "  M_need = M + H",
        "         = 68 + 4.8",
        "         = 72.8 GB [memory-trace]",
    ]
    chinese = "每卡所需显存：M_need = M + H = 70 + 4.9 = 74.9 GB"
    assert [line.plain for line in block_lines(Block("maths", chinese), cell_len(chinese))] == [chinese]


def test_a_branch_of_a_tree_keeps_its_guides_when_it_wraps() -> None:
    text = "权重：W = P × b_w ÷ 1e9 = 7e9 × 4 ÷ 1e9 = 28 GB"
    lines = [line.plain for line in block_lines(Block("maths", f"│  ├─ {text}\n│  └─ {text}"), 36)]
    assert lines[0] == "│  ├─ 权重："
    assert lines[1].startswith("│  │    W = ")
    assert lines[5].startswith("│       W = ")
    assert all(line.isascii() or "权重" in line for line in (
        line.plain.replace("×", "x").replace("÷", "/")
        for line in block_lines(Block("maths", f"│  ├─ {text}"), 36, ascii_only=True)
    ))  # fmt: skip


def test_ids_step_back_and_a_heading_inside_an_answer_is_bold() -> None:
    lines = block_lines(Block("answer", "- A rule. [rule.one]\n\nFor your job:\n- fits"), 40)
    assert lines[0].plain == "• A rule. [rule.one]"
    assert any(lines[0].plain[span.start : span.end] == " [rule.one]" for span in lines[0].spans)
    assert [line.plain for line in lines[2:]] == ["For your job", "• fits"]


def test_a_bar_is_shortened_where_that_keeps_its_figures_beside_it() -> None:
    block = Block("plan", "VRAM  ██████████████░░░░░░ 72.8 of 85.5 GB", "plan.memory")
    assert [line.plain for line in block_lines(block, 38)] == ["VRAM  ███████████░░░░░ 72.8 of 85.5 GB"]
    assert len(block_lines(block, 25)) > 1


def test_another_use_of_the_recommended_machine_is_no_option_of_its_own() -> None:
    machine = {"gpu": "A100", "gpu_count": 4, "offer": {"id": "a", "provider": "p", "spot": False}}
    other = {**machine, "gpu": "H100"}
    same = {"cheapest": {**machine, "hours": {"mid": 3}}, "recommended": machine, "fastest": other}
    assert [name for name, _ in Options(View(result={"options": same}))._options()] == ["recommended", "fastest"]
    alone = {**same, "fastest": machine}
    assert not Options(View(result={"options": alone})).has_content()


async def test_two_titled_lists_are_set_apart() -> None:
    blocks = (Block("list", "Mind:\n- a"), Block("list", "Why:\n- b"), Block("list", "- c"))
    async with chat() as (pilot, screen):
        words = Words(blocks)
        await screen.query_one("#log").mount(words)
        await settle(pilot)
        assert [line.plain for line in words.lines(30)] == ["Mind", "• a", "", "Why", "• b", "• c"]
