"""Sharding, tensor and pipeline parallelism, offload."""

from __future__ import annotations

import pytest

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.sizing.memory import MemoryEstimate, MemoryRequest, estimate

KB = Knowledge.load()


def ask(**fields: object) -> MemoryEstimate:
    base = {"model": "llama-3.1-8b", "checkpointing": True, "precision": "bf16"}
    return estimate(KB, MemoryRequest.of({**base, **fields}))


ONE = ask()
BLOCK = 2 * 8_030_261_248 / 32 / 1e9
EMBEDDING = 2 * 128256 * 4096 / 1e9


def test_zero_1_divides_optimizer_states_alone() -> None:
    answer = ask(gpus=8, sharding="zero1")
    assert answer.optimizer.value == pytest.approx(ONE.optimizer.value / 8)
    assert (answer.gradients.value, answer.weights.value) == (ONE.gradients.value, ONE.weights.value)


def test_zero_2_divides_gradients_too() -> None:
    answer = ask(gpus=8, sharding="zero2")
    assert answer.gradients.value == pytest.approx(ONE.gradients.value / 8)
    assert answer.weights.value == ONE.weights.value


@pytest.mark.parametrize("sharding", ["zero3", "fsdp"])
def test_full_sharding_divides_weights_and_gathers_a_block_and_the_largest_unit(sharding: str) -> None:
    answer = ask(gpus=8, sharding=sharding)
    assert answer.weights.value == pytest.approx(ONE.weights.value / 8 + BLOCK + EMBEDDING)
    assert answer.activations.value == ONE.activations.value


def test_gathered_weights_are_16_bit_and_so_is_what_they_compute() -> None:
    mixed, narrow = ask(precision="amp", gpus=8, sharding="zero3"), ask(gpus=8, sharding="zero3")
    assert mixed.activations.value == narrow.activations.value
    assert mixed.optimizer.value == 2 * narrow.optimizer.value


def test_autocast_copies_of_other_networks_are_gathered_block_by_block() -> None:
    whole, sharded = (ask(model="t5-large", precision="amp", gpus=8, sharding=s) for s in ("zero2", "zero3"))
    casts = whole.derivations()["memory.casts"].value
    assert sharded.activations.value == pytest.approx(whole.activations.value - casts)


def test_one_gpu_is_never_sharded() -> None:
    assert ask(gpus=1, sharding="zero3").needed.value == ONE.needed.value


def test_plain_data_parallelism_keeps_its_gradients() -> None:
    assert ask(gpus=2).allocated.value == ask(gradient_accumulation=True).allocated.value


def test_tensor_parallelism_divides_weights_and_activations() -> None:
    answer = ask(gpus=4, tensor_parallel=4)
    assert answer.weights.value == pytest.approx(ONE.weights.value / 4)
    assert answer.activations.value == pytest.approx(ONE.activations.value / 4)


def test_pipeline_parallelism_divides_weights_but_not_activations() -> None:
    answer = ask(gpus=4, pipeline_parallel=4)
    assert answer.weights.value == pytest.approx(ONE.weights.value / 4)
    assert answer.activations.value == ONE.activations.value


def test_shards_are_counted_over_the_replicas() -> None:
    answer = ask(gpus=16, tensor_parallel=8, sharding="zero1")
    assert answer.optimizer.value == pytest.approx(ONE.optimizer.value / 8 / 2)


def test_a_split_that_does_not_divide_the_gpus_is_refused() -> None:
    with pytest.raises(InputError, match="must divide gpus"):
        ask(gpus=6, tensor_parallel=4)


def test_offloaded_optimizer_states_move_to_the_host() -> None:
    answer = ask(offload="optimizer")
    assert answer.optimizer.value == 0
    assert answer.host_ram.value == pytest.approx(ONE.optimizer.value + ONE.gradients.value)
    assert answer.to_json()["host_ram_gb"] > 0


def test_offloading_everything_leaves_blocks() -> None:
    answer = ask(offload="all")
    assert answer.weights.value == pytest.approx(BLOCK + EMBEDDING)
    assert answer.gradients.value == pytest.approx(BLOCK)
    assert answer.host_ram.value == pytest.approx(ONE.weights.value + ONE.gradients.value + ONE.optimizer.value)
    assert answer.needed.value < ask(offload="optimizer").needed.value


def test_a_giant_is_spread_over_many_cards() -> None:
    fields = {"model": "deepseek-v3", "gpus": 256, "tensor_parallel": 8, "pipeline_parallel": 8, "sharding": "zero1"}
    answer = ask(**fields)
    assert answer.needed.value < 80


def test_offloading_everything_is_not_counted_twice_under_sharding() -> None:
    assert ask(gpus=8, sharding="zero3", offload="all").weights.value == ask(offload="all").weights.value


def test_unsharded_replicas_offload_a_copy_each() -> None:
    one, four = ask(offload="optimizer"), ask(offload="optimizer", gpus=4)
    assert four.host_ram.value == pytest.approx(4 * one.host_ram.value)
    assert ask(offload="optimizer", gpus=4, sharding="zero2").host_ram.value == pytest.approx(one.host_ram.value)
