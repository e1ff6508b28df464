"""What a network looks like to the formulas of memory and speed."""

from __future__ import annotations

from dataclasses import dataclass

PLAIN_FFN_MATRICES, GATED_FFN_MATRICES = 2, 3
"""Weight matrices of a feed-forward block: up and down; a gated one (SwiGLU) has a gate besides."""

TYPICAL_HEAD_DIM = 128
"""Width of an attention head where neither heads nor head_dim are given: that of nearly every decoder since Llama."""


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
        family: which law holds: decoder, gemma2, gpt2, bert, t5, whisper, wav2vec2, vit, or table (per sample).
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
    def origin(self) -> str:
        """Where the dimensions come from, as the source of a fact."""
        if self.assumed:
            return "default:shape"
        return f"model:{self.model_id}" if self.model_id else "request:config"

    @property
    def params_origin(self) -> str:
        """Where the parameter count comes from, as the source of a fact."""
        return f"model:{self.model_id}" if self.model_id else "request:params"

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
        matrices = PLAIN_FFN_MATRICES if self.plain_ffn else GATED_FFN_MATRICES
        attention = 2 * h * q + 2 * h * k
        if self.moe is None:
            return self.layers * (attention + matrices * h * f)
        sparse = self.layers - self.moe.dense_layers
        experts = matrices * h * (self.moe.experts * self.moe.width + self.moe.shared_width)
        return self.layers * attention + self.moe.dense_layers * matrices * h * f + sparse * experts
