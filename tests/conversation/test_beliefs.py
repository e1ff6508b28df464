"""Beliefs about several cards are set right and fill no slot."""

from __future__ import annotations

import pytest

from assistant import Conversation, Knowledge


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("a pair of 3090s, which is 48GB together, for a 13b lora", "vram-pooling"),
        ("四张A6000合起来192G，训练30B lora", "vram-pooling"),
        ("I'll link my two 5090 with NVLink and do lora on a 14b", "consumer-nvlink"),
    ],
)
def test_is_set_right(kb: Knowledge, text: str, topic: str) -> None:
    reply = Conversation(kb).say(text)
    assert reply.topic == topic
    assert "dataset_bytes" not in reply.slots
    assert reply.slots["method"] == "lora"


@pytest.mark.parametrize(
    "text",
    [
        "two 3090, 48 GB of text, lora on a 7b",
        "two 4090 without NVLink, lora on a 7b",
        "两张3090用NVLink桥接，7B lora",
        "one 3090, 24GB, lora on a 7b",
    ],
)
def test_what_is_right_needs_no_answer(kb: Knowledge, text: str) -> None:
    assert Conversation(kb).say(text).topic is None
