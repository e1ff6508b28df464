"""What is said of the surroundings of a job is read as the vocabulary declares it, and is no data set and no card."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.knowledge import Knowledge
from assistant.language import understand
from assistant.language.facts import facts_in

SAID: list[tuple[str, dict[str, Any]]] = [
    ("lora on my 4090, CUDA 11.3", {"cuda": 11.3}),
    ("we have cu118 wheels and driver 470", {"cuda": 11.8, "driver": 470}),
    ("驱动是550，CUDA版本12.4", {"cuda": 12.4, "driver": 550}),
    ("pytorch 2.11", {"torch_minor": 11, "framework": "pytorch"}),
    ("our office uplink is 100 Mbps", {"line_gbps": 0.1}),
    ("办公室网络是千兆", {"deploy": "office", "line_gbps": 1}),
    ("they stand in our server room", {"deploy": "datacenter"}),
    ("num_workers=16", {"num_workers": 16}),
    ("about 2,000 GPU-hours a month", {"gpu_hours_per_year": 24000}),
    ("每周大概 40 卡时", {"gpu_hours_per_year": 2080}),
    ("it runs 24/7", {"gpu_hours_per_year": 8760}),
    ("a recommender with 2TB of embedding tables", {"embedding_gb": 2000}),
    ("推荐模型，embedding 表 40GB", {"embedding_gb": 40}),
    ("数据放在NAS上", {"data_place": "network_mount"}),
]


@pytest.fixture(scope="module")
def kb() -> Knowledge:
    return Knowledge.load()


@pytest.mark.parametrize(("text", "wanted"), SAID, ids=[text for text, _ in SAID])
def test_a_fact_is_heard(kb: Knowledge, text: str, wanted: dict[str, Any]) -> None:
    slots = understand(kb, text).slots
    assert {name: slots.get(name) for name in wanted} == wanted
    assert not {"dataset_bytes", "gpu_count", "params"} & slots.keys()


def test_a_number_outside_of_what_a_fact_can_be_is_none(kb: Knowledge) -> None:
    assert facts_in(kb, "cuda 990") == []


def test_what_a_question_is_about_is_no_property_of_the_job(kb: Knowledge) -> None:
    assert facts_in(kb, "does nccl matter") == []
    (about,) = facts_in(kb, "does nccl matter", asked=True)
    assert (about.slot, about.value) == ("about", "nccl")


def test_every_declared_word_of_a_fact_stands_for_one_of_its_values(kb: Knowledge) -> None:
    for term in kb.vocabulary.values():
        if term.kind.startswith("fact."):
            fact = kb.facts[term.kind.removeprefix("fact.")]
            if fact.type == "number":
                float(term.value)
            else:
                assert term.value in fact.values, term.id
