"""What a plan says of other machines holds against the catalogue, and one machine has one set of figures."""

from __future__ import annotations

import pytest
from planning_jobs import FULL_7B, LORA_7B, planned

from assistant.knowledge import Knowledge
from assistant.planning import Budget, Owned, Workload, compare, plan, whynot
from assistant.planning.words import apart, apart_duration, apart_money, figure


def test_own_hardware_is_shown_with_one_length_whether_cheapest_or_recommended(kb: Knowledge) -> None:
    own = Owned(gpu="RTX 3090", count=2)
    result = planned(kb, task="speech", model="whisper-large-v3", dataset_audio_hours=1200, owned=own)
    mine = [option for option in result.options.values() if option.offer.provider == "owned"]
    assert mine
    assert all(option == result.plan for option in mine)


TUNED_7B = {**LORA_7B, "dataset_tokens": 240_000_000, "budget": Budget(amount=200, currency="USD", per="total")}


@pytest.mark.parametrize("card", ["L40S", "A100"])
def test_a_card_that_beats_the_wished_one_is_told_with_its_best_offer(kb: Knowledge, card: str) -> None:
    wished = planned(kb, **TUNED_7B, gpu_mentioned=(card,), gpu_rel="want")
    other = planned(kb, **TUNED_7B, gpu_mentioned=("H100",), gpu_rel="want")
    line = next(entry for entry in wished.rejected if entry.gpu.startswith("H100 SXM"))
    assert line.text.startswith(f"you asked for {card}")
    assert f"${other.plan.cost.mid:.2f}" in line.text
    assert f"${wished.plan.cost.mid:.2f}" in line.text


def test_a_chinese_reader_hears_of_the_better_card_too(kb: Knowledge) -> None:
    slots = {**TUNED_7B, "lang": "zh", "budget": Budget(amount=200, currency="CNY", per="total")}
    wished = planned(kb, **slots, gpu_mentioned=("3090",), gpu_rel="ask")
    line = next(entry for entry in wished.rejected if entry.gpu == "RTX 4090")
    assert line.text.startswith("你要的是 3090；1 × RTX 4090 只要")
    assert (line.need, line.have) == (None, None)


def test_a_number_that_was_asked_for_is_named_as_the_reason(kb: Knowledge) -> None:
    slots = {**FULL_7B, "dataset_tokens": 10**9, "budget": Budget(unlimited=True)}
    result = planned(kb, **slots, gpu_count=4)
    assert any(entry.text.startswith("you asked for 4 cards; ") for entry in result.rejected)


def test_what_beats_the_recommended_option_is_said_with_its_risk(kb: Knowledge) -> None:
    job = {"task": "llm_finetune", "method": "full", "model": "qwen2.5-14b", "dataset_tokens": 2 * 10**9}
    wish = {"gpu_mentioned": ("A100",), "gpu_rel": "want", "budget": Budget(unlimited=True), "deadline_hours": 72}
    result = planned(kb, **job, seq_len=8192, **wish)
    best, fastest = result.options["recommended"], result.options["fastest"]
    assert fastest.hours.mid == pytest.approx(best.hours.mid)
    assert fastest.cost.mid < best.cost.mid
    line = next(entry for entry in result.rejected if entry.constraint == "risk" and entry.gpu == best.gpu)
    assert fastest.offer.provider in line.text
    assert "network between machines" in line.text


def test_two_numbers_are_written_so_that_they_differ(kb: Knowledge) -> None:
    assert apart_duration(kb, "en", 72.1, 72) == ("72.1 h", "72 h")
    assert apart_duration(kb, "en", 96, 72) == ("4 days", "3 days")
    assert apart_money(kb, "en", 200.2, 200, "USD") == ("$200.20", "$200.00")
    assert apart_money(kb, "en", 7, 7, "USD") == ("$7.00", "$7.00")
    assert apart(figure, 86.04, 85.94) == ("86", "85.9")


@pytest.mark.parametrize("own", [None, Owned(gpu="RTX 3090", count=2)])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_card_nobody_rents_out_has_no_price_and_is_nobodys_own(kb: Knowledge, own: Owned | None, lang: str) -> None:
    workload = Workload.model_validate({**TUNED_7B, "lang": lang, "owned": own})
    side = compare(kb, workload, ["H800", "A100"])[0]
    assert not side.feasible
    assert side.option.offer.provider == ""
    assert side.option.offer.instance == kb.texts["offer.unknown"].of(lang)
    assert (side.option.offer.price_per_hour, side.option.cost) == (None, None)
    answer = whynot(kb, workload, plan(kb, workload), "H800")
    assert (answer.verdict, answer.constraint) == ("breaks", "availability")


def test_more_of_ones_own_card_is_still_ones_own(kb: Knowledge) -> None:
    slots = {**FULL_7B, "method": "qlora", "owned": Owned(gpu="RTX 2080 Ti", count=1)}
    workload = Workload.model_validate(slots)
    answer = whynot(kb, workload, plan(kb, workload), "4x RTX 2080 Ti")
    assert answer.option.offer.provider == "owned"


@pytest.mark.parametrize("relation", [None, "want", "ask"])
@pytest.mark.parametrize("budget", [None, Budget(unlimited=True), Budget(minimize=True)])
def test_a_number_of_a_card_is_rented_unless_the_words_say_it_is_there(
    kb: Knowledge, relation: str | None, budget: Budget | None
) -> None:
    cards = {"gpu_mentioned": ("H100",), "gpu_count": 32, "gpu_rel": relation, "budget": budget}
    job = {"task": "llm_pretrain", "model": "llama-3-70b", "dataset_tokens": 5 * 10**10}
    result = planned(kb, **job, **cards)
    assert result.plan.gpu_count == 32
    assert result.plan.offer.provider not in {"owned", ""}
    assert result.plan.cost.mid > 0
    own = planned(kb, **job, **{**cards, "gpu_rel": "have"})
    assert own.plan.offer.provider == "owned"


def test_a_number_of_cards_is_looked_for_among_machines_that_can_be_had(kb: Knowledge) -> None:
    job = {**FULL_7B, "lang": "zh", "spot_ok": True, "gpu_mentioned": ("RTX 4090",), "gpu_rel": "want", "gpu_count": 8}
    per_card = {"currency": "USD", "per": "day", "per_gpu": True}
    poor, rich = (planned(kb, **job, budget=Budget(amount=amount, **per_card)) for amount in (4, 6))
    assert poor.feasible
    assert rich.options["fastest"].hours.mid <= poor.options["fastest"].hours.mid
