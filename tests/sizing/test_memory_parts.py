"""The parts of a need of memory that are shown add up to it, for every kind of network."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from assistant.knowledge import Knowledge
from assistant.sizing.memory import MemoryRequest, estimate
from assistant.wording.memory_parts import parts_text

NETWORKS = (
    "qwen2.5-7b", "mixtral-8x7b", "bert-large", "t5-3b", "resnet-50", "yolov8n-seg", "vit-l-16", "sdxl", "dlrm",
    "whisper-large-v3", "qwen2-vl-7b", "clip-vit-b-32", "yolov5s", "cogvideox-2b", "vits",
)  # fmt: skip
SIZES = {"dlrm": 10_000_000_000}
WAYS: tuple[dict[str, Any], ...] = (
    {"method": "full"},
    {"method": "full", "gradient_accumulation": True},
    {"method": "full", "gpus": 8, "sharding": "fsdp"},
    {"method": "full", "gpus": 8, "sharding": "zero2", "gradient_accumulation": True},
    {"method": "full", "optimizer_in_backward": True},
    {"method": "full", "offload": "optimizer"},
    {"method": "lora"},
)


def sum_shown(text: str) -> float:
    """Return the sum of the figures that a line joins by "+"."""
    return sum(float(figure.replace(",", "")) for figure in re.findall(r"[\d.,]*\d", text.partition(" GB")[0]))


@pytest.mark.parametrize("network", NETWORKS)
def test_shown_parts_add_up(kb: Knowledge, network: str) -> None:
    for way, batch, keep in product(WAYS, (1, 8), (False, True)):
        shape: dict[str, Any] = {"model": network, "params": SIZES.get(network)}
        found = estimate(kb, MemoryRequest(**shape, micro_batch=batch, checkpointing=keep, **way))
        alive = {name: part.value for name, part in found.at_peak.items()}
        assert sum(alive.values()) == pytest.approx(found.allocated.value)
        assert sum(alive.values()) + found.overhead.value == pytest.approx(found.needed.value)
        freed = {"activations": found.activations.value, "gradients": found.gradients.value}
        for lang in ("en", "zh"):
            shown = parts_text(kb, alive | {"overhead": found.overhead.value}, freed, lang)
            assert sum_shown(shown) == pytest.approx(found.needed.value, rel=0.01, abs=0.02)


def test_what_is_freed_before_the_peak_is_named_beside_the_sum(kb: Knowledge) -> None:
    found = estimate(kb, MemoryRequest(model="dlrm", params=SIZES["dlrm"], method="full", micro_batch=1))
    assert set(found.at_peak) == {"weights", "optimizer", "gradients", "buffers"}
    alive = {name: part.value for name, part in found.at_peak.items()}
    text = parts_text(kb, alive, {"activations": found.activations.value}, "en")
    assert "activations (20 GB) are freed" in text
