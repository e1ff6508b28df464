"""Storage, loaders, host memory, checkpoints, tokens, hours and money."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.sizing import money, tokens
from assistant.sizing.data import checkpoint, loader, ram, storage
from assistant.sizing.derivation import Fact

KB = Knowledge.load()
positive = st.floats(1e-3, 1e9)


def fact(symbol: str, value: float, unit: str = "") -> Fact:
    return Fact(symbol, value, unit, f"test.{symbol}")


# -- storage


def test_eight_a100_on_imagenet_read_two_gigabytes_and_open_sixteen_thousand_files_a_second() -> None:
    rate, size = fact("R", 16621, "samples/s"), storage.sample_bytes(KB, "vision-cls")
    assert size is not None
    read = storage.read_rate(rate, size)
    loose, packed = (storage.opens_rate(KB, rate, size, packed=packed) for packed in (False, True))
    assert read.value == pytest.approx(1.9, abs=0.05)
    assert loose.value == 16621
    assert packed.value < 20
    assert storage.medium(KB, read, loose).kind == "nvme_raid"


def test_text_runs_from_the_slowest_disk() -> None:
    read = storage.read_rate(fact("R", 29436, "tokens/s"), fact("b", 4, "B"))
    opens = storage.opens_rate(KB, fact("R", 29436), fact("b", 4), packed=True)
    found = storage.medium(KB, read, opens)
    assert (found.kind, found.enough) == ("hdd", True)


@settings(max_examples=50, deadline=None)
@given(positive, positive)
def test_a_medium_that_is_enough_has_room(read: float, opens: float) -> None:
    found = storage.medium(KB, fact("r", read, "GB/s"), fact("o", opens, "opens/s"))
    assert found.enough == (found.read_use.value <= 1 and found.opens_use.value <= 1)
    if not found.enough:
        assert found.kind == storage.MEDIA[-1]


# -- loader and memory


def test_cores_for_text_and_for_fast_image_cards() -> None:
    text = loader.cores(KB, 8, loader.workers(KB, "text"))
    assert text.value == 8 * (2 + 1) + 4
    images = loader.workers(KB, "image", fact("R_1", 2470, "samples/s"))
    assert 7 <= images.value <= 9
    assert loader.workers(KB, "image", fact("R_1", 10, "samples/s")).value == 4


def test_host_memory_is_that_of_the_cards_once_or_twice() -> None:
    need = ram.computed(KB, 4, loader.workers(KB, "text"))
    card = fact("m", 24, "GB")
    assert ram.minimum(4, card, need).value == 96
    assert ram.comfort(KB, 4, card, need).value == 192
    assert ram.comfort(KB, 1, fact("m", 24, "GB"), fact("need", 10, "GB")).value == 64


def test_what_is_offloaded_comes_on_top() -> None:
    workers = loader.workers(KB, "text")
    with_it = ram.computed(KB, 2, workers, offloaded=fact("R", 112, "GB"))
    assert with_it.value - ram.computed(KB, 2, workers).value == pytest.approx(112)


# -- checkpoints


def test_a_full_checkpoint_of_seven_billion_is_ninety_eight_gigabytes() -> None:
    size = checkpoint.size(KB, fact("P", 7e9))
    assert size.value == pytest.approx(98)
    assert checkpoint.write_time(KB, size, "nvme").value == pytest.approx(49)


@settings(max_examples=60, deadline=None)
@given(st.floats(0.1, 600), st.floats(4, 1000), st.floats(0.2, 5))
def test_no_other_interval_wastes_less(save: float, mean_hours: float, times: float) -> None:
    # The law is one for saves that are short against the time between failures; near one another it is no optimum.
    write, mean = fact("C", save, "s"), fact("M", mean_hours, "h")
    best = checkpoint.interval(KB, write, mean)
    least = checkpoint.waste(KB, write, mean, best).value
    other = checkpoint.waste(KB, write, mean, fact("tau", best.value * times, "s")).value
    assert math.isfinite(least)
    assert 0 < least <= other * 1.03 + 1e-9


def test_failures_come_from_all_cards_together() -> None:
    assert checkpoint.time_between_failures(KB, 64).value == pytest.approx(792, abs=1)


# -- tokens


def test_tokens_of_a_gigabyte_by_language_format_and_tokenizer() -> None:
    size = fact("D", 1e9, "B")
    english, chinese = (tokens.from_bytes(KB, size, language).value for language in ("en", "zh"))
    assert english == pytest.approx(238e6, rel=0.01)
    assert chinese > english
    assert tokens.from_bytes(KB, size, "zh", vocab=32000).value > 1.5 * chinese
    assert tokens.from_bytes(KB, size, "en", "parquet").value > 2 * english
    assert tokens.from_bytes(KB, size, "en", "tokenized_16").value == 5e8
    assert tokens.from_bytes(KB, size, "tlh").value > 0


def test_epochs_multiply() -> None:
    once = tokens.samples_from_bytes(fact("D", 1.1466e11, "B"), fact("b", 114660, "B"))
    assert once.value == pytest.approx(1e6)
    assert tokens.over_epochs(once, tokens.epochs(KB, "vision")).value == pytest.approx(9e7)


# -- time and money


@settings(max_examples=60, deadline=None)
@given(positive, positive, positive, st.floats(1, 100))
def test_cost_is_linear_in_the_price(amount: float, rate: float, price: float, times: float) -> None:
    wall = money.hours(fact("n", amount, "tokens"), fact("R", rate, "tokens/s"))
    one = money.cost(wall, fact("p", price, "USD/h"), 2)
    more = money.cost(wall, fact("p", price * times, "USD/h"), 2)
    assert more.value == pytest.approx(times * one.value)
    assert one.unit == "USD"
    low, high = money.run_range(KB, one)
    assert 0 < low.value < one.value < high.value


@settings(max_examples=60, deadline=None)
@given(positive, st.sampled_from(sorted(KB.rates)), st.sampled_from(sorted(KB.rates)))
def test_money_converted_there_and_back_is_the_same(amount: float, one: str, other: str) -> None:
    there = money.convert(KB, fact("x", amount, one), one, other)
    assert money.convert(KB, there, other, one).value == pytest.approx(amount)


def test_an_unknown_currency_is_named() -> None:
    with pytest.raises(InputError, match="no exchange rate for"):
        money.convert(KB, fact("x", 1), "USD", "XAU")


def test_old_stock_is_cheaper_on_the_spot_market() -> None:
    price = fact("p", 10, "USD/h")
    new = [money.spot_price(KB, KB.gpus["a100-sxm4-80gb"], price, level).value for level in ("low", "", "high")]
    old = money.spot_price(KB, KB.gpus["v100-sxm2-16gb"], price).value
    assert new == sorted(new)
    assert old < new[0]


def test_interruptions_and_loading_take_time_and_set_up_is_paid() -> None:
    amount, rate = fact("n", 3.6e7, "tokens"), fact("R", 1000, "tokens/s")
    assert money.hours(amount, rate).value == pytest.approx(10)
    assert money.hours(amount, rate, fact("w", 0.1)).value == pytest.approx(11)
    late = money.hours(amount, rate, None, fact("H_l", 2, "h"), fact("h_0", 0.5, "h"))
    assert late.value == pytest.approx(11.5)
    assert money.cost(fact("H", 10, "h"), fact("p", 2, "USD/h"), 3, fact("h_0", 0.5, "h")).value == pytest.approx(63)


def test_a_budget_buys_hours() -> None:
    bought = money.hours_for_budget(fact("B", 300, "USD"), fact("p", 3, "USD/h"), 2)
    assert bought.value == 50
    assert money.amount_for_hours(bought, fact("R", 1000, "tokens/s")).value == pytest.approx(1.8e8)
    assert money.gpu_hours(bought, 16).value == 800
    with pytest.raises(InputError, match="no limit of hours"):
        money.hours_for_budget(fact("B", 300, "USD"), fact("p", 0, "USD/h"))
