"""What is ours though it is told as a story, and what is not though it shares our words."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from assistant.knowledge import Knowledge
from assistant.language.faq import retrieve
from assistant.language.faq.index import index_of
from assistant.language.faq.scope import scope_of

KB = Knowledge.load()
EDGE = yaml.safe_load((Path(__file__).parent / "faq_scope.yaml").read_text(encoding="utf-8"))
STORIES = EDGE["stories"]
FOREIGN = {kind: texts for kind, texts in EDGE.items() if kind != "stories"}


def test_stories_are_answered() -> None:
    declined = [text for text in STORIES if retrieve(KB, text).topic is None]
    assert len(declined) <= 0.1 * len(STORIES), declined


@pytest.mark.parametrize("kind", sorted(FOREIGN))
def test_other_kinds_are_declined(kind: str) -> None:
    answered = {text: topic for text in FOREIGN[kind] if (topic := retrieve(KB, text).topic) is not None}
    assert len(answered) <= max(3, 0.07 * len(FOREIGN[kind])), answered


@pytest.mark.parametrize(
    ("foreign", "ours"),
    [
        ("how long does it take to train a parrot", "how long does it take to train a 7b"),
        ("memory foam pillow for a hot sleeper", "gpu memory for a 7b"),
        ("rent or buy a flat", "rent or buy a gpu"),
        ("lora radio range in a forest", "lora on a 3060"),
        ("训练一只鹦鹉要多久", "训练一个7B模型要多久"),
        ("租车一个月多少钱", "租卡一个月多少钱"),
        ("服务三百个用户要几张卡", "微调70B要几张卡"),
    ],
)
def test_what_is_trained_decides(foreign: str, ours: str) -> None:
    index = index_of(KB)
    strange, known = (
        scope_of(KB, index).strangeness(reading, index.scores(reading)) for reading in map(index.read, (foreign, ours))
    )
    assert strange > 0 > known


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("my thyroid T4 came back high", "health"),
        ("dodge ram transmission slips in second gear", "vehicles"),
        ("打游戏买什么显卡", "gaming"),
        ("讲个笑话", "chitchat"),
        ("sources?", "remarks"),
        ("which one would you pick?", "remarks"),
        ("blorp flarn", "nonsense"),
        ("zorptal quimby", ""),
    ],
)
def test_a_refusal_is_named_where_it_is_clear(text: str, refusal: str) -> None:
    assert retrieve(KB, text).refusal == refusal


def test_refusals_are_friendly_and_differ() -> None:
    for lang in ("en", "zh"):
        answers = [refusal.answer.of(lang).strip() for refusal in KB.refusals.values()]
        assert len(set(answers)) == len(answers)
        ours = ("train", "machine", "hardware", "card") if lang == "en" else ("训练", "机器", "硬件", "卡")
        assert not [answer for answer in answers if not any(word in answer for word in ours)]


def test_every_weight_is_used() -> None:
    kinds = {"far", *KB.constants["faq.near_refusals"].words}
    assert set().union(*(names.split() for names in KB.constants["faq.near_refusals"].words.values())) <= set(
        KB.refusals
    )
    evidence = KB.constants["faq.evidence"].words
    assert set().union(*(ids.split() for ids in evidence.values())) <= set(KB.concepts)
    pairs = {f"{kind}_{name}" for kind in kinds for name in evidence}
    assert set(KB.constants["faq.scope"].table) <= {
        "bias", "topic", "refusal", "words", "unheard", "most", "smoothing", *kinds, *pairs,
    }  # fmt: skip
