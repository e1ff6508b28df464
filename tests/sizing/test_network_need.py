"""The network that machines need of one another."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from assistant.planning import Workload
from assistant.planning.exploration import bare_plan
from assistant.sizing import network
from assistant.sizing.derivation import Fact

KB = Knowledge.load()


def fact(symbol: str, value: float) -> Fact:
    return Fact(symbol, value, "", f"test.{symbol}")


@pytest.mark.parametrize(("peak", "share", "tokens", "need"), [(312e12, 0.68, 2048, 622), (989e12, 0.61, 8192, 442)])
def test_sharding_needs_the_same_whatever_the_model(peak: float, share: float, tokens: int, need: float) -> None:
    """With recomputation a token costs 8N operations, so the size of the model cancels out."""
    for params in (7e9, 70e9):
        step = fact("t", 8 * params * tokens / (share * peak))
        found = network.sharded_need(KB, fact("P", params), step, nodes=10**6)
        assert found.value == pytest.approx(need, rel=0.01)


def test_gradients_of_an_image_network_and_of_adapters_need_little() -> None:
    resnet = network.gradient_need(KB, fact("P", 25.6e6), fact("t", 256 / 2470), nodes=2)
    assert 10 < resnet.value < 20
    adapters = network.gradient_need(KB, fact("P", 40e6), fact("t", 2.6), nodes=2)
    assert adapters.value < 1


def test_accumulation_divides_what_gradients_need_and_not_what_sharding_needs() -> None:
    one, four = (network.gradient_need(KB, fact("P", 1e9), fact("t", 1), 2, steps).value for steps in (1, 4))
    assert one == pytest.approx(4 * four)


def test_frozen_weights_have_no_gradients_to_scatter() -> None:
    full, lora = (
        network.sharded_need(KB, fact("P", 7e9), fact("t", 1), 4, method).value for method in ("full", "lora")
    )
    assert lora == pytest.approx(full * 2 / 3)


def test_a_stage_hands_on_each_token_once_forward_and_once_back() -> None:
    """8,192 tokens of width 8,192 in half a second, 2 bytes each way, hidden behind half of the turn."""
    one = network.stages_need(KB, fact("d", 8192), fact("T", 8192), fact("t", 0.5))
    assert one.value == pytest.approx(8192 * 8192 * 2 * 2 * 8 / (0.5 * KB.number("scaling.overlap")) / 1e9)
    two = network.stages_need(KB, fact("d", 8192), fact("T", 8192), fact("t", 0.5), copies=2)
    assert two.value == pytest.approx(2 * one.value)


def test_filling_and_draining_a_pipeline_does_not_lower_what_its_cuts_need() -> None:
    """With fewer micro-batches in flight the rate of the job falls; a turn, and what it hands on, stay as they are."""
    plans = [
        bare_plan(
            KB,
            Workload(
                task="llm_finetune", method="full", model="llama-3.1-405b", seq_len=4096, dataset_samples=10_000,
                gpu_mentioned=("H100 80GB",), gpu_rel="want", gpu_count=512, strategy="tensor_pipeline", batch=batch,
            ),
        )
        for batch in (64, 512)
    ]  # fmt: skip
    few, many = (each.derivations["network.need"].value for each in plans)
    slow, fast = (each.plan.tokens_or_samples_per_s for each in plans if each.plan is not None)
    assert fast > 1.3 * slow
    assert few == pytest.approx(many, rel=0.1)
