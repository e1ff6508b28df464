"""The clip of a video diffusion model: its size, published where nobody said it, and the tokens it becomes."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Fact, derive
from assistant.sizing.edges import edges
from assistant.sizing.facts import assumed, said

_TYPICAL = "wan2.1-14b"


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip and the network that reads it.

    Attributes:
        height, width, frames: of the clip, pixels and frames.
        source: id of the constants record of its model, or of a typical one.
        assumed: some of them nobody said.
    """

    height: Fact
    width: Fact
    frames: Fact
    source: str
    assumed: bool

    def fact(self, kb: Knowledge, key: str, symbol: str, unit: str = "") -> Fact:
        """Return a figure of the model that reads the clip: layers, hidden, pixels_per_token or frames_per_latent."""
        return Fact(symbol, kb.number(self.source, key), unit, f"video.{key}", kb.constants[self.source].source)

    def tokens(self, kb: Knowledge) -> Derivation:
        """Return the tokens that the denoiser reads."""
        return derive(
            "video.tokens", "T", "positions", "h / p_l * (w / p_l) * ((f - 1) / f_l + 1)",
            self.height, self.width, self.frames,
            self.fact(kb, "pixels_per_token", "p_l", "pixels"), self.fact(kb, "frames_per_latent", "f_l", "frames"),
            sources=("video-models",),
        )  # fmt: skip


def clip_of(kb: Knowledge, model_id: str, image_size: int | str | None) -> Clip:
    """Return the clip that `image_size` names: "480x832x81", "480x832" with the model's frames, or 480 with its format.

    Args:
        kb: the knowledge base.
        model_id: catalogue id; a model whose clip is not known gets that of a typical one.
        image_size: as in a request; None takes the published clip of the model.

    Raises:
        InputError: `image_size` is none of these.
    """
    source = f"video.clip/{model_id}"
    if source not in kb.constants:
        source = f"video.clip/{_TYPICAL}"
    table = kb.constants[source].table
    text = "" if image_size is None else str(image_size)
    sides = edges(text) if text else ()
    if text.strip().isdigit():
        sides = (sides[0], round(sides[0] * table["width"] / table["height"]))
    known = [*sides, None, None, None]
    parts = [
        assumed(symbol, table[name], f"request.clip_{name}", unit)
        if value is None
        else said(symbol, value, f"request.clip_{name}", unit)
        for symbol, name, unit, value in zip(
            ("h", "w", "f"), ("height", "width", "frames"), ("pixels", "pixels", "frames"), known, strict=False
        )
    ]
    return Clip(parts[0], parts[1], parts[2], source, len(sides) < len(parts))
