"""What every topic and refusal must have."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from assistant.conversation.computed import COMPUTATIONS
from assistant.knowledge import Knowledge

KB = Knowledge.load()
IDS = (
    "scaling-not-linear",
    "cpu-ram-compressible",
    "vram-estimate",
    "full-vs-lora",
    "quantized-training",
    "optimizer-states",
    "activation-memory",
    "long-context",
    "oom-fix",
    "mixed-precision",
    "bf16-support",
    "gradient-accumulation",
    "gradient-checkpointing",
    "batch-size",
    "zero-fsdp",
    "cpu-offload",
    "tensor-pipeline-parallel",
    "nvlink",
    "consumer-nvlink",
    "multi-consumer-gpus",
    "vram-pooling",
    "multinode-network",
    "gpu-4090-vs-a100",
    "gpu-a100-vs-h100",
    "gpu-entry-level",
    "old-gpus",
    "china-gpus",
    "non-nvidia",
    "mixed-gpus",
    "bandwidth-vs-flops",
    "spot-instances",
    "checkpointing",
    "rent-vs-buy",
    "cost-estimate",
    "training-time",
    "cost-saving",
    "start-small",
    "cpu-cores",
    "ram-size",
    "dataset-vs-vram",
    "storage-type",
    "small-files",
    "remote-data",
    "parallel-filesystem",
    "low-gpu-util",
    "cloud-instances",
    "software-stack",
    "cv-hardware",
    "diffusion-hardware",
    "multimodal-hardware",
    "speech-hardware",
    "rlhf-hardware",
    "moe-hardware",
    "giant-models",
    "pretraining",
    "data-prep",
    "power-cooling",
    "free-laptop",
    "about-assistant",
)
NUMBER = re.compile(r"\d+(?:[.,-]\d+)*")


def numbers(text: str) -> Counter[str]:
    return Counter(found.replace(",", "") for found in NUMBER.findall(text))


def test_the_topics_are_the_fixed_ones() -> None:
    assert sorted(KB.topics) == sorted(IDS)


@pytest.mark.parametrize("topic", IDS)
def test_both_languages_are_full(topic: str) -> None:
    entry = KB.topics[topic]
    for lang in ("en", "zh"):
        assert len(getattr(entry.phrasings, lang)) >= 15, lang
        assert len(getattr(entry.terms, lang)) >= 5, lang
        assert 3 <= len(entry.answer.of(lang).strip().splitlines()) <= 6
    assert not any(line.isascii() for line in entry.answer.zh.strip().splitlines())
    assert all(
        line.startswith("- ") for line in (*entry.answer.en.strip().splitlines(), *entry.answer.zh.strip().splitlines())
    )


@pytest.mark.parametrize("topic", IDS)
def test_both_languages_say_the_same_figures(topic: str) -> None:
    answer = KB.topics[topic].answer
    en, zh = numbers(answer.en), numbers(answer.zh)
    spelt = {str(n) for n in range(11)} | {"100"}
    differ = {n for n in set(en) ^ set(zh) if n not in spelt}
    assert not differ


@pytest.mark.parametrize("topic", IDS)
def test_references_exist(topic: str) -> None:
    entry = KB.topics[topic]
    assert entry.sources
    assert not [name for name in entry.sources if name not in KB.sources]
    assert not [name for name in entry.related if name not in KB.topics]
    assert topic not in entry.related
    assert not entry.computed or entry.computed in COMPUTATIONS


def test_claims_exist() -> None:
    if not KB.claims:
        pytest.skip("no claims are loaded")
    assert not {claim for entry in KB.topics.values() for claim in entry.claims if claim not in KB.claims}


def test_most_answers_can_be_computed() -> None:
    assert sum(bool(entry.computed) for entry in KB.topics.values()) >= 40


def test_no_phrasing_stands_in_two_places() -> None:
    entries = [*KB.topics.values(), *KB.refusals.values()]
    seen = Counter(text.lower() for entry in entries for text in (*entry.phrasings.en, *entry.phrasings.zh))
    assert not [text for text, times in seen.items() if times > 1]


def test_refusals_speak_both_languages_and_concepts_name_them() -> None:
    for entry in KB.refusals.values():
        assert min(len(entry.phrasings.en), len(entry.phrasings.zh)) >= 15
        assert not entry.answer.zh.isascii()
    assert {concept.favours for concept in KB.concepts.values() if concept.favours} <= set(KB.refusals)
