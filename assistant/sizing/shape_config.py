"""Shapes from a Hugging Face config.json."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assistant.errors import InputError
from assistant.sizing import params as counts
from assistant.sizing.checks import within
from assistant.sizing.shape import GATED_FFN_MATRICES, TYPICAL_HEAD_DIM, Moe, Shape
from assistant.sizing.shape_catalogue import assumed_shape

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge


CONFIG_KEYS = {
    "hidden": ("hidden_size", "n_embd", "d_model", "dim"),
    "layers": ("num_hidden_layers", "n_layer", "num_layers", "encoder_layers", "n_layers"),
    "ffn": ("intermediate_size", "n_inner", "d_ff", "ffn_dim", "encoder_ffn_dim", "ffn_hidden_size", "hidden_dim"),
    "heads": ("num_attention_heads", "n_head", "num_heads", "encoder_attention_heads", "n_heads"),
    "kv_heads": ("num_key_value_heads", "multi_query_group_num", "n_head_kv"),
    "vocab": ("vocab_size", "padded_vocab_size"),
    "head_dim": ("head_dim", "d_kv", "kv_channels"),
    "params": ("num_parameters", "params"),
    "experts": ("num_local_experts", "num_experts", "n_routed_experts"),
    "experts_per_token": ("num_experts_per_tok", "moe_topk", "num_experts_per_token"),
    "expert_width": ("moe_intermediate_size",),
    "shared_experts": ("n_shared_experts",),
    "shared_width": ("shared_expert_intermediate_size",),
    "dense_layers": ("first_k_dense_replace",),
    "pos": ("n_positions", "max_position_embeddings"),
    "types": ("type_vocab_size",),
    "patch": ("patch_size",),
    "image_size": ("image_size",),
}
"""Our name of a dimension -> the keys that config.json files use for it, the commonest first."""


FFN_PER_HIDDEN = 4
"""Width of a feed-forward block over the hidden size where the config leaves it out, as GPT-2 and BERT have it."""

WITHOUT_VOCABULARY = frozenset({"vit", "wav2vec2"})
"""Families whose input is no text."""


def _number(kb: Knowledge, config: Mapping[str, Any], name: str, default: int = 0) -> int:
    for key in CONFIG_KEYS[name]:
        value = config.get(key)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise InputError(
                f"config: {key} must be a number, got {value!r}", f"config：{key} 必须是数字，收到 {value!r}"
            )
        return int(within(kb, "memory.bounds", name, value))
    return default


def of_config(kb: Knowledge, config: Mapping[str, Any], params: float | None) -> Shape:
    """Return the shape that a config.json describes; a multimodal one is read through its text part."""
    inner = config.get("text_config") or config.get("llm_config") or config.get("language_config")
    if isinstance(inner, Mapping) and "hidden_size" not in config:
        merged = {**{key: value for key, value in config.items() if not isinstance(value, Mapping)}, **inner}
        return of_config(kb, merged, params)
    model_type = str(config.get("model_type", ""))
    hidden, layers = _number(kb, config, "hidden"), _number(kb, config, "layers")
    given = params if params is not None else _number(kb, config, "params") or None
    if not hidden or not layers:
        if given is None:
            raise InputError(
                "config: hidden_size and num_hidden_layers are missing, and no params to estimate from",
                "config：缺少 hidden_size 和 num_hidden_layers，也没有可用来估算的 params",
            )
        return replace(
            assumed_shape(kb, given, "llm-dense"), note=f"config of type {model_type or '?'} without a shape"
        )
    known = kb.constants["memory.family_by_type"].words.get(model_type)
    shape = _config_shape(kb, config, known or "decoder", hidden, layers)
    notes = [] if known else [f'model_type "{model_type}" is not known: taken as a gated decoder of this shape']
    if not shape.vocab and shape.family not in WITHOUT_VOCABULARY:
        shape = replace(shape, vocab=int(kb.number("memory.vocabulary_range", "small")))
        notes.append(f"vocab_size is missing: {shape.vocab} taken")
    total = int(given) if given is not None else _config_params(kb, config, model_type, shape)
    idle = _idle_experts(shape)
    return replace(shape, params=total, active_params=max(1, total - idle), assumed=bool(notes), note="; ".join(notes))


def _config_shape(kb: Knowledge, config: Mapping[str, Any], family: str, hidden: int, layers: int) -> Shape:
    heads = _number(kb, config, "heads", max(1, hidden // TYPICAL_HEAD_DIM))
    kv_heads = heads if family in {"gpt2", "bert"} else _number(kb, config, "kv_heads", heads)
    plain = (
        family in {"gpt2", "bert", "whisper"} or str(config.get("model_type")) in kb.constants["memory.plain_ffn"].words
    )
    experts = _number(kb, config, "experts")
    ffn = _number(kb, config, "ffn", FFN_PER_HIDDEN * hidden)
    moe = None
    if experts:
        width = _number(kb, config, "expert_width", ffn)
        visited = min(experts, _number(kb, config, "experts_per_token", 2))
        shared = _number(kb, config, "shared_experts") * width + _number(kb, config, "shared_width")
        dense = min(layers, _number(kb, config, "dense_layers"))
        moe = Moe(experts, visited, width, shared, dense)
    tied = config.get("tie_word_embeddings")
    shape = Shape(
        family=family, kind="llm-moe" if moe else "llm-dense", model_id="", params=1, active_params=1,
        hidden=hidden, layers=layers, ffn=ffn, heads=heads, kv_heads=min(kv_heads, heads),
        head_dim=_number(kb, config, "head_dim", max(1, hidden // heads)), vocab=_number(kb, config, "vocab"),
        tied=bool(tied) if tied is not None else family in {"gpt2", "bert", "gemma2", "t5", "whisper"},
        plain_ffn=plain, moe=moe, decoder_layers=layers if family in {"t5", "whisper"} else 0,
    )  # fmt: skip
    return _without_text(kb, config, shape) if family in WITHOUT_VOCABULARY else shape


def _without_text(kb: Knowledge, config: Mapping[str, Any], shape: Shape) -> Shape:
    """Take the vocabulary off a network of images or sound; give one of images its patch and input size."""
    if shape.family != "vit":
        return replace(shape, vocab=0, kind="speech-asr")
    patch, image = (
        _number(kb, config, name, int(kb.number("memory.vit_default", name))) for name in ("patch", "image_size")
    )
    return replace(shape, vocab=0, kind="vision-cls", patch=patch, image_size=str(image))


def _config_params(kb: Knowledge, config: Mapping[str, Any], model_type: str, shape: Shape) -> int:
    """Count the parameters of a config: a known shape by its exact formula, any other by its matrices."""
    from assistant.knowledge.schema import Model
    from assistant.knowledge.schema.model import Moe as MoeRecord

    moe = shape.moe
    args: dict[str, int | float | str] = dict(kb.constants["memory.count_args/default"].table)
    for key in (f"memory.count_args/{model_type}",):
        if key in kb.constants:
            args.update(kb.constants[key].table)
            args.update(kb.constants[key].words)
    for name in ("pos", "types"):
        if name in args:
            args[name] = _number(kb, config, name, int(args[name]))
    if "attention_bias" in config:
        args["qb"] = args["ob"] = int(bool(config["attention_bias"]))
    formula = shape.family if shape.family in {"bert", "t5", "whisper"} else "decoder"
    if moe is not None and moe.shared_width:
        args["shared_f"] = moe.shared_width
    return counts.count(
        Model(
            id="config", family="config", kind=shape.kind, hidden_size=shape.hidden, layers=shape.layers,
            intermediate_size=shape.ffn, heads=shape.heads, kv_heads=shape.kv_heads, head_dim=shape.head_dim,
            vocab_size=shape.vocab, tie_embeddings=shape.tied, formula=formula, formula_args=args, source="request",
            moe=MoeRecord(
                experts=moe.experts, experts_per_token=moe.experts_per_token, moe_intermediate=moe.width,
                dense_layers=moe.dense_layers,
            ) if moe else None,
        )
    )  # fmt: skip


def _idle_experts(shape: Shape) -> int:
    if shape.moe is None:
        return 0
    moe = shape.moe
    return (
        (shape.layers - moe.dense_layers)
        * (moe.experts - moe.experts_per_token)
        * GATED_FFN_MATRICES
        * shape.hidden
        * moe.width
    )
