"""Weights, gradients and optimizer states, from first principles."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from assistant.sizing.memory import MemoryEstimate, MemoryRequest, estimate

KB = Knowledge.load()
P = KB.models["llama-3.1-8b"].params or 0
EMBEDDING = 128256 * 4096
BLOCKS = 32 * (4096 * 4096 * 2 + 2 * 4096 * 1024 + 3 * 4096 * 14336)


def ask(**fields: object) -> MemoryEstimate:
    return estimate(KB, MemoryRequest.of({"model": "llama-3.1-8b", **fields}))


@pytest.mark.parametrize(
    ("precision", "optimizer", "bytes_"),
    [
        ("fp32", "adamw", (4, 4, 8)),
        ("amp", "adamw", (4, 4, 8)),
        ("bf16", "adamw", (2, 2, 4)),
        ("bf16", "sgd", (2, 2, 2)),
        ("amp", "sgd", (4, 4, 4)),
    ],
)
def test_full_fine_tuning_has_so_many_bytes_a_parameter(
    precision: str, optimizer: str, bytes_: tuple[int, int, int]
) -> None:
    answer = ask(precision=precision, optimizer=optimizer)
    got = (answer.weights.value, answer.gradients.value, answer.optimizer.value)
    assert got == pytest.approx(tuple(P * each / 1e9 for each in bytes_))


def test_the_seven_billion_of_the_worked_example_stand_at_112_gb() -> None:
    answer = estimate(KB, MemoryRequest.of({"params": 7e9}))
    assert answer.weights.value + answer.gradients.value + answer.optimizer.value == pytest.approx(112.0)


def test_eight_bit_adam_keeps_block_scales_and_a_wide_embedding() -> None:
    want = ((P - EMBEDDING) * (2 + 8 / 256) + EMBEDDING * 8) / 1e9
    assert ask(optimizer="adamw_8bit", precision="bf16").optimizer.value == pytest.approx(want)


def test_adafactor_is_next_to_nothing() -> None:
    assert ask(optimizer="adafactor").optimizer.value < 0.001 * ask().optimizer.value


def test_adapters_on_every_linear_layer() -> None:
    answer = ask(method="lora")
    assert answer.derivations()["memory.adapters"].value == 41_943_040
    assert answer.weights.value == pytest.approx((2 * P + 4 * 41_943_040) / 1e9)
    assert answer.optimizer.value == pytest.approx(8 * 41_943_040 / 1e9)


@pytest.mark.parametrize(("targets", "params"), [("attention", 13_631_488), ("qv", 6_815_744)])
def test_adapters_on_attention_alone(targets: str, params: int) -> None:
    assert ask(method="lora", lora_targets=targets).derivations()["memory.adapters"].value == params


def test_adapters_follow_the_rank() -> None:
    small, large = (ask(method="lora", lora_rank=rank).gradients.value for rank in (8, 64))
    assert large == pytest.approx(8 * small)


def test_adapters_of_an_encoder_decoder_count_cross_attention() -> None:
    answer = estimate(
        KB, MemoryRequest.of({"model": "whisper-large-v3", "method": "lora", "lora_targets": "qv", "lora_rank": 32})
    )
    assert answer.derivations()["memory.adapters"].value == 15_728_640


def test_nf4_with_double_quantization_packs_the_blocks_only() -> None:
    four_bit = 0.5 + 1 / 64 + 4 / 16384
    answer = ask(method="qlora")
    assert answer.derivations()["memory.nf4"].value == pytest.approx(four_bit)
    assert answer.derivations()["memory.base"].value == pytest.approx((BLOCKS * four_bit + (P - BLOCKS) * 2) / 1e9)


def test_k_bit_preparation_widens_norms_embedding_head_and_residual() -> None:
    plain, prepared = ask(method="qlora", checkpointing=True), ask(method="qlora", checkpointing=True, norms_fp32=True)
    assert prepared.weights.value - plain.weights.value == pytest.approx((P - BLOCKS) * 2 / 1e9)
    assert prepared.derivations()["memory.layers"].value == pytest.approx(
        2 * plain.derivations()["memory.layers"].value
    )


def test_pure_bf16_adapters_are_half_as_wide() -> None:
    assert ask(method="lora", precision="bf16").gradients.value == pytest.approx(ask(method="lora").gradients.value / 2)


def test_a_vision_tower_stays_frozen_in_16_bit() -> None:
    model = KB.models["qwen2.5-vl-7b"]
    text = KB.models["qwen2.5-7b"].params or 0
    answer = estimate(KB, MemoryRequest.of({"model": "qwen2.5-vl-7b"}))
    assert answer.gradients.value == pytest.approx(4 * text / 1e9)
    assert answer.weights.value == pytest.approx((4 * text + 2 * ((model.params or 0) - text)) / 1e9)


def test_a_mixture_holds_all_experts() -> None:
    answer = estimate(KB, MemoryRequest.of({"model": "mixtral-8x7b"}))
    assert answer.weights.value == pytest.approx(4 * 46_702_792_704 / 1e9)


def test_a_diffusion_pipeline_counts_its_denoiser_and_says_what_is_left_out() -> None:
    answer = estimate(KB, MemoryRequest.of({"model": "sdxl"}))
    assert answer.weights.value == pytest.approx(4 * 2_567_463_684 / 1e9)
    assert any("VAE" in text for text in answer.assumptions)


def test_from_scratch_is_full_training() -> None:
    assert ask(method="scratch").needed.value == ask(method="full").needed.value


def test_encoders_that_stay_on_the_card_weigh_two_bytes_a_parameter() -> None:
    alone, all_ = (
        estimate(KB, MemoryRequest.of({"model": "flux.1-dev", "method": "lora", "encoders_on_card": flag}))
        for flag in (False, True)
    )
    assert all_.weights.value - alone.weights.value == pytest.approx(2 * (16_870_599_139 - 11_901_408_320) / 1e9)
    assert not any("VAE" in text for text in all_.assumptions)


def test_packed_weights_without_double_quantization_are_wider() -> None:
    plain = ask(method="qlora", double_quantization=False)
    assert plain.derivations()["memory.nf4"].value == pytest.approx(0.5 + 4 / 64)
    assert plain.weights.value > ask(method="qlora").weights.value


def test_stepping_in_the_backward_pass_frees_gradients() -> None:
    fused = ask(precision="bf16", checkpointing=True, optimizer_in_backward=True)
    assert fused.allocated.value < ask(precision="bf16", checkpointing=True).allocated.value
