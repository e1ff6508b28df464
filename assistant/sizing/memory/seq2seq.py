"""Encoder-decoder and speech networks: T5, Whisper, wav2vec 2.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import constant, said
from assistant.sizing.memory.casts import casts_of_matrices
from assistant.sizing.memory.request import MemoryRequest
from assistant.sizing.memory.terms import Live, linear, nothing, shaped, used

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.shapes import Shape

SOURCES = ("memory-trace",)


def live(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Live:
    """Return what one step of an encoder-decoder or speech network keeps alive."""
    if shape.family == "wav2vec2":
        return _wav2vec2(kb, request, shape)
    facts = _facts(kb, request, shape)
    casts = casts_of_matrices(kb, request, shape)
    bias = _position_bias(kb, request, shape, facts)
    encoder, decoder = _layer(kb, request, shape, facts, "encoder"), _layer(kb, request, shape, facts, "decoder")
    logits = _logits(kb, facts)
    if request.checkpointing:
        activations = _checkpointed(kb, request, facts, bias, logits, casts)
    else:
        formula = "B * (L * c_e * S + L_d * c_d * D) / 1e9 + Z + A_b + C"
        inputs: tuple[Quantity, ...] = (
            *_named(facts, "B", "L", "S", "L_d", "D"),
            encoder,
            decoder,
            logits,
            bias,
            casts,
        )
        activations = derive("memory.activations", "A", "GB", formula, *inputs, sources=SOURCES)
    return Live(activations, casts, _tail(kb, request, shape, facts, encoder), shape.layers + shape.decoder_layers)


def _named(facts: tuple[Fact, ...], *symbols: str) -> tuple[Fact, ...]:
    return tuple(fact for symbol in symbols for fact in facts if fact.symbol == symbol)


def _facts(kb: Knowledge, request: MemoryRequest, shape: Shape) -> tuple[Fact, ...]:
    if shape.family == "whisper":
        source = constant(kb, "memory.whisper_frames", symbol="S")
    else:
        length = request.seq_len or kb.number("memory.default_length", "t5")
        source = Fact(
            "S", length, "tokens", "request.seq_len", "request:seq_len" if request.seq_len else "default:seq_len"
        )
    target = request.target_len or kb.number("memory.default_length", "target")
    return (
        said("B", request.micro_batch, "request.micro_batch"),
        source,
        Fact(
            "D",
            target,
            "tokens",
            "request.target_len",
            "request:target_len" if request.target_len else "default:target_len",
        ),
        shaped(shape, "L", shape.layers, "layers"),
        shaped(shape, "L_d", shape.decoder_layers, "decoder_layers"),
        shaped(shape, "h", shape.hidden, "hidden"),
        shaped(shape, "q", shape.q_width, "q_width"),
        shaped(shape, "f", shape.ffn, "ffn"),
        shaped(shape, "a", shape.heads, "heads"),
        shaped(shape, "V", shape.vocab, "vocab"),
    )


def _layer(kb: Knowledge, request: MemoryRequest, shape: Shape, facts: tuple[Fact, ...], part: str) -> Derivation:
    method = "lora" if request.adapters else "full"
    name = shape.family if shape.family != "t5" else "t5" if shape.plain_ffn else "t5-gated"
    key = f"memory.layer/{name}/{method}/{request.precision}"
    table = kb.constants[key if key in kb.constants else f"memory.layer/{name}/full/{request.precision}"].table
    own = {
        name.removeprefix(f"{part}_"): value
        for name, value in table.items()
        if name.startswith(f"{part}_") or "_" not in name
    }
    formula = linear(own)
    scores = constant(kb, "memory.eager_scores", request.precision, "e_s")
    if request.attention == "eager":
        formula += " + e_s * a * S" if part == "encoder" else " + e_s * a * (D + S)"
    symbol = "c_e" if part == "encoder" else "c_d"
    return derive(f"memory.layer_bytes_{part}", symbol, "B", formula, *used(formula, *facts, scores), sources=SOURCES)


def _logits(kb: Knowledge, facts: tuple[Fact, ...]) -> Derivation:
    each = constant(kb, "memory.logits", "plain", "z")
    return derive(
        "memory.logits", "Z", "GB", "z * V * B * D / 1e9", each, *_named(facts, "V", "B", "D"), sources=SOURCES
    )


def _position_bias(kb: Knowledge, request: MemoryRequest, shape: Shape, facts: tuple[Fact, ...]) -> Derivation:
    """T5 gives every layer a heads x S x S mask in the compute precision; it does not grow with the batch."""
    if shape.family != "t5":
        return nothing("memory.position_bias", "A_b")
    width = constant(kb, "memory.bytes", f"weight_{request.compute_width}", "b_p")
    inputs: tuple[Quantity, ...] = (width, *_named(facts, "a", "L", "S", "L_d", "D"))
    if request.checkpointing:
        return derive(
            "memory.position_bias",
            "A_b",
            "GB",
            "2 * b_p * a * (S * S + D * D) / 1e9",
            *used("b_p a S D", *inputs),
            sources=SOURCES,
        )
    return derive(
        "memory.position_bias", "A_b", "GB", "b_p * a * (L * S * S + L_d * D * D) / 1e9", *inputs, sources=SOURCES
    )


def _checkpointed(
    kb: Knowledge,
    request: MemoryRequest,
    facts: tuple[Fact, ...],
    bias: Derivation,
    logits: Derivation,
    casts: Derivation,
) -> Derivation:
    narrow = request.precision == "bf16" or request.adapters
    kept = constant(kb, "memory.bytes", f"residual_{'bf16' if narrow else 'fp32'}", "rho")
    extra = constant(
        kb,
        "memory.checkpoint_extra",
        "whisper" if _named(facts, "S")[0].name == "memory.whisper_frames" else "t5",
        "x_c",
    )
    stored = derive(
        "memory.layers", "A_l", "GB", "x_c * B * rho * h * (L * S + L_d * D) / 1e9",
        extra, kept, *_named(facts, "B", "h", "L", "S", "L_d", "D"), sources=("korthikanti", *SOURCES),
    )  # fmt: skip
    early = constant(kb, "memory.logits_early", symbol="z_e")
    formula = "A_l + A_b + max(Z * z_e + C, Z)"
    return derive("memory.activations", "A", "GB", formula, stored, bias, logits, early, casts, sources=SOURCES)


def _tail(
    kb: Knowledge, request: MemoryRequest, shape: Shape, facts: tuple[Fact, ...], encoder: Derivation
) -> Derivation:
    """Beside the complete gradients: the gradient of the tied head, and the first recomputed encoder layers."""
    if not request.checkpointing or request.adapters:
        return nothing("memory.tail", "E")
    gradient = constant(kb, "memory.bytes", f"gradient_{request.trained_width}", "b_g")
    tied = shaped(shape, "P_e", shape.embedding_params if shape.tied else 0, "params_embedding")
    count = constant(kb, "memory.tail", shape.family, "t")
    block = shaped(
        shape, "P_l", shape.block_params // max(1, shape.layers) if shape.family == "t5" else 0, "params_layer"
    )
    formula = "(P_e * b_g + max(0, t * B * c_e * S - P_l * b_g)) / 1e9"
    return derive(
        "memory.tail",
        "E",
        "GB",
        formula,
        tied,
        gradient,
        count,
        *_named(facts, "B", "S"),
        encoder,
        block,
        sources=SOURCES,
    )


def _wav2vec2(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Live:
    """Linear in seconds; the feature encoder is frozen."""
    each = derive(
        "memory.per_second", "u", "MB", "u_0 * (P / P_0) ** x_p",
        constant(kb, "memory.wav2vec2", "mb_per_second", "u_0"), shaped(shape, "P", shape.params, "params"),
        constant(kb, "memory.wav2vec2", "params", "P_0"), constant(kb, "memory.wav2vec2", "exponent", "x_p"),
        sources=SOURCES,
    )  # fmt: skip
    length = request.audio_seconds or kb.number("memory.default_length", "seconds")
    seconds = Fact(
        "t_s",
        length,
        "s",
        "request.audio_seconds",
        "request:audio_seconds" if request.audio_seconds else "default:audio_seconds",
    )
    factor = 1.0
    if request.precision != "amp":
        factor *= kb.number("memory.wav2vec2", request.precision)
    if request.checkpointing:
        factor *= kb.number("memory.mode_factor", "ckpt/ckpt/transformer")
    if request.adapters:
        factor *= kb.number("memory.mode_factor", "method/lora/transformer")
    number = Fact("x_m", factor, "", "memory.mode_factor", "memory-trace")
    casts = casts_of_matrices(kb, request, shape)
    batch = said("B", request.micro_batch, "request.micro_batch")
    activations = derive(
        "memory.activations",
        "A",
        "GB",
        "B * u * t_s * x_m / 1e3 + C",
        batch,
        each,
        seconds,
        number,
        casts,
        sources=SOURCES,
    )
    return Live(activations, casts, nothing("memory.tail", "E"), int(kb.number("memory.default_blocks")))
