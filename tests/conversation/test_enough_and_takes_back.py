"""Is it enough, whose number a short correction is, and what a change of language does not do."""

from __future__ import annotations

import re

import pytest

from assistant.conversation import Conversation
from assistant.knowledge import Knowledge

JOB = {"en": "lora 7b, 2 GB, $2 per hour", "zh": "7B lora，数据2G，每小时3元"}


@pytest.mark.parametrize(
    ("lang", "question", "verdict"),
    [
        ("en", "is a T4 enough?", "No."),
        ("en", "a 3090 enough?", "Yes."),
        ("zh", "1块4090够吗", "够。"),
        ("zh", "16G够吗", "不够。"),
    ],
)
def test_a_named_card_is_answered_yes_or_no_and_changes_nothing(
    kb: Knowledge, lang: str, question: str, verdict: str
) -> None:
    talk = Conversation(kb)
    before = talk.say(JOB[lang])
    reply = talk.say(question)
    assert reply.text.startswith(verdict)
    assert reply.slots == before.slots
    assert reply.result is before.result


@pytest.mark.parametrize(
    "text", ["my data is 500 GB so I need an 80GB card", "数据集有500G，是不是得用80G的卡才放得下？"]
)
def test_data_taken_for_memory_is_put_right_and_sets_no_card(kb: Knowledge, text: str) -> None:
    reply = Conversation(kb).say(text)
    assert reply.topic == "dataset-vs-vram"
    assert set(reply.slots) == {"dataset_bytes"}


def test_a_short_correction_is_about_the_last_answer(kb: Knowledge) -> None:
    talk = Conversation(kb)
    for text in ("训个yolov8m", "30万张图", "不对，3万张"):
        talk.say(text)
    reply = talk.say("算了还是30万")
    assert reply.slots["dataset_samples"] == 300_000
    assert "budget" not in reply.slots
    assert reply.asks == "budget"


def test_a_change_of_language_keeps_the_plan_and_words_all_of_it_anew(kb: Knowledge) -> None:
    talk = Conversation(kb)
    before = talk.say(JOB["en"]).result
    reply = talk.say("中文")
    after = reply.result
    assert reply.lang == "zh"
    assert "每卡显存" in reply.text
    assert before is not None
    assert after is not None
    assert before.plan is not None
    assert after.plan is not None
    same = ("gpu", "gpu_count", "hours", "cost", "memory")
    assert [getattr(after.plan, name) for name in same] == [getattr(before.plan, name) for name in same]
    assert after.rejected
    assert all(re.search("[\u4e00-\u9fff]", entry.text) for entry in after.rejected)
    assert talk.say("为什么？").result is after


def test_only_own_machines_makes_named_cards_the_users(kb: Knowledge) -> None:
    talk = Conversation(kb)
    for text in ("用两张3060 12G全参微调7B行不行", "数据3G"):
        talk.say(text)
    reply = talk.say("只用自己的机器")
    assert reply.slots["gpu_rel"] == "have"
    assert reply.result is not None
    assert not reply.result.feasible
