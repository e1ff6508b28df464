"""The real conversation on the screen: same words as everywhere else, no character lost on the way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from tui_pilot import chat, say, screen_text, settle

from assistant.conversation import Conversation
from assistant.handoff.export import Handoff
from assistant.knowledge import Knowledge
from assistant.tui.screens.plan import PlanScreen
from assistant.tui.session import Opener
from assistant.tui.widgets.flow import Flow
from assistant.tui.widgets.plan_card import PlanCard
from assistant.tui.widgets.prompt import Prompt
from assistant.tui.widgets.quick_replies import QuickReplies
from assistant.tui.widgets.status import StatusBar
from assistant.tui.widgets.turn import AssistantTurn, Folded, Words

DIALOGUES = {
    "en": ("LoRA fine-tune Llama 3 8B on 2 GB of text, 300 dollars in total", "why not a T4?", "what if I use QLoRA?"),
    "zh": ("全参微调7B，数据20G，预算每月3万", "为什么不用 L40S？", "如果改用 LoRA 呢？"),
}


def opener(kb: Knowledge) -> Opener:
    return lambda lang: (kb, Conversation(kb, lang=lang))


def lost(pilot: Pilot[None]) -> list[str]:
    """Return the lines whose widget draws something else than the screen shows at its place."""
    strips = pilot.app.screen._compositor.render_strips()
    bad: list[str] = []
    for widget in pilot.app.screen.query(Flow):
        area = widget.content_region
        window = widget.region
        for ancestor in widget.ancestors:
            if isinstance(ancestor, Widget) and ancestor.region.size:
                window = window.intersection(ancestor.scrollable_content_region or ancestor.region)
        for number, line in enumerate(widget._wrapped(area.width) if widget.display and area.width else ()):
            row = area.y + number
            if window.y <= row < window.bottom and row < len(strips):
                shown = strips[row].crop(area.x, area.right).text
                if shown.rstrip() != line.plain.rstrip():
                    bad.append(f"{line.plain!r} became {shown!r}")
    return bad


@pytest.mark.parametrize(("lang", "size"), [("en", (80, 24)), ("zh", (80, 24)), ("en", (140, 45)), ("zh", (120, 40))])
async def test_a_dialogue(kb: Knowledge, lang: str, size: tuple[int, int]) -> None:
    alone = Conversation(kb, lang=lang)
    async with chat(lang, size, opener(kb)) as (pilot, screen):
        assert lost(pilot) == []
        for text in DIALOGUES[lang]:
            await say(pilot, text)
            assert screen.session.turns[-1].reply.text == alone.say(text).text
            assert lost(pilot) == []
        assert screen.view.result is not None
        await pilot.press("f2")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PlanScreen)
        assert lost(pilot) == []


async def test_export_from_the_chat_writes_beside_the_user(
    kb: Knowledge, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    async with chat("en", (100, 30), opener(kb)) as (pilot, screen):
        await say(pilot, "/export slurm")
        assert "no plan" in screen.query_one(StatusBar).message
        await say(pilot, DIALOGUES["en"][0])
        await say(pilot, "/export slurm")
        assert "Wrote job.sbatch into" in screen_text(pilot)
        await say(pilot, "export skypilot")
        assert "Wrote task.yaml into" in screen_text(pilot)
        await say(pilot, "/export nonsense")
        assert "kubernetes" in " ".join(screen_text(pilot).split())


async def test_export_offers_its_formats_to_be_picked(
    kb: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with chat("en", (100, 30), opener(kb)) as (pilot, screen):
        await say(pilot, DIALOGUES["en"][0])
        await say(pilot, "/export")
        assert screen.query_one(Prompt).value == "/export "
        labels = screen.query_one(QuickReplies).labels
        await pilot.press(f"alt+{labels.index('slurm') + 1}")
        await settle(pilot)
        assert (tmp_path / "job.sbatch").exists()
        assert screen.query_one(Prompt).value == ""


async def test_what_a_format_can_not_say_is_said(
    kb: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("assistant.handoff.export", lambda *_: Handoff({"a.txt": "x"}, ("set the partition",)))
    async with chat("en", (100, 30), opener(kb)) as (pilot, _):
        await say(pilot, DIALOGUES["en"][0])
        await say(pilot, "/export slurm")
        assert "• set the partition" in screen_text(pilot)
        assert (tmp_path / "a.txt").read_text() == "x"


async def test_a_fault_in_a_format_does_not_end_the_chat(kb: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Handoff:
        raise KeyError("x")

    monkeypatch.setattr("assistant.handoff.export", fail)
    async with chat("en", (100, 30), opener(kb)) as (pilot, screen):
        await say(pilot, DIALOGUES["en"][0])
        await say(pilot, "/export slurm")
        assert "KeyError: 'x'" in screen_text(pilot)
        await say(pilot, "why?")
        assert len(screen.session.turns) == 2


async def test_own_cards_cost_no_rent(kb: Knowledge) -> None:
    async with chat("en", (120, 50), opener(kb)) as (pilot, _):
        await say(pilot, "LoRA on a 7B with my own RTX 4090, 2 GB of text, as cheap as possible")
        panel = pilot.app.screen.query_one(PlanCard)
        assert "no rent" in panel.render().plain
        assert "$0" not in panel.render().plain


async def test_export_from_the_chat_overwrites_nothing(
    kb: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "job.sbatch").write_text("mine")
    (tmp_path / "ds_config.json").write_text("mine")
    async with chat("en", (100, 30), opener(kb)) as (pilot, _):
        await say(pilot, DIALOGUES["en"][0])
        for _ in range(2):  # the same again needs no third file
            await say(pilot, "/export slurm")
            assert "Wrote job-2.sbatch into" in screen_text(pilot)
        await say(pilot, "/export accelerate-deepspeed")
    assert (tmp_path / "job.sbatch").read_text() == "mine"
    assert (tmp_path / "ds_config.json").read_text() == "mine"
    assert "#SBATCH" in (tmp_path / "job-2.sbatch").read_text()
    assert {path.name for path in (tmp_path / "accelerate-deepspeed-2").iterdir()} >= {"ds_config.json"}


async def test_the_whole_plan_follows_the_language(kb: Knowledge) -> None:
    async with chat("auto", (100, 30), opener(kb)) as (pilot, screen):
        await say(pilot, DIALOGUES["en"][0])
        before = screen.view.result
        await say(pilot, "/lang zh")
        after = screen.view.result
        assert before is not None
        assert after is not None
        assert after["plan"]["cost"] == before["plan"]["cost"]
        for part in ("rejected", "levers", "rules"):
            words = "".join(str(entry.get("text") or entry.get("change")) for entry in after[part])
            assert re.search("[\u4e00-\u9fff]", words), part
        assert screen.query_one(QuickReplies).labels == ("为什么？", "导出", "重新开始")


@pytest.mark.parametrize("key", ["", "f2"])
async def test_what_is_opened_comes_into_view(kb: Knowledge, key: str) -> None:
    async with chat("en", (100, 30), opener(kb)) as (pilot, _):
        await say(pilot, DIALOGUES["en"][0])
        if key:
            await pilot.press(key)
            await settle(pilot)
        for folded in list(pilot.app.screen.query(Folded))[-3:]:
            folded.query_one("CollapsibleTitle").focus()
            await pilot.press("enter")
            await settle(pilot)
            await settle(pilot)
            around = pilot.app.screen.query("#log, .page").first()
            window = around.scrollable_content_region
            assert folded.region.y >= window.y
            assert folded.region.bottom <= window.bottom or folded.size.height > window.height
            assert folded.region.y < window.bottom - 1


async def test_only_what_the_task_needs_is_missing(kb: Knowledge) -> None:
    async with chat("en", (80, 24), opener(kb)) as (pilot, screen):
        await say(pilot, "only clean data, no training")
        assert [row.label for row in screen.view.rows if not row.value] == ["Dataset", "Budget"]
        assert "Parameters" not in screen_text(pilot)


async def test_a_plan_that_is_gone_back_to_can_be_gone_on_with(kb: Knowledge) -> None:
    async with chat("en", (80, 24), opener(kb)) as (pilot, screen):
        for text in (DIALOGUES["en"][0], "what if 13B?", "drop it"):
            await say(pilot, text)
        assert screen.query_one(QuickReplies).labels == ("why?", "export", "restart")


async def test_why_opens_with_words_and_leaves_what_can_be_done(kb: Knowledge) -> None:
    async with chat("en", (100, 30), opener(kb)) as (pilot, screen):
        await say(pilot, DIALOGUES["en"][0])
        offered = screen.query_one(QuickReplies).labels
        await say(pilot, "why?")
        answer = list(screen.query(AssistantTurn))[-1]
        assert len(next(iter(answer.query(Words))).lines(80)) > 1
        assert offered
        assert screen.query_one(QuickReplies).labels
