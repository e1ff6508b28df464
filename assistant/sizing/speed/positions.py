"""Speed of networks that do the same work at each position: diffusion over latent patches, speech over audio frames."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.card import matmul_share, peak
from assistant.sizing.clip import Clip, clip_of
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.edges import edges
from assistant.sizing.facts import assumed, constant, said
from assistant.sizing.shapes import Shape
from assistant.sizing.speed.request import SpeedRequest
from assistant.sizing.speed.terms import attention_kernel, passes


def position_time(kb: Knowledge, request: SpeedRequest, shape: Shape, gpu: Gpu) -> Derivation:
    """Return the seconds per sample of a network that works 2N per position and pass; clips pay for attention too."""
    clip = clip_of(kb, shape.model_id, request.image_size) if shape.kind == "diffusion-video" else None
    inputs: list[Quantity] = [
        passes(kb, request, "products"),
        Fact("N", shape.active_params, "", "model.active_params", shape.params_origin),
        positions(kb, request, shape, clip),
        peak(kb, gpu, request.precision),
        matmul_share(kb, gpu, request.precision),
        constant(kb, "throughput.positions_share", "diffusion-video" if clip else "other"),
    ]
    formula = "n_t * 2 * N * T / (P * u_w * k_u)"
    if clip is not None:
        inputs.append(_attention(kb, request, gpu, clip, inputs[2]))
        formula += " + t_a"
    return derive("speed.sample", "t_i", "s", formula, *inputs)


def _attention(kb: Knowledge, request: SpeedRequest, gpu: Gpu, clip: Clip, tokens: Quantity) -> Derivation:
    """Return the seconds in which every token of a clip attends to every other; nothing is masked."""
    precision = "bf16" if request.precision == "fp8" else request.precision
    return derive(
        "speed.attention", "t_a", "s", "n_t * 4 * L * d * T ** 2 / (P * u_w * x_a)",
        passes(kb, request, "attention"), clip.fact(kb, "layers", "L"),
        clip.fact(kb, "hidden", "d"), tokens, peak(kb, gpu, precision), matmul_share(kb, gpu, precision),
        constant(kb, "throughput.attention_share", attention_kernel(gpu, "full", precision)), sources=("palm-flops",),
    )  # fmt: skip


def positions(kb: Knowledge, request: SpeedRequest, shape: Shape, clip: Clip | None = None) -> Derivation:
    """Return the positions (latent patches, audio frames) that one sample has; a stated sequence length is one."""
    name, symbol, unit = "speed.positions", "T", "positions"
    if shape.kind.startswith("speech"):
        seconds = (
            said("t_a", request.audio_seconds, "request.audio_seconds", "s")
            if request.audio_seconds
            else assumed("t_a", kb.number("throughput.sample_defaults", "audio_seconds"), "request.audio_seconds", "s")
        )
        rate = constant(kb, "throughput.positions_per_second", shape.kind, "r_a")
        return derive(name, symbol, unit, "r_a * t_a", rate, seconds)
    if request.seq_len and request.image_size is None:
        return derive(name, symbol, unit, "s", said("s", request.seq_len, "request.seq_len", "tokens"))
    if clip is not None:
        return clip.tokens(kb)
    table = "throughput.diffusion_positions"
    usual = shape.image_size or int(kb.number("throughput.sample_defaults", "latent_size"))
    sides = edges(str(request.image_size or usual))
    area = (said if request.image_size else assumed)("A", sides[0] * sides[1], "request.image_size", "pixels")
    unet = shape.model_id in kb.constants["throughput.unets"].words
    share = constant(kb, table, "unet_share" if unet else "latents_per_token", "l_t")
    return derive(
        name, symbol, unit, "A / p_l ** 2 / l_t", area, constant(kb, table, "pixels_per_latent", "p_l"), share
    )
