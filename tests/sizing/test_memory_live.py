"""Activations, logits, checkpointing and the peak."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from assistant.sizing.memory import MemoryEstimate, MemoryRequest, estimate

KB = Knowledge.load()


def ask(model: str = "llama-3.1-8b", **fields: object) -> MemoryEstimate:
    return estimate(KB, MemoryRequest.of({"model": model, **fields}))


def term(answer: MemoryEstimate, name: str) -> float:
    return answer.derivations()[f"memory.{name}"].value


def test_bytes_of_a_layer_follow_the_widths() -> None:
    h, q, k, f, a = 4096, 4096, 1024, 14336, 32
    assert term(ask(precision="bf16"), "layer_bytes") == 16 * h + 4 * q + 4 * k + 8 * f + 4 * a
    assert term(ask(precision="amp"), "layer_bytes") == 26 * h + 4 * q + 4 * k + 8 * f + 4 * a


def test_logits_take_twelve_bytes_an_element_and_chunks_divide_them() -> None:
    assert term(ask(micro_batch=2, seq_len=2048), "logits") == pytest.approx(12 * 128256 * 4096 / 1e9)
    assert term(ask(micro_batch=2, seq_len=2048, loss_chunks=8), "logits") == pytest.approx(12 * 128256 * 4096 / 8e9)


def test_a_classifier_has_no_vocabulary_logits() -> None:
    assert term(ask("bert-base", head="none", seq_len=128), "logits") == 0


def test_soft_capping_costs_two_bytes_more() -> None:
    assert term(ask("gemma-2-9b", seq_len=1024), "logits") == pytest.approx(14 * 256000 * 1024 / 1e9)


def test_checkpointing_keeps_one_residual_a_layer() -> None:
    answer = ask(checkpointing=True, precision="bf16", seq_len=4096)
    assert term(answer, "layers") == pytest.approx(32 * 2 * 4096 * 4096 / 1e9)
    assert answer.allocated.value < ask(precision="bf16", seq_len=4096).allocated.value


def test_eager_attention_grows_with_the_square_of_the_sequence_and_flash_does_not() -> None:
    def grows(attention: str) -> float:
        short, long = (term(ask(attention=attention, seq_len=length), "layers") for length in (4096, 8192))
        return long / short

    assert grows("flash") == pytest.approx(2)
    assert grows("eager") > 3


def test_autocast_copies_exist_for_trained_weights_alone() -> None:
    assert term(ask(), "casts") == pytest.approx(2 * (8_030_261_248 - 128256 * 4096) / 1e9)
    assert term(ask(precision="bf16"), "casts") == 0
    assert term(ask(method="lora"), "casts") == 0


def test_kept_gradients_come_on_top() -> None:
    without, kept = ask(), ask(gradient_accumulation=True)
    want = without.weights.value + without.gradients.value + without.optimizer.value + without.activations.value
    assert kept.allocated.value == pytest.approx(want)
    assert kept.allocated.value > without.allocated.value


def test_an_old_bitsandbytes_keeps_the_inputs_of_its_matmuls() -> None:
    new, old = (ask(method="qlora", bitsandbytes=version, seq_len=1024) for version in ("0.43.2", "0.43.1"))
    want = 32 * 1024 * (4 * 4096 + 2 * 4096 + 2 * 14336) / 1e9
    assert old.activations.value - new.activations.value == pytest.approx(want)
    assert ask(method="lora", bitsandbytes="0.41.0").activations.value == ask(method="lora").activations.value


def test_adapter_dropout_and_fewer_targets() -> None:
    assert ask(method="lora", lora_dropout=0.1).activations.value > ask(method="lora").activations.value
    widths = [ask(method="lora", lora_targets=t).activations.value for t in ("qv", "attention", "all-linear")]
    assert widths == sorted(widths)


def test_cnn_memory_follows_the_area() -> None:
    small, large = (term(ask("resnet-50", image_size=size, micro_batch=8), "input_scale") for size in (224, 448))
    assert (small, large) == (1, 4)


def test_volumes_are_cubes() -> None:
    whole, half = (ask("unet-3d", image_size=size, precision="fp32").activations.value for size in ("128x128x128", 64))
    assert whole / half == pytest.approx(8, rel=0.01)


def test_vision_transformers_count_tokens() -> None:
    assert term(ask("vit-b-16", image_size=224, micro_batch=3), "tokens") == 3 * (14 * 14 + 1)


def test_flux_counts_image_and_text_tokens() -> None:
    assert term(ask("flux.1-dev", method="lora", image_size=512), "input_scale") == pytest.approx(
        (1024 + 512) / (4096 + 512)
    )


def test_whisper_pads_every_clip_to_thirty_seconds() -> None:
    short, long = (ask("whisper-small", audio_seconds=seconds).needed.value for seconds in (3, 30))
    assert short == long
    assert ask("whisper-small", target_len=448).needed.value > ask("whisper-small", target_len=128).needed.value


def test_wav2vec_is_linear_in_seconds() -> None:
    one, two = (ask("wav2vec2-base", audio_seconds=s, precision="bf16").activations.value for s in (10, 20))
    assert two == pytest.approx(2 * one)


def test_the_position_bias_of_t5_does_not_grow_with_the_batch() -> None:
    one, two = (term(ask("t5-base", micro_batch=batch), "position_bias") for batch in (1, 2))
    assert one == two > 0


def test_experts_compute_only_where_tokens_go() -> None:
    formula = ask("mixtral-8x7b").derivations()["memory.layer_bytes"]
    assert {quantity.symbol: quantity.value for quantity in formula.inputs}["m"] == 2
    assert "f_e" in formula.formula


def test_context_and_fragmentation_come_on_top() -> None:
    answer = ask()
    assert answer.needed.value == pytest.approx(answer.allocated.value * 1.05 + 1.4)
    net = ask("resnet-50")
    assert net.needed.value == pytest.approx(net.allocated.value * 1.25 + 1.4)


def test_a_card_is_checked_against_what_is_needed() -> None:
    fits, fails = ask(method="qlora", checkpointing=True, gpu="4090"), ask(gpu="4090")
    assert fits.fits is True
    assert fails.fits is False
    assert fails.to_json()["headroom_gb"] < 0
    assert ask().fits is None


@pytest.mark.parametrize("model", ["vit-b-16", "t5-base", "whisper-small"])
def test_eager_attention_keeps_scores_in_encoders_too(model: str) -> None:
    assert ask(model, attention="eager").activations.value > ask(model).activations.value
