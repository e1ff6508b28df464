"""Every line that the product prints for a real figure adds up, not only those made for a test."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import pytest

from assistant.knowledge import Knowledge
from assistant.sizing import memory, money, scaling, speed, tokens
from assistant.sizing.data import checkpoint, loader, ram
from assistant.sizing.derivation import FUNCTIONS, Derivation, Fact, Quantity, walk
from assistant.wording.derivations import one_line

KB = Knowledge.load()


def speeds() -> list[Quantity]:
    wanted: list[dict[str, Any]] = [
        {"model": "qwen2.5-7b", "gpu": "rtx-4090", "n_gpus": 2, "method": "qlora", "checkpointing": True},
        {
            "model": "qwen2.5-7b",
            "gpu": "h100-sxm5-80gb",
            "n_gpus": 16,
            "nodes": 2,
            "sharding": "zero3",
            "network_gbps": 100,
        },
        {"model": "resnet-50", "gpu": "l4", "n_gpus": 8, "micro_batch": 32, "image_size": "256"},
        {"model": "sdxl", "gpu": "rtx-4070", "image_size": "1024"},
    ]
    found = [speed.estimate(KB, speed.SpeedRequest(**each)) for each in wanted]
    times = scaling.estimate(KB, scaling.ScalingRequest(model="resnet-50", gpu="rtx-3090", n_gpus=8, per_gpu_batch=64))
    return [*(each.high for each in found), *(each.mfu for each in found if each.mfu), times.high, times.exposed]


def memories() -> list[Quantity]:
    wanted: list[dict[str, Any]] = [
        {
            "model": "qwen2.5-7b",
            "method": "full",
            "seq_len": 4096,
            "gpus": 8,
            "sharding": "zero3",
            "checkpointing": True,
        },
        {"model": "qwen2.5-7b", "method": "qlora", "seq_len": 1024},
        {"model": "resnet-50", "micro_batch": 64},
    ]
    return [memory.estimate(KB, memory.MemoryRequest(**each)).needed for each in wanted]


def others() -> list[Quantity]:
    params, size = Fact("P", 7615616512, "", "model.params"), Fact("D", 2e11, "B", "data.bytes")
    saved = checkpoint.write_time(KB, checkpoint.size(KB, params))
    mean = checkpoint.time_between_failures(KB, 64)
    every = checkpoint.interval(KB, saved, mean)
    waste = checkpoint.waste(KB, saved, mean, every)
    wall = money.hours(tokens.from_bytes(KB, size, "zh", "jsonl"), Fact("R", 29436.5, "tokens/s"), waste)
    cost = money.cost(wall, Fact("p", 27.44704, "USD/h"), 2)
    need = ram.computed(KB, 8, loader.workers(KB, "image", Fact("R_1", 2470.3)), offloaded=params)
    return [
        *money.run_range(KB, cost),
        money.convert(KB, cost, "USD", "CNY"),
        ram.comfort(KB, 8, Fact("m", 85.5, "GB"), need),
    ]


def read_back(text: str) -> float:
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    for sign, operator in (("×", "*"), ("÷", "/"), ("−", "-"), ("^", "**")):
        plain = plain.replace(sign, operator)
    return float(eval(plain, {"__builtins__": {}, **FUNCTIONS}))  # noqa: S307 - printed by us


@pytest.mark.parametrize("roots", [speeds, memories, others])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_reader_with_a_calculator_gets_the_printed_result(roots: Callable[[], list[Quantity]], lang: str) -> None:
    lines = 0
    for root in roots():
        for part in walk(root):
            if not isinstance(part, Derivation):
                continue
            chain = one_line(KB, part, lang).partition(" [")[0].split(" = ")
            printed = float(re.sub(r"(?<=\d),(?=\d{3})", "", chain[-1].split(" ")[0]))
            numbers = chain[-2] if len(chain) > 2 and re.search(r"\d", chain[-2]) else None
            if part.inputs and numbers and part.formula != part.inputs[0].symbol:
                assert math.isclose(read_back(numbers), printed, rel_tol=0.0051, abs_tol=1e-12), one_line(
                    KB, part, lang
                )
                lines += 1
    assert lines > 5
