"""A question is answered first by the rules on the very thing it names; a run by those on its figures."""

from __future__ import annotations

import pytest

from assistant.conversation import Conversation
from assistant.conversation.particulars import particulars
from assistant.knowledge import Knowledge
from assistant.planning import diagnose

NAMED = [
    ("can I use CUDA 11.8 on an RTX 5090?", "software.blackwell-needs-cuda-12-8"),
    ("do I need GPUDirect storage?", "storage.gds-optional"),
    ("内存频率重要吗", "ram.capacity-before-speed"),
    ("NCCL 要自己打开吗", "parallelism.nccl"),
    ("torch.cuda.amp 还能用吗", "software.autocast"),
    ("does the A10 have 48GB?", "card.a10-has-24"),
]


@pytest.mark.parametrize(("question", "rule"), NAMED)
def test_the_rule_on_what_is_named_comes_first(kb: Knowledge, question: str, rule: str) -> None:
    reply = Conversation(kb).say(question)
    told = [block for block in reply.blocks if block.id == "particulars"]
    assert len(told) == 1
    assert f"[{rule}]" in told[0].text
    ids = [block.id for block in reply.blocks]
    assert ids.index("particulars") < ids.index(f"topic.{reply.topic}")


def test_a_framework_named_in_passing_calls_for_no_rule(kb: Knowledge) -> None:
    assert particulars(kb, "how long does training in pytorch take", {}) == ()


def test_a_figure_that_passes_beats_the_word_that_complains(kb: Knowledge) -> None:
    found = diagnose(kb, "data loading is slow? data wait 4%, GPU 92%")
    assert found.bottleneck == "none"
    assert [fix.id for fix in found.fixes] == ["cpu.high-clock-helps-only-when-waiting"]


def test_what_is_known_of_the_job_opens_rules_on_its_figures(kb: Knowledge) -> None:
    assert diagnose(kb, "MFU is 15%").fixes == ()
    job = {"task": "llm_finetune", "method": "full"}
    assert [fix.id for fix in diagnose(kb, "MFU is 15%", "en", job).fixes] == ["diagnosis.low-mfu"]


def test_the_exchange_is_named_where_it_takes_most_of_the_step(kb: Knowledge) -> None:
    assert diagnose(kb, "all-reduce takes 60% of the step").bottleneck == "network"
