"""Answers in general, and for the job at hand."""

from __future__ import annotations

import re

import pytest

from assistant.conversation.answers import Answer, answer_topic, ask
from assistant.conversation.computed import COMPUTATIONS, Context, Words, printed
from assistant.knowledge import Knowledge
from assistant.planning import Workload
from assistant.sizing.derivation import Derivation, evaluate, walk
from assistant.wording.plan_lines import hours_text

KB = Knowledge.load()
JOBS = {
    "lora": Workload(task="llm_finetune", model="qwen2.5-7b", method="lora", dataset_tokens=50_000_000,
        gpu_mentioned=("4090", "3090"), gpu_count=2),
    "full": Workload(task="llm_finetune", params=13_000_000_000, method="full", dataset_bytes=10**9, lang="zh"),
    "vision": Workload(task="vision", model="resnet50", dataset_samples=1_000_000, gpu_mentioned=("V100",)),
    "speech": Workload(task="speech", model="whisper-large-v3", dataset_audio_hours=100),
    "moe": Workload(task="llm_finetune", model="mixtral-8x7b", method="qlora"),
    "data": Workload(task="data_prep", dataset_bytes=10**12),
    "nothing": Workload(),
    "unknown card": Workload(params=7_000_000_000, gpu_mentioned=("XYZ 9000",)),
}  # fmt: skip


def computed(topic: str, job: str) -> Answer:
    return answer_topic(KB, topic, JOBS[job])


@pytest.mark.parametrize("job", JOBS)
def test_every_computation_holds_for_every_job(job: str) -> None:
    for name, compute in COMPUTATIONS.items():
        lines = compute(Context(KB, JOBS[job]))
        en, zh = printed(KB, lines, "en"), printed(KB, lines, "zh")
        assert en.count("\n") == zh.count("\n"), name
        assert "{" not in en + zh, name
        assert "nan" not in en, name
        figures = [value for line in lines for value in line.values.values() if not isinstance(value, str | Words)]
        for quantity in (part for figure in figures for part in walk(figure)):
            if isinstance(quantity, Derivation):
                inputs = {part.symbol: part.value for part in quantity.inputs}
                assert evaluate(quantity.formula, inputs) == pytest.approx(quantity.value), (name, quantity.name)


def test_a_language_model_has_nearly_every_computed_answer() -> None:
    assert sum(bool(compute(Context(KB, JOBS["full"]))) for compute in COMPUTATIONS.values()) >= 38


def test_nothing_is_computed_about_no_job() -> None:
    assert not computed("vram-estimate", "nothing").computed
    assert not computed("cost-estimate", "nothing").derivations


def test_the_computed_part_comes_before_the_general_one() -> None:
    plain, own = answer_topic(KB, "full-vs-lora"), computed("full-vs-lora", "lora")
    assert own.computed is not None
    assert own.text["en"].startswith(own.computed["en"])
    assert own.text["en"].endswith(plain.text["en"])
    assert "qwen2.5-7b" in own.computed["zh"]
    needs = [figure.value for figure in own.derivations[:3]]
    assert needs == sorted(needs, reverse=True)


def test_two_cards_wait_for_the_slower() -> None:
    own = computed("mixed-gpus", "lora")
    together, best, gain = own.derivations
    assert gain.value == pytest.approx(together.value / best.value)
    assert gain.value < 2


def test_scaling_never_beats_the_number_of_cards() -> None:
    for figure in computed("scaling-not-linear", "lora").derivations:
        if figure.name == "faq.efficiency":
            assert 0 < figure.value <= 1


@pytest.mark.parametrize("job", JOBS)
def test_changes_and_methods_are_named_in_words(job: str) -> None:
    ids = re.compile(r"\b(lora|qlora|adamw_8bit|bf16_8bit|fsdp|ddp|zero[123])\b")
    for name, compute in COMPUTATIONS.items():
        lines = compute(Context(KB, JOBS[job]))
        for lang in ("en", "zh"):
            assert not ids.search(printed(KB, lines, lang)), name


def test_a_divided_job_is_told_what_each_card_holds() -> None:
    context = Context(KB, JOBS["full"])
    chosen = context.result.plan
    assert chosen is not None
    assert chosen.memory is not None
    [line] = [one for one in COMPUTATIONS["memory"](context) if one.text == "memory.planned"]
    needed = line.values["needed"]
    assert isinstance(needed, Derivation)
    assert needed.value == pytest.approx(chosen.memory.needed_gb)
    assert line.values["count"] == f"{chosen.gpu_count}"


def test_own_cards_cost_no_rent() -> None:
    own = computed("cost-estimate", "lora").computed
    assert own is not None
    assert "nothing to rent" in own["en"] or "$" in own["en"]
    assert "$0" not in own["en"]


def test_a_mixture_loads_all_its_experts() -> None:
    every, active = computed("moe-hardware", "moe").derivations[:2]
    assert every.value > 3 * active.value


def test_preference_training_needs_more_than_plain_tuning() -> None:
    values = [figure.value for figure in computed("rlhf-hardware", "full").derivations]
    assert values == sorted(values)


def test_v100_has_no_bf16() -> None:
    assert "doesn't support bf16" in computed("bf16-support", "vision").text["en"]


def test_a_declined_question_says_so_in_both_languages() -> None:
    answer = ask(KB, "how do i cook rice")
    assert answer.topic is None
    assert answer.score == 0
    assert re.search(r"outside|not|n't", answer.text["en"])
    assert not answer.text["zh"].isascii()


def test_json_form() -> None:
    data = ask(KB, "4090有NVLink吗").to_json()
    assert data["topic"] == "consumer-nvlink"
    assert 0 < data["score"] <= 1
    assert set(data["answer"]) == {"en", "zh"}
    assert all(set(other) == {"topic", "score"} for other in data["alternatives"])
    assert data["sources"]


def test_unknown_topic_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        answer_topic(KB, "no-such-topic")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_time_of_a_job_is_the_range_of_its_plan(lang: str) -> None:
    """One run has one range of hours: what whole runs add to it is said as a factor."""
    context = Context(KB, JOBS["lora"])
    plan = context.result.plan
    assert plan is not None
    lines = printed(KB, COMPUTATIONS["time"](context), lang)
    assert hours_text(KB, plan, lang) in lines
    assert len(re.findall(r"\d[\d.]* ?(?:h|days|小时|天|分钟|min)", lines)) <= 3


@pytest.mark.parametrize("job", ["full", "vision", "speech", "moe"])
def test_parts_of_the_memory_add_up_to_the_need(job: str) -> None:
    line = printed(KB, COMPUTATIONS["memory"](Context(KB, JOBS[job])), "en").splitlines()[0]
    need, parts = line.split(" GB free: ")
    figures = re.findall(r" ([\d,.]*\d)(?= \+|$)", parts.partition(" GB")[0])
    shown = [float(figure.replace(",", "")) for figure in figures]
    assert len(shown) > 2
    assert sum(shown) == pytest.approx(float(need.split()[-1].replace(",", "")), rel=0.02)
