"""What a network looks like: from the catalogue, from a Hugging Face config, or assumed from a parameter count."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from assistant.errors import InputError
from assistant.sizing import params as counts

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.knowledge.schema import Model


@dataclass(frozen=True, slots=True)
class Moe:
    """Experts of a mixture: how many, how many a token visits, their width, the width of the shared ones."""

    experts: int
    experts_per_token: int
    width: int
    shared_width: int = 0
    dense_layers: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """A network as the formulas of memory and speed see it.

    Attributes:
        family: which law holds: decoder, gemma2, gpt2, bert, t5, whisper, wav2vec2, vit, or table (measured per sample).
        kind: catalogue kind ("llm-dense", "vision-cls", "diffusion-image", ...).
        model_id: catalogue id; for an assumed shape the id of the model it is borrowed from, empty for a typical one.
        params: weights of the network that is trained and held on the card (the denoiser of a diffusion pipeline).
        active_params: parameters one token passes through; `params` for a dense network.
        hidden, layers, ffn, heads, kv_heads, head_dim, vocab: transformer shape, 0 where it has none.
        tied: input and output embedding are one matrix.
        plain_ffn: two FFN matrices instead of three.
        decoder_layers: layers of the decoder of an encoder-decoder model.
        tower_params: frozen vision tower and what hangs on it, in a vision-language model.
        extra_params: text encoders and VAE of a diffusion pipeline, not in `params`.
        patch: edge of an image patch of a vision transformer.
        image_size: default input, "640" or "800x1344".
        assumed: the shape was not given; it is that of a typical network of this size.
        note: id of a text, or a plain sentence, that says what was assumed.
    """

    family: str
    kind: str
    model_id: str
    params: int
    active_params: int
    hidden: int = 0
    layers: int = 0
    ffn: int = 0
    heads: int = 0
    kv_heads: int = 0
    head_dim: int = 0
    vocab: int = 0
    tied: bool = False
    plain_ffn: bool = False
    moe: Moe | None = None
    decoder_layers: int = 0
    tower_params: int = 0
    extra_params: int = 0
    patch: int = 0
    image_size: str = ""
    mactivations: float = 0.0
    assumed: bool = False
    note: str = ""

    @property
    def q_width(self) -> int:
        """Width of the queries: heads x head_dim."""
        return self.heads * self.head_dim

    @property
    def kv_width(self) -> int:
        """Width of the keys: key-value heads x head_dim."""
        return self.kv_heads * self.head_dim

    @property
    def embedding_params(self) -> int:
        """Parameters of the input embedding."""
        return self.vocab * self.hidden

    @property
    def block_params(self) -> int:
        """Matmul weights inside the blocks: what 4-bit quantization packs and autocast copies."""
        h, q, k, f = self.hidden, self.q_width, self.kv_width, self.ffn
        matrices = 2 if self.plain_ffn else 1 + 2
        attention = 2 * h * q + 2 * h * k
        if self.moe is None:
            return self.layers * (attention + matrices * h * f)
        sparse = self.layers - self.moe.dense_layers
        experts = matrices * h * (self.moe.experts * self.moe.width + self.moe.shared_width)
        return self.layers * attention + self.moe.dense_layers * matrices * h * f + sparse * experts


def resolve_shape(
    kb: Knowledge,
    *,
    model: str | None = None,
    params: float | None = None,
    config: Mapping[str, Any] | None = None,
    kind: str | None = None,
) -> Shape:
    """Return the shape of the network that is named, described or only sized.

    Args:
        kb: the knowledge base.
        model: a catalogue id, alias or loose name; it wins over the other two.
        params: a parameter count; the shape of a typical network of that size is assumed.
        config: keys of a Hugging Face config.json.
        kind: catalogue kind or task that `params` belongs to; language models when empty.

    Raises:
        InputError: nothing was given, the name is not known, or a number is out of range.
    """
    if model:
        return _of_model(kb, model, params)
    if config:
        return _of_config(kb, config, params)
    if params is None:
        raise InputError(
            'say which network: "model", "params" or "config" is missing',
            "请说明是哪个网络：缺少 “model”、“params” 或 “config”",
        )
    return assumed_shape(kb, params, kind or "llm-dense")


def within(kb: Knowledge, name: str, value: float) -> float:
    """Return `value` if it lies within the bounds of `memory.bounds`.

    Raises:
        InputError: it does not; the sentence says which bound.
    """
    low, high = kb.number("memory.bounds", f"{name}_min"), kb.number("memory.bounds", f"{name}_max")
    if not (math.isfinite(value) and low <= value <= high):
        raise InputError(
            f"{name} must lie between {low:g} and {high:g}, got {value:g}",
            f"{name} 必须在 {low:g} 与 {high:g} 之间，收到的是 {value:g}",
        )
    return value


def _of_model(kb: Knowledge, name: str, params: float | None) -> Shape:
    found = kb.models.get(name) or kb.find_model(name)
    if found is None:
        if params is not None:
            return assumed_shape(kb, params, "llm-dense")
        raise InputError(
            f'model "{name}" is not in the catalogue; give "params" or "config"',
            f"目录里没有模型 “{name}”；请给出 “params” 或 “config”",
        )
    if found.params is None and params is None:
        raise InputError(
            f'"{found.id}" has no fixed size; give "params" (embedding rows x dimension and the layers above)',
            f"“{found.id}” 没有固定大小；请给出 “params”（嵌入表行数 x 维度，加上上层网络）",
        )
    return of_model(kb, found, params)


def of_model(kb: Knowledge, model: Model, params: float | None = None) -> Shape:
    """Return the shape of a catalogue model; `params` is for those without a fixed size."""
    total = int(model.params if model.params is not None else within(kb, "params", params or 0))
    family = kb.constants["memory.family_by_type"].words.get(model.model_type, "")
    shape = Shape(
        family=family or ("decoder" if model.kind.startswith("llm") else "table"),
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
        typical = _typical(kb, shape) if model.kind.startswith("llm") or model.kind == "encoder" else None
        return typical or shape
    return _with_text_shape(shape, model)


def _with_text_shape(shape: Shape, model: Model) -> Shape:
    heads = model.heads or max(1, (model.hidden_size or 0) // 128)
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
        decoder_layers=int(model.formula_args.get("dec", model.layers or 0)) if shape.family in {"t5", "whisper"} else 0,
    )


def _vision_language(kb: Knowledge, model: Model, shape: Shape) -> Shape:
    """Give a vision-language model the shape of its language part; the rest counts as a frozen tower."""
    text = kb.constants["memory.vlm_text"].words.get(model.id)
    if text is None:
        inner = assumed_shape(kb, shape.params, "llm-dense")
        return replace(inner, kind=model.kind, model_id=model.id, params=shape.params, active_params=shape.active_params)
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
    value: Callable[[str], int] = lambda key: int(table.table.get(key, 0))  # noqa: E731 - three-fold use, one line
    return replace(
        shape,
        hidden=value("hidden"),
        layers=value("layers"),
        ffn=value("ffn"),
        heads=value("heads"),
        kv_heads=value("heads"),
        head_dim=value("hidden") // max(1, value("heads")),
        patch=value("patch"),
        plain_ffn=True,
    )


def _typical(kb: Knowledge, shape: Shape) -> Shape | None:
    """Give a model whose shape is not known the shape of a typical one of its size."""
    inner = assumed_shape(kb, shape.params, shape.kind)
    return replace(inner, kind=shape.kind, model_id=shape.model_id, params=shape.params, active_params=shape.active_params)


CONFIG_KEYS = {
    "hidden": ("hidden_size", "n_embd", "d_model", "dim"),
    "layers": ("num_hidden_layers", "n_layer", "num_layers", "encoder_layers", "n_layers"),
    "ffn": ("intermediate_size", "n_inner", "d_ff", "ffn_dim", "encoder_ffn_dim", "ffn_hidden_size", "hidden_dim"),
    "heads": ("num_attention_heads", "n_head", "num_heads", "encoder_attention_heads", "n_heads"),
    "kv_heads": ("num_key_value_heads", "multi_query_group_num", "n_head_kv"),
    "vocab": ("vocab_size", "padded_vocab_size"),
    "head_dim": ("head_dim", "d_kv", "kv_channels"),
    "params": ("num_parameters", "params"),
}
"""Our name of a dimension -> the keys that config.json files use for it, the commonest first."""


def _number(kb: Knowledge, config: Mapping[str, Any], name: str, default: int = 0) -> int:
    for key in CONFIG_KEYS[name]:
        value = config.get(key)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise InputError(f"config: {key} must be a number, got {value!r}", f"config：{key} 必须是数字，收到 {value!r}")
        return int(within(kb, name, value))
    return default


def _of_config(kb: Knowledge, config: Mapping[str, Any], params: float | None) -> Shape:
    """Return the shape that a config.json describes; a multimodal one is read through its text part."""
    inner = config.get("text_config") or config.get("llm_config") or config.get("language_config")
    if isinstance(inner, Mapping) and "hidden_size" not in config:
        merged = {**{key: value for key, value in config.items() if not isinstance(value, Mapping)}, **inner}
        return _of_config(kb, merged, params)
    model_type = str(config.get("model_type", ""))
    hidden, layers = _number(kb, config, "hidden"), _number(kb, config, "layers")
    given = params if params is not None else _number(kb, config, "params") or None
    if not hidden or not layers:
        if given is None:
            raise InputError(
                "config: hidden_size and num_hidden_layers are missing, and no params to estimate from",
                "config：缺少 hidden_size 和 num_hidden_layers，也没有可用来估算的 params",
            )
        return replace(assumed_shape(kb, given, "llm-dense"), note=f"config of type {model_type or '?'} without a shape")
    known = kb.constants["memory.family_by_type"].words.get(model_type)
    shape = _config_shape(kb, config, known or "decoder", hidden, layers)
    total = int(given) if given is not None else _config_params(kb, config, model_type, shape)
    idle = _idle_experts(shape)
    note = "" if known else f'model_type "{model_type}" is not known: taken as a gated decoder of this shape'
    return replace(shape, params=total, active_params=max(1, total - idle), assumed=not known, note=note)


def _config_shape(kb: Knowledge, config: Mapping[str, Any], family: str, hidden: int, layers: int) -> Shape:
    heads = _number(kb, config, "heads", max(1, hidden // 128))
    kv_heads = heads if family in {"gpt2", "bert"} else _number(kb, config, "kv_heads", heads)
    plain = family in {"gpt2", "bert", "whisper"} or str(config.get("model_type")) in kb.constants["memory.plain_ffn"].words
    experts = config.get("num_local_experts") or config.get("num_experts") or config.get("n_routed_experts")
    ffn = _number(kb, config, "ffn", (2 + 2) * hidden)
    moe = None
    if experts:
        width = int(within(kb, "ffn", config.get("moe_intermediate_size") or ffn))
        visited = int(config.get("num_experts_per_tok") or 2)
        shared = int(config.get("n_shared_experts") or 0) * width + int(config.get("shared_expert_intermediate_size") or 0)
        dense = int(config.get("first_k_dense_replace") or 0)
        moe = Moe(int(within(kb, "experts", experts)), visited, width, shared, dense)
    tied = config.get("tie_word_embeddings")
    return Shape(
        family=family, kind="llm-moe" if moe else "llm-dense", model_id="", params=1, active_params=1,
        hidden=hidden, layers=layers, ffn=ffn, heads=heads, kv_heads=min(kv_heads, heads),
        head_dim=_number(kb, config, "head_dim", max(1, hidden // heads)), vocab=_number(kb, config, "vocab"),
        tied=bool(tied) if tied is not None else family in {"gpt2", "bert", "gemma2", "t5", "whisper"},
        plain_ffn=plain, moe=moe, decoder_layers=layers if family in {"t5", "whisper"} else 0,
    )  # fmt: skip


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
    for name, keys in (("pos", ("n_positions", "max_position_embeddings")), ("types", ("type_vocab_size",))):
        if name in args:
            args[name] = next((int(config[key]) for key in keys if config.get(key)), args[name])
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
    return (shape.layers - moe.dense_layers) * (moe.experts - moe.experts_per_token) * (1 + 2) * shape.hidden * moe.width


def assumed_shape(kb: Knowledge, params: float, kind: str) -> Shape:
    """Return the shape of a typical network of `params` parameters; its count stays exactly `params`.

    Args:
        kb: the knowledge base.
        params: parameter count.
        kind: catalogue kind or task.
    """
    total = int(within(kb, "params", params))
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
