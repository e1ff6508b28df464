"""The right topic for a question, in both languages, and no topic for what is none."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.knowledge import Knowledge
from assistant.language.faq import retrieve

QUESTIONS = yaml.safe_load((Path(__file__).parent / "faq_questions.yaml").read_text(encoding="utf-8"))
KB = Knowledge.load()
INSIDE = [(text, topic) for batch in QUESTIONS.values() for text, topic in batch if topic != "-"]
OUTSIDE = [text for batch in QUESTIONS.values() for text, topic in batch if topic == "-"]


def named(topic: str | list[str]) -> set[str]:
    return {topic} if isinstance(topic, str) else set(topic)


def test_labels_are_topics_and_both_languages_are_asked() -> None:
    assert set().union(*(named(topic) for _, topic in INSIDE)) == set(KB.topics)
    assert len(INSIDE) >= 240
    assert len(OUTSIDE) >= 80
    assert sum(not text.isascii() for text, _ in INSIDE) >= 100


def test_questions_find_their_topic() -> None:
    found = [(retrieve(KB, text), named(topic)) for text, topic in INSIDE]
    first = sum(answer.topic in topics for answer, topics in found)
    among = sum(bool(topics & {answer.topic, *(a.topic for a in answer.alternatives[:2])}) for answer, topics in found)
    declined = sum(answer.topic is None for answer, _ in found)
    assert first >= 0.92 * len(found)
    assert among >= 0.97 * len(found)
    assert declined <= 0.04 * len(found)


def test_other_questions_are_declined() -> None:
    answered = {text: topic for text in OUTSIDE if (topic := retrieve(KB, text).topic) is not None}
    assert len(answered) <= 0.07 * len(OUTSIDE), answered


@pytest.mark.parametrize("topic", sorted(KB.topics))
def test_no_phrasing_is_stolen(topic: str) -> None:
    entry = KB.topics[topic]
    stolen = {
        text: found.topic
        for text in (*entry.phrasings.en, *entry.phrasings.zh)
        if (found := retrieve(KB, text)).topic != topic and topic not in {a.topic for a in found.alternatives}
    }
    assert not stolen


def test_phrasings_come_first() -> None:
    pairs = [(text, entry.id) for entry in KB.topics.values() for text in (*entry.phrasings.en, *entry.phrasings.zh)]
    lost = {text: retrieve(KB, text).topic for text, topic in pairs if retrieve(KB, text).topic != topic}
    assert len(lost) <= 0.002 * len(pairs), lost


def test_phrasings_of_refusals_are_declined() -> None:
    pairs = [text for entry in KB.refusals.values() for text in (*entry.phrasings.en, *entry.phrasings.zh)]
    answered = {text: topic for text in pairs if (topic := retrieve(KB, text).topic) is not None}
    assert len(answered) <= 0.005 * len(pairs), answered


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("do i need nvlnk for trainning", "nvlink"),
        ("explane gradient acumulation", "gradient-accumulation"),
        ("ＮＶＬｉｎｋ有什麼用", "nvlink"),
        ("單機記憶體要多大", "ram-size"),
        ("DO I NEED INFINIBAND?!", "multinode-network"),
        ("4 x 24gb = 96 right?", "vram-pooling"),
        ("8xH100多少钱一小时", "cost-estimate"),
    ],
)
def test_misspelt_wide_and_traditional_text(text: str, topic: str) -> None:
    assert retrieve(KB, text).topic == topic


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hello, ", ""),
        ("stupid question but ", ""),
        ("", " thanks in advance"),
        ("", " lol"),
        ("hi! quick one: ", " cheers"),
        ("各位早上好，", ""),
        ("小白一个，请问", ""),
        ("", "，哈哈"),
        ("", "，在线等挺急的"),
    ],
)
def test_courtesies_change_nothing(before: str, after: str) -> None:
    chinese = not (before + after).isascii()
    asked = [text for text, _ in INSIDE if text.isascii() != chinese]
    lost = [text for text in asked if retrieve(KB, before + text + after).topic != retrieve(KB, text).topic]
    assert len(lost) <= 0.02 * len(asked), lost


@pytest.mark.parametrize("text", ["hello", "lol ok thanks", "good morning!", "谢谢大佬", "哈哈哈"])
def test_nothing_but_courtesy_is_declined(text: str) -> None:
    assert retrieve(KB, text).topic is None


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "\n\t", "???", "。。。", "🙂🙂", "\ud800", "0", "a" * 20000, "显" * 20000,
        "asdkjh 4090 qwoeiu blorp", "best pizza in town?", "跑马拉松的训练计划",
    ],
)  # fmt: skip
def test_what_asks_nothing_of_ours_is_declined(text: str) -> None:
    found = retrieve(KB, text)
    assert (found.topic, found.score) == (None, 0)


@given(st.text(max_size=200))
@settings(max_examples=150, deadline=None)
def test_no_text_raises_and_scores_are_bounded(text: str) -> None:
    found = retrieve(KB, text)
    assert 0 <= found.score <= 1
    assert found.topic is None or found.topic in KB.topics
    assert found.topic not in {alternative.topic for alternative in found.alternatives}
    assert retrieve(KB, text) == found
