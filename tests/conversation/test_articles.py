"""What the articles say can be asked for, and nothing that was audited in them is out of a reader's reach."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from assistant.conversation import Conversation
from assistant.conversation.articles import article_blocks, claims_of
from assistant.knowledge import Knowledge

KEPT = Path(__file__).parents[2] / "transcripts" / "coverage.json"
CLAIM = re.compile(r"d[0-2]-[a-z]+-\d\d")


def _told(kb: Knowledge) -> tuple[set[str], set[str]]:
    """Return the claims and the disagreements that topics and the rules of the saved chats bring into a reply."""
    fired = json.loads(KEPT.read_text(encoding="utf-8"))["rules"]
    taken = [claims_of(kb, topic) for topic in kb.topics]
    taken += [kb.rules[rule].claims + kb.rules[rule].overrules for rule in fired]
    blocks = [block for claims in taken for block in article_blocks(kb, claims, "en")]
    points = {block.id.removeprefix("disagreement.") for block in blocks if block.id != "articles"}
    return set(CLAIM.findall("\n".join(block.text for block in blocks))), points


def test_every_claim_is_within_reach_of_a_reply(kb: Knowledge) -> None:
    claims, _ = _told(kb)
    assert sorted(kb.claims.keys() - claims) == []


def test_every_disagreement_is_within_reach_of_a_reply(kb: Knowledge) -> None:
    _, points = _told(kb)
    assert sorted(kb.disagreements.keys() - points) == []


def test_a_verdict_stands_beside_what_is_right_in_both_languages(kb: Knowledge) -> None:
    (block,) = article_blocks(kb, ["d1-cpu-03"], "en")
    assert block.text.splitlines()[1].startswith("- ")
    assert "Too simple. Only where waiting was measured" in block.text
    assert "过于简单" in article_blocks(kb, ["d1-cpu-03"], "zh")[0].text


@pytest.mark.parametrize(
    ("question", "then", "named"),
    [
        ("is RAM speed important?", "what do the articles say?", "d0-ram-01"),
        ("内存要多大", "文章怎么说", "d0-ram-01"),
    ],
)
def test_the_articles_are_asked_after_an_answer(kb: Knowledge, question: str, then: str, named: str) -> None:
    conversation = Conversation(kb)
    first = conversation.say(question)
    assert named not in first.text
    reply = conversation.say(then)
    assert named in reply.text
    assert reply.asks == first.asks


def test_the_articles_are_asked_of_a_plan(kb: Knowledge) -> None:
    conversation = Conversation(kb)
    conversation.say("lora on a 7B LLM, 2 GB, $300 total")
    assert "d2-ram-04" in conversation.say("what do the articles say about the RAM?").text


def test_before_anything_was_told_the_articles_are_no_remark(kb: Knowledge) -> None:
    reply = Conversation(kb).say("what do the articles say?")
    assert not CLAIM.search(reply.text)
