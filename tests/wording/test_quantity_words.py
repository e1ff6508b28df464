"""How figures are written, and that each has a name in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.knowledge import Knowledge
from assistant.sizing import scaling, speed
from assistant.sizing.derivation import Fact, Quantity, walk
from assistant.wording import quantities as words
from assistant.wording.derivations import legend, name_of, source_of

KB = Knowledge.load()

SPEEDS: list[dict[str, Any]] = [
    {
        "model": "qwen2.5-7b",
        "gpu": "rtx-4090",
        "n_gpus": 2,
        "method": "qlora",
        "checkpointing": True,
        "precision": "fp8",
    },
    {
        "model": "qwen2.5-7b",
        "gpu": "h100-sxm5-80gb",
        "n_gpus": 16,
        "nodes": 2,
        "sharding": "zero3",
        "network_gbps": 100,
    },
    {"model": "bert-base", "gpu": "l40s", "n_gpus": 2, "micro_batch": 8, "precision": "fp32", "offload": "optimizer"},
    {"model": "resnet-50", "gpu": "l4", "n_gpus": 8, "micro_batch": 32, "image_size": "256"},
    {"params": 5e7, "kind": "detection", "gpu": "rtx-4070", "image_size": "640x480"},
    {"model": "sdxl", "gpu": "a10g", "image_size": "1024"},
    {"model": "whisper-small", "gpu": "ascend-910b", "audio_seconds": 12.0},
    {"model": "qwen2.5-7b", "gpu": "a100-sxm4-80gb", "n_gpus": 4, "nodes": 2, "method": "lora"},
]


def figures() -> list[Quantity]:
    found: list[Quantity] = []
    for wanted in SPEEDS:
        rate = speed.estimate(KB, speed.SpeedRequest(**wanted))
        found += [rate.low, rate.high, *([rate.mfu] if rate.mfu else [])]
    for cards, nodes, gpu in ((8, 1, "rtx-3090"), (16, 2, "a100-sxm4-80gb")):
        request = scaling.ScalingRequest(
            model="resnet-50", gpu=gpu, n_gpus=cards, nodes=nodes, network_gbps=25, per_gpu_batch=64
        )
        times = scaling.estimate(KB, request)
        found += [times.low, times.high, times.efficiency, times.exposed]
    return found


def test_every_figure_is_called_something_in_both_languages() -> None:
    for root in figures():
        for part in walk(root):
            english, chinese = name_of(KB, part, "en"), name_of(KB, part, "zh")
            assert english != part.name, part.name
            assert any("一" <= sign <= "鿿" for sign in chinese), part.name


def test_every_source_is_known_or_says_who_said_it() -> None:
    for root in figures():
        for part in walk(root):
            for source in (part.source,) if isinstance(part, Fact) else part.sources:
                assert source_of(KB, source, "en") != source, (part.name, source)


def test_the_legend_names_each_source_once_with_its_date() -> None:
    lines = legend(KB, figures()[0])
    assert len(lines) == len(set(lines))
    assert any(line.startswith("[speed-fit] ") and line.endswith("(2026-11-30)") for line in lines)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (7, "7"), (12345, "12,345"), (1.2345, "1.23"), (0.012345, "0.0123"), (7e9, "7e9"),
        (6.738e9, "6.74e9"), (-2.5, "-2.5"), (1e-7, "1e-7"), (999.96, "1,000"),
    ],
)  # fmt: skip
def test_significant_digits(value: float, text: str) -> None:
    assert words.significant(value) == text


def test_parameters_tokens_bytes_and_memory() -> None:
    assert [words.format_params(value) for value in (7e9, 6.738e9, 125e6, 405e9)] == ["7B", "6.74B", "125M", "405B"]
    assert [words.format_tokens(value) for value in (1.4e12, 800)] == ["1.4T", "800"]
    assert [words.format_bytes(value) for value in (2e11, 1.5e12, 4096, 12)] == ["200 GB", "1.5 TB", "4.1 kB", "12 B"]
    assert words.format_gb(112) == "112.0 GB"
    assert words.format_percent(0.125, 1) == "12.5 %"
    assert words.format_range("1", "1") == "1"


def test_numbers_in_chinese_count_in_ten_thousands() -> None:
    assert [words.format_number(value, "zh") for value in (800, 12345, 7e9)] == ["800", "1.23 万", "70 亿"]
    assert words.format_number(7e9) == "7,000,000,000"


def test_money_and_time_in_both_languages() -> None:
    assert words.format_money(KB, 12345.6, "USD") == "$12,346"
    assert words.format_money(KB, 30000, "CNY", "zh") == "30,000 元"
    assert words.format_money(KB, 1.5, "XXX") == "1.50 XXX"
    assert [words.format_hours(KB, hours) for hours in (0.01, 0.5, 30, 100)] == ["36 s", "30 min", "30 h", "4.2 days"]
    assert words.format_hours(KB, 100, "zh") == "4.2 天"
