"""Exact parameter counts of networks from their shape, tied weights counted once.

The small numbers are counts of matrices, biases and norms in the published architectures, not settings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from assistant.sizing.shape import GATED_FFN_MATRICES

if TYPE_CHECKING:
    from assistant.knowledge.schema import Model

Args = Mapping[str, int | float | str]
T5_BUCKETS = 32
"""Relative positions of every published T5 (relative_attention_num_buckets)."""

WHISPER_FRAMES, WHISPER_TEXT = 1500, 448
"""Positions of the encoder and the decoder of every published Whisper (max_source_positions, max_target_positions)."""


def count(model: Model) -> int:
    """Return the exact parameter count of a catalogue model from its shape.

    Raises:
        ValueError: the model has no shape, or no formula is known for its kind.
    """
    if model.formula == "parts":
        return sum(part or 0 for part in (model.denoiser_params, model.text_encoder_params, model.vae_params))
    counter = {"decoder": _decoder, "bert": _bert, "t5": _t5, "whisper": _whisper}.get(model.formula)
    if counter is None or model.hidden_size is None or model.layers is None:
        raise ValueError(f"{model.id}: no formula for its parameter count")
    return counter(model)


def gated_decoder(hidden: int, layers: int, ffn: int, q_width: int, kv_width: int, vocab: int, *, tied: bool) -> int:
    """Return the count of a Llama-like decoder: RMSNorm, three FFN matrices, no biases."""
    layer = hidden * (q_width + 2 * kv_width) + q_width * hidden + GATED_FFN_MATRICES * hidden * ffn + 2 * hidden
    return layers * layer + vocab * hidden * (1 if tied else 2) + hidden


def _int(args: Args, key: str, default: int = 0) -> int:
    return int(args.get(key, default))


def _norm_width(args: Args) -> int:
    return {"rms": 1, "ln": 2, "none": 0}[str(args.get("norm", "rms"))]


def _attention(model: Model, args: Args) -> int:
    """Count one attention block: projections, biases, norms on queries and keys, sinks."""
    h, a = model.hidden_size or 0, model.heads or 0
    if "mla" in args:
        return _latent_attention(json.loads(str(args["mla"])), h, a)
    kv_heads, d = model.kv_heads or a, model.head_dim or h // a
    q, kv = a * d, kv_heads * d
    total = h * (q + 2 * kv) + q * h + _int(args, "qb") * (q + 2 * kv) + _int(args, "ob") * h
    if args.get("qkn") == "head":
        total += 2 * d
    elif args.get("qkn") == "full":
        total += q + kv
    return total + _int(args, "sinks") * a


def _latent_attention(mla: Mapping[str, int], h: int, a: int) -> int:
    """Count multi-head latent attention as DeepSeek-V2 has it: low-rank queries, keys and values with norms."""
    ql, kvl, nope, rope, v = (mla[key] for key in ("ql", "kvl", "nope", "rope", "v"))
    queries = h * ql + ql + ql * a * (nope + rope) if ql else h * a * (nope + rope)
    keys = h * (kvl + rope) + kvl + kvl * a * (nope + v)
    return queries + keys + a * v * h


def _ffn(h: int, width: int, args: Args) -> int:
    if args.get("mlp") == "plain":
        return 2 * h * width + _int(args, "mb") * (width + h)
    return GATED_FFN_MATRICES * h * width + _int(args, "mb") * (2 * width + h)


def _decoder(model: Model) -> int:
    args = model.formula_args
    h, layers, f, v = model.hidden_size or 0, model.layers or 0, model.intermediate_size or 0, model.vocab_size or 0
    norm = _norm_width(args) * h
    common = _attention(model, args) + _int(args, "nl", 2) * norm
    proj = _int(args, "proj")
    width = proj or h
    total = v * width * (1 if model.tie_embeddings else 2) + _int(args, "fn", 1) * norm + _int(args, "embn") * norm
    total += _int(args, "pos") * h + _int(args, "lmb") * v + (2 * h * proj if proj else 0)
    if model.moe is None:
        return total + layers * (common + _ffn(h, f, args))
    dense = model.moe.dense_layers
    return total + layers * common + dense * _ffn(h, f, args) + (layers - dense) * _experts(model, h, model.moe.experts)


def _experts(model: Model, h: int, experts: int) -> int:
    """Count the router and `experts` routed experts of one layer, with its shared experts."""
    moe, args = model.moe, model.formula_args
    if moe is None:
        return 0
    width = moe.moe_intermediate or model.intermediate_size or 0
    shared = _int(args, "shared_f", moe.shared_experts * width)
    biases = _int(args, "exb") * (2 * width + h) * experts + _int(args, "rb") * moe.experts
    gate = _int(args, "shgate") * h
    return moe.experts * h + experts * _ffn(h, width, {}) + _ffn(h, shared, {}) + biases + gate


def active(model: Model) -> int | None:
    """Return the parameters that one token passes through: experts not visited are left out."""
    if model.moe is None or model.formula != "decoder":
        return model.params_active
    idle = model.moe.experts - model.moe.experts_per_token
    sparse = (model.layers or 0) - model.moe.dense_layers
    h = model.hidden_size or 0
    return _decoder(model) - sparse * (
        _experts(model, h, model.moe.experts) - _experts(model, h, model.moe.experts - idle)
    )


def _bert(model: Model) -> int:
    args = model.formula_args
    h, f = model.hidden_size or 0, model.intermediate_size or 0
    layer = 4 * (h * h + h) + 2 * h * f + f + h + 4 * h
    tables = ((model.vocab_size or 0) + _int(args, "pos") + _int(args, "types")) * h + 2 * h
    return tables + (model.layers or 0) * layer + _int(args, "pooler") * (h * h + h)


def _t5(model: Model) -> int:
    """Count a T5: equal encoder and decoder, one relative position table each, no biases."""
    h, f, layers = model.hidden_size or 0, model.intermediate_size or 0, model.layers or 0
    q = (model.heads or 0) * (model.head_dim or 0)
    buckets = _int(model.formula_args, "buckets", T5_BUCKETS)
    ffn = (2 + _int(model.formula_args, "gated")) * h * f
    attention = 4 * h * q
    encoder = layers * (attention + ffn + 2 * h) + buckets * (model.heads or 0) + h
    decoder = layers * (2 * attention + ffn + 3 * h) + buckets * (model.heads or 0) + h
    return encoder + decoder + (model.vocab_size or 0) * h * (1 if model.tie_embeddings else 2)


def _whisper(model: Model) -> int:
    """Count a Whisper: two convolutions, fixed positions, encoder, decoder with cross attention; keys have no bias."""
    args = model.formula_args
    h, f = model.hidden_size or 0, model.intermediate_size or 0
    attention = 4 * h * h + 3 * h
    ffn = 2 * h * f + f + h
    frames, text = _int(args, "frames", WHISPER_FRAMES), _int(args, "text", WHISPER_TEXT)
    convolutions = 3 * _int(args, "mel") * h + h + 3 * h * h + h
    encoder = convolutions + frames * h + (model.layers or 0) * (attention + ffn + 4 * h) + 2 * h
    decoder = text * h + _int(args, "dec") * (2 * attention + ffn + 6 * h) + 2 * h
    return encoder + decoder + (model.vocab_size or 0) * h
