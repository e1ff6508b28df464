"""Shapes of catalogue models, and typical shapes for a bare parameter count."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.sizing.checks import within
from assistant.sizing.shape import TYPICAL_HEAD_DIM, Moe, Shape

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.knowledge.schema import Model


def of_model(kb: Knowledge, model: Model, params: float | None = None) -> Shape:
    """Return the shape of a catalogue model; `params` is for those without a fixed size."""
    total = int(model.params if model.params is not None else within(kb, "memory.bounds", "params", params or 0))
    family = family_of(kb, model.model_type, model.kind)
    shape = Shape(
        family=family,
        kind=model.kind,
        model_id=model.id,
        params=model.denoiser_params or total,
        active_params=model.params_active or model.denoiser_params or total,
        extra_params=(model.text_encoder_params or 0) + (model.vae_params or 0) if model.denoiser_params else 0,
        image_size=model.image_size,
        mactivations=model.mactivations or 0.0,
    )
    if model.kind == "vlm":
        return _vision_language(kb, model, shape)
    if family == "vit":
        return _vision_transformer(kb, shape)
    if not (model.hidden_size and model.layers):
        return shape if family in {"table", "wav2vec2"} else _typical(kb, shape)
    return _with_text_shape(shape, model)


def _with_text_shape(shape: Shape, model: Model) -> Shape:
    heads = model.heads or max(1, (model.hidden_size or 0) // TYPICAL_HEAD_DIM)
    hidden = model.hidden_size or 0
    moe = None
    if model.moe is not None:
        width = model.moe.moe_intermediate or model.intermediate_size or 0
        shared = int(model.formula_args.get("shared_f", model.moe.shared_experts * width))
        moe = Moe(model.moe.experts, model.moe.experts_per_token, width, shared, model.moe.dense_layers)
    return replace(
        shape,
        hidden=hidden,
        layers=model.layers or 0,
        ffn=model.intermediate_size or (moe.width if moe else 2 * hidden),
        heads=heads,
        kv_heads=model.kv_heads or heads,
        head_dim=model.head_dim or hidden // heads,
        vocab=model.vocab_size or 0,
        tied=model.tie_embeddings,
        plain_ffn=model.formula_args.get("mlp") == "plain" or model.formula_args.get("gated") == 0,
        moe=moe,
        decoder_layers=int(model.formula_args.get("dec", model.layers or 0))
        if shape.family in {"t5", "whisper"}
        else 0,
    )


def _vision_language(kb: Knowledge, model: Model, shape: Shape) -> Shape:
    """Give a vision-language model the shape of its language part; the rest counts as a frozen tower."""
    text = kb.constants["memory.vlm_text"].words.get(model.id)
    if text is None:
        inner = assumed_shape(kb, shape.params, "llm-dense")
        return replace(
            inner, kind=model.kind, model_id=model.id, params=shape.params, active_params=shape.active_params
        )
    inner = of_model(kb, kb.models[text])
    return replace(
        inner,
        kind=model.kind,
        model_id=model.id,
        params=shape.params,
        active_params=min(shape.params, inner.active_params + max(0, shape.params - inner.params)),
        tower_params=max(0, shape.params - inner.params),
        image_size=shape.image_size,
    )


def _vision_transformer(kb: Knowledge, shape: Shape) -> Shape:
    table = kb.constants.get(f"memory.vit/{shape.model_id}")
    if table is None:
        return replace(shape, family="table")
    value = {key: int(number) for key, number in table.table.items()}
    return replace(
        shape,
        hidden=value["hidden"],
        layers=value["layers"],
        ffn=value["ffn"],
        heads=value["heads"],
        kv_heads=value["heads"],
        head_dim=value["hidden"] // max(1, value["heads"]),
        patch=value["patch"],
        plain_ffn=True,
    )


def family_of(kb: Knowledge, model_type: str, kind: str) -> str:
    """Return which law holds for an architecture: by its type, else by its kind."""
    known = kb.constants["memory.family_by_type"].words.get(model_type)
    return known or kb.constants["memory.family_by_kind"].words.get(kind, "table")


def _typical(kb: Knowledge, shape: Shape) -> Shape:
    """Give a model whose shape is not known the shape of a typical one of its size."""
    inner = assumed_shape(kb, shape.params, shape.kind)
    return replace(
        inner, kind=shape.kind, model_id=shape.model_id, params=shape.params, active_params=shape.active_params
    )


def assumed_shape(kb: Knowledge, params: float, kind: str) -> Shape:
    """Return the shape of a typical network of `params` parameters; its count stays exactly `params`.

    Args:
        kb: the knowledge base.
        params: parameter count.
        kind: catalogue kind or task.
    """
    total = int(within(kb, "memory.bounds", "params", params))
    kinds = kb.constants["memory.kind_of_task"].words
    group = kinds.get(kind, kind)
    if group.startswith("llm"):
        return _typical_decoder(kb, total, group)
    names = kb.constants["memory.typical_models"].words.get(group, "").split()
    if not names:
        return _typical_decoder(kb, total, "llm-dense")
    shapes = [of_model(kb, kb.models[name]) for name in names]
    nearest = min(shapes, key=lambda shape: abs(math.log(shape.params / total)))
    return replace(nearest, params=total, active_params=total, assumed=True, note=f"shape of {nearest.model_id}")


def _typical_decoder(kb: Knowledge, total: int, kind: str) -> Shape:
    sizes = [entry for entry in kb.constants.values() if entry.id.startswith("memory.typical_decoder/")]
    nearest = min(sizes, key=lambda entry: (abs(math.log(entry.table["params"] / total)), entry.id))
    get = nearest.table
    return Shape(
        family="decoder", kind=kind, model_id="", params=total, active_params=total, hidden=int(get["hidden"]),
        layers=int(get["layers"]), ffn=int(get["ffn"]), heads=int(get["heads"]), kv_heads=int(get["kv_heads"]),
        head_dim=int(get["hidden"]) // int(get["heads"]), vocab=int(get["vocab"]), assumed=True,
        note=nearest.note,
    )  # fmt: skip
