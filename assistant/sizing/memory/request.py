"""What is asked: one training configuration, as the public interface spells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from assistant.sizing.checks import validated
from assistant.sizing.edges import edges

Pairs = tuple[tuple[str, Any], ...]


class MemoryRequest(BaseModel):
    """One configuration whose memory is wanted; field names and meanings are those of the public interface.

    Attributes:
        model, params, config, kind: which network; `config` is kept as sorted pairs so that a request can be hashed.
        method, precision, optimizer: what is trained and in which numbers.
        micro_batch: samples per GPU in one forward pass.
        seq_len: all tokens of a sample, image tokens included.
        image_size: edge in pixels (voxels), or "800x1344", or "128x128x128".
        audio_seconds, target_len: length of a clip; tokens of the decoder.
        gradient_accumulation: gradients are kept between forward passes (accumulation, DDP, FSDP).
        lora_rank, lora_targets, lora_dropout, norms_fp32: adapters; `norms_fp32` is what k-bit preparation does.
        frozen_fp32: LoRA over a network that was loaded in 32 bits and computes under autocast.
        loss_chunks: pieces in which the loss of a language model is computed.
        head: "none" for a classifier or reward model, whose outputs are a few numbers a sample.
        offload, bitsandbytes: CPU offload; version of the 4-bit library.
        double_quantization: the scales of 4-bit weights are quantized as well.
        optimizer_in_backward: each layer steps as soon as its gradient is there, which is then freed.
        encoders_on_card: text encoders and VAE of a diffusion pipeline stay on the card, in 16 bit.
        gpus, tensor_parallel, pipeline_parallel, sharding: how the job is spread, over all nodes.
        gpu: a card to check against.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = None
    params: float | None = None
    config: Pairs | None = None
    kind: str | None = None
    method: Literal["full", "lora", "qlora", "scratch"] = "full"
    precision: Literal["fp32", "amp", "bf16"] = "amp"
    optimizer: Literal["adamw", "adamw_8bit", "sgd", "adafactor"] = "adamw"
    micro_batch: int = 1
    seq_len: int | None = None
    image_size: int | str | None = None
    audio_seconds: float | None = None
    target_len: int | None = None
    checkpointing: bool = False
    attention: Literal["flash", "eager"] = "flash"
    gradient_accumulation: bool = False
    lora_rank: int = 16
    lora_targets: Literal["all-linear", "attention", "qv"] = "all-linear"
    lora_dropout: float = Field(0.0, ge=0, lt=1)
    norms_fp32: bool = False
    frozen_fp32: bool = False
    loss_chunks: int = 1
    head: Literal["lm", "none"] = "lm"
    offload: Literal["none", "optimizer", "all"] = "none"
    bitsandbytes: str | None = Field(None, pattern=r"^\d+(\.\d+){0,3}\w*$")
    double_quantization: bool = True
    optimizer_in_backward: bool = False
    encoders_on_card: bool = False
    gpus: int = 1
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    sharding: Literal["none", "zero1", "zero2", "zero3", "fsdp"] = "none"
    gpu: str | None = None

    @field_validator("config", mode="before")
    @classmethod
    def _hashable(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        try:
            return tuple(sorted(_pairs(value)))
        except RecursionError:
            raise ValueError("nested too deeply") from None

    def config_dict(self) -> dict[str, Any] | None:
        """Return `config` as the mapping that it was."""
        return None if self.config is None else _unfrozen(self.config)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> MemoryRequest:
        """Return the request in `data`.

        Raises:
            InputError: a key is not known, or a value is of the wrong kind; the sentence names it.
        """
        return validated(cls, data)

    @property
    def adapters(self) -> bool:
        """Whether adapters are trained and the network itself stays frozen."""
        return self.method in {"lora", "qlora"}

    @property
    def trained_width(self) -> Literal["bf16", "fp32"]:
        """Numbers that trained weights, gradients and moments are stored in: autocast leaves them in 32 bit."""
        return "bf16" if self.precision == "bf16" else "fp32"

    @property
    def compute_width(self) -> Literal["bf16", "fp32"]:
        """Numbers that matrix products read, and that frozen weights are stored in."""
        return "fp32" if self.precision == "fp32" else "bf16"

    def pixels(self) -> tuple[int, ...] | None:
        """Return the edges of the input in pixels, a single one repeated to two.

        Raises:
            InputError: `image_size` is not "640", "800x1344" or "128x128x128".
        """
        if self.image_size is None:
            return None
        return edges(str(self.image_size))


def _pairs(value: Mapping[Any, Any]) -> list[tuple[str, Any]]:
    return [(str(key), _frozen(inner)) for key, inner in value.items() if inner is not None and inner != {}]


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return ("{}", tuple(sorted(_pairs(value))))
    if isinstance(value, list):
        return tuple(_frozen(inner) for inner in value)
    return value


def _unfrozen(pairs: Pairs) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        nested = isinstance(value, tuple) and len(value) == 2 and value[0] == "{}"
        out[key] = _unfrozen(value[1]) if nested else value
    return out
