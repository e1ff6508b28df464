"""What holds for any conversation."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assistant.conversation import Conversation, State, step
from assistant.knowledge import Knowledge

KB = Knowledge.load()
QUIET = {"deadline": None}
LINES = st.sampled_from(
    [
        *("lora", "7B", "13B", "3 GB", "$30 total", "skip", "why", "undo", "back", "help", "restart", "what if 70B"),
        *(
            "yes",
            "no",
            "show",
            "qlora on qwen2.5-7b",
            "微调大模型",
            "full fine-tuning of 70B, $20",
            "全参",
            "每月3万",
            "不知道",
            "为什么",
            "重新开始",
        ),
        *("why not a 4090", "compare A100 and H100", "who are you", "?", "asdf", "enough, just recommend", "resnet-50"),
        *("10万张图", "中文", "English", "again", "keep it", "drop it", "thanks", "too expensive", "are you sure?"),
        *(
            "half the budget",
            "数据翻倍",
            "快点",
            "有哪些假设",
            "show me the memory",
            "来源",
            "tl;dr",
            "which would you pick",
        ),
    ]
)
SLOT_LINES = ("fine-tune an LLM", "lora", "7B", "3 GB", "$400 total", "within 3 days")
QUESTIONS = (
    "why is multi-GPU scaling not linear?",
    "what is NVLink?",
    "显存怎么估算？",
    "why do you ask?",
    "help",
    "what's the weather like?",
)


@settings(max_examples=60, **QUIET)
@given(text=st.text(max_size=80))
def test_no_text_raises(text: str) -> None:
    assert step(KB, State(), text).state.turn == 1


@settings(max_examples=25, **QUIET)
@example(lines=["enough, just recommend", "不知道"])
@given(lines=st.lists(LINES, min_size=1, max_size=7))
def test_any_conversation_goes_on_and_can_be_taken_back(lines: list[str]) -> None:
    conversation = Conversation(KB)
    for line in lines:
        before = conversation.state
        reply = conversation.say(line)
        assert reply.text.strip()
        assert len([block for block in reply.blocks if block.kind == "question"]) <= 1
        if reply.slots != before.slots and not {act["act"] for act in reply.acts} & {"undo", "whatif"}:
            assert step(KB, reply.state, "undo").slots == before.slots


@settings(max_examples=25, **QUIET)
@given(lines=st.lists(LINES, max_size=4), question=st.sampled_from(QUESTIONS))
def test_a_digression_changes_no_slot_and_keeps_the_question(lines: list[str], question: str) -> None:
    conversation = Conversation(KB)
    for line in lines:
        conversation.say(line)
    before = conversation.state
    if before.open == "confirm":
        return
    reply = conversation.say(question)
    assert reply.slots == before.slots
    assert reply.asks == before.open or before.open is None


@pytest.mark.parametrize("order", list(permutations(SLOT_LINES))[::90])
def test_the_order_of_what_is_said_does_not_matter(order: tuple[str, ...]) -> None:
    conversation = Conversation(KB)
    for line in order:
        conversation.say(line)
    reference = Conversation(KB)
    for line in SLOT_LINES:
        reference.say(line)
    assert dict(conversation.state.slots) == dict(reference.state.slots)


@settings(max_examples=20, **QUIET)
@given(lines=st.lists(LINES, max_size=4))
def test_six_skips_lead_to_a_plan_from_anywhere(lines: list[str]) -> None:
    conversation = Conversation(KB)
    for line in lines:
        conversation.say(line)
    for _ in range(6):
        if conversation.state.result is not None and conversation.state.open is None:
            break
        conversation.say("skip")
    assert conversation.state.result is not None


TWINS = [
    (
        ("fine-tune an LLM", "7B", "lora", "3 GB", "20000 CNY per month"),
        ("微调大模型", "7B", "lora", "3 GB", "每月2万元"),
    ),
    (("lora on a 13B", "no wait, 7B", "undo"), ("13B做lora", "不对，是7B", "撤销")),
    (("full fine-tune a 7B", "skip", "don't know"), ("全参微调7B", "跳过", "不知道")),
    (("train resnet-50", "10k images", "restart"), ("训练resnet-50", "1万张图", "重新开始")),
]


@pytest.mark.parametrize(("english", "chinese"), TWINS)
def test_twins_lead_to_the_same_events(english: tuple[str, ...], chinese: tuple[str, ...]) -> None:
    def events(lines: tuple[str, ...], lang: str) -> list[tuple[str, object, object]]:
        conversation = Conversation(KB, lang)
        for line in lines:
            conversation.say(line)
        kept = [event for event in conversation.state.events if event.kind not in {"said", "heard", "recommended"}]
        return [
            (event.kind, event.data.get("slot", event.data.get("question")), event.data.get("value")) for event in kept
        ]

    assert events(english, "en") == events(chinese, "zh")


def test_the_same_words_give_the_same_bytes() -> None:
    def text() -> str:
        conversation = Conversation(KB)
        return "\n".join(
            conversation.say(line).text for line in ("lora on a 7B", "3 GB", "$30 total", "why", "what if 13B")
        )

    assert text() == text()
