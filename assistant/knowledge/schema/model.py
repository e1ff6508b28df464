"""A model people name, with its exact size and shape."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from assistant.knowledge.schema.base import Closed, Record


class Moe(Closed):
    """Expert layout of a mixture of experts."""

    experts: int
    experts_per_token: int
    shared_experts: int = 0
    moe_intermediate: int | None = None
    dense_layers: int = 0


class Model(Record):
    """One trainable model.

    Attributes:
        family, kind: as the catalogue groups them ("qwen2.5", "llm-dense", "vision-cls", "diffusion", ...).
        params: exact count, tied weights once; empty where the model has no fixed size.
        params_active: parameters a token passes through, for mixtures of experts.
        model_type: architecture name as in a Hugging Face config.json.
        hidden_size .. vocab_size, tie_embeddings, max_context: shape of a transformer; empty for others.
        moe: expert layout.
        image_size, gmacs, mactivations: default input size, multiply-accumulates (1e9) and activations (1e6) of one
            forward pass at it.
        denoiser_params, text_encoder_params, vae_params: parts of a diffusion pipeline.
        formula, formula_args: how `params` is re-computed from the shape.
        count_method: formula, module, published or user.
    """

    aliases: tuple[str, ...] = ()
    family: str
    kind: str
    year: int | None = None
    license_note: str = ""
    params: int | None = None
    params_active: int | None = None
    model_type: str = ""
    hidden_size: int | None = None
    layers: int | None = None
    intermediate_size: int | None = None
    heads: int | None = None
    kv_heads: int | None = None
    head_dim: int | None = None
    vocab_size: int | None = None
    tie_embeddings: bool = False
    max_context: int | None = None
    moe: Moe | None = None
    image_size: str = ""
    gmacs: float | None = None
    mactivations: float | None = None
    denoiser_params: int | None = None
    text_encoder_params: int | None = None
    vae_params: int | None = None
    formula: str = ""
    formula_args: dict[str, int | float | str] = Field(default_factory=dict)
    count_method: Literal["formula", "module", "published", "user"] = "published"
    name_size_b: float | None = None
    source: str
    source_detail: str = ""
    source_date: str = ""
    note: str = ""


class LooseName(Record):
    """A name that several models answer to.

    Attributes:
        names: what people say.
        candidates: model ids it may mean.
        default: the id taken when nothing else is said; empty where one must ask.
        action: take the default and say so, or ask.
        why: reason, shown to the author.
    """

    names: tuple[str, ...]
    candidates: tuple[str, ...]
    default: str = ""
    action: Literal["default", "ask"]
    why: str = ""
