"""What holds for every message, and what the conversation relies on."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.knowledge import Knowledge
from assistant.language import understand
from assistant.language.normalise import LIMIT

PIECES = st.sampled_from(
    [
        *[
            "7B",
            "13b",
            " ",
            "lora",
            "$",
            "¥",
            "5",
            "万",
            "亿",
            "块",
            "每月",
            "4090",
            "A100",
            "-",
            "~",
            "/",
            "不是",
            "not",
            "x",
            "*",
            "8",
            "GB",
            "T",
            "\n",
            "\u202e",
            "😀",
            "llama",
            "qwen",
            "2.5",
            "一",
            "半",
            "十",
        ],
        *[
            "and",
            "between",
            "to",
            "，",
            "。",
            "!",
            "[",
            "<b>",
            "\x00",
            "½",
            "①",
            "batch",
            "seq",
            "1,234",
            "...",
            "e9",
            "个月",
            "within",
            "内",
            "a",
            "of",
            "half",
            "两",
            "张",
            "卡",
            "台",
        ],
        "9" * 400,
    ]
)
ASKING = st.sampled_from(
    [None, *["params", "dataset", "budget", "gpu", "gpu_count", "deadline", "spot", "method", "task", "nothing"]]
)
UNITS = st.sampled_from([None, "B", "GB", "USD per month", "元/月", "days", "亿", "images", "?"])


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80) | st.lists(PIECES, max_size=24).map("".join), ASKING, UNITS)
def test_no_text_raises_and_every_span_was_written(
    base: Knowledge, text: str, asking: str | None, unit: str | None
) -> None:
    meaning = understand(base, text, asking, unit)
    json.dumps(meaning.to_json(), allow_nan=False)
    assert all(words in text for words in meaning.spans.values())
    assert understand(base, text, asking, unit) == meaning


@pytest.mark.parametrize(
    "text", ["7" * 3_000, "a" * 1_000_000, "7b " * 400_000, "十" * 2_000, "ok " * 700, "1," * 2_000]
)
def test_long_texts_are_cut(base: Knowledge, text: str) -> None:
    assert understand(base, text, "dataset", "GB").cut == (len(text) > LIMIT)


def test_values_at_both_ends_of_a_long_text_are_found(base: Knowledge) -> None:
    meaning = understand(base, "lora on a 7b. " + "so it goes on. " * 400 + "the data is 20GB of text")
    assert (meaning.slots["params"], meaning.slots["dataset_bytes"], meaning.cut) == (
        7_000_000_000,
        20_000_000_000,
        True,
    )


def test_the_words_of_a_value_are_kept_as_written(base: Knowledge) -> None:
    meaning = understand(base, "模型７Ｂ，預算每月三萬元")
    assert meaning.spans["params"].startswith("７Ｂ") or "７Ｂ" in meaning.spans["params"]
    assert "三萬元" in meaning.spans["budget"]


@pytest.mark.parametrize(
    ("text", "mark", "slot"),
    [
        ("sorry, I meant 70B", "corrected", "params"),
        ("maybe 13B", "hedged", "params"),
        ("not lora", "negated", "method"),
    ],
)
def test_marks(base: Knowledge, text: str, mark: str, slot: str) -> None:
    assert slot in understand(base, text).marks[mark]


def test_a_number_out_of_the_question_s_range_is_doubtful(base: Knowledge) -> None:
    assert "params" in understand(base, "350", "params", "B").marks["doubtful"]


FORGOTTEN = [
    ("no deadline", "deadline_hours"),
    ("forget the budget", "budget"),
    ("not lora", "method"),
    ("没有截止时间", "deadline_hours"),
]


@pytest.mark.parametrize(("text", "slot"), FORGOTTEN)
def test_what_is_to_be_forgotten(base: Knowledge, text: str, slot: str) -> None:
    assert slot in understand(base, text).cleared


@pytest.mark.parametrize(
    ("text", "intent", "target"),
    [
        ("why not a 4090?", "whynot", {"gpus": ["RTX 4090"]}),
        ("compare A100 and H100", "compare", {"gpus": ["A100", "H100"]}),
        ("export to slurm", "export", {"format": "slurm"}),
        ("说英文", "language", {"language": "en"}),
        ("为什么要问预算", "why", {"slots": ["budget"]}),
    ],
)
def test_what_a_command_is_about(base: Knowledge, text: str, intent: str, target: dict[str, object]) -> None:
    meaning = understand(base, text)
    assert meaning.intent == intent
    assert target.items() <= dict(meaning.target).items()


LANGUAGES = [
    ("lora on a 7b", "en"),
    ("微调7B模型，用LoRA", "zh"),
    ("我想finetune一个模型 with my own dataset", "mixed"),
]


@pytest.mark.parametrize(("text", "lang"), LANGUAGES)
def test_language(base: Knowledge, text: str, lang: str) -> None:
    assert understand(base, text).lang == lang


def test_what_stands_beside_the_slots(base: Knowledge) -> None:
    slots = understand(base, "lora on azure us-east-1 with 8bit adam, no offload").slots
    assert (slots["provider"], slots["region"], slots["optimizer"], slots["offload"]) == (
        "azure",
        "us-east-1",
        "adamw_8bit",
        "none",
    )
    assert "precision" not in slots


def test_a_base_of_its_own_has_words_of_its_own(base: Knowledge) -> None:
    bare = base.model_copy(update={"vocabulary": {}})
    assert "method" not in understand(bare, "lora on a 7b").slots
    assert understand(base, "lora on a 7b").slots["method"] == "lora"


def _run(*arguments: str, written: str = "") -> str:
    command = [sys.executable, "-m", "assistant", "understand", *arguments]
    return subprocess.run(command, input=written, capture_output=True, text=True, encoding="utf-8", check=True).stdout


def test_the_command_answers_line_by_line() -> None:
    lines = '{"text": "7", "asking": "params", "unit": "B"}\nnot json\n{"text": "20GB of text"}\n{"text": 7}\n'
    done = subprocess.run(
        [sys.executable, "-m", "assistant", "understand", "--jsonl", "-"],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
    )
    first, second, third, fourth = map(json.loads, done.stdout.splitlines())
    assert first["slots"] == {"params": 7_000_000_000}
    assert "error" in second
    assert third["slots"] == {"dataset_bytes": 20_000_000_000}
    assert "error" in fourth


def test_the_command_shows_where_values_came_from() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "assistant", "understand", "qlora on a 13b"], capture_output=True, text=True, check=True
    )
    assert 'from "qlora"' in done.stdout
