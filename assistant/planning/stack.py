"""What the reader's training stack fixes: options of the memory estimate that a plan takes as they were stated."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

LAID_OUT = {"micro_batch", "config"}
"""Options that decide the layout or the network, and reach the estimate that way."""


class Stack(BaseModel):
    """Options of a training stack, named as in the memory request; None where nobody stated one.

    Attributes:
        micro_batch: samples of one card in one forward pass; the planner then turns accumulation only.
        config: keys of a Hugging Face config.json, for a network that is not in the catalogue.
        attention, loss_chunks, lora_rank, ...: as the memory request explains them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    micro_batch: int | None = Field(None, ge=1)
    config: dict[str, Any] | None = None
    attention: Literal["flash", "eager"] | None = None
    loss_chunks: int | None = Field(None, ge=1)
    lora_rank: int | None = Field(None, ge=1)
    lora_targets: Literal["all-linear", "attention", "qv"] | None = None
    lora_dropout: float | None = Field(None, ge=0, lt=1)
    frozen_fp32: bool | None = None
    norms_fp32: bool | None = None
    bitsandbytes: str | None = Field(None, pattern=r"^\d+(\.\d+){0,3}\w*$")
    double_quantization: bool | None = None
    optimizer_in_backward: bool | None = None
    encoders_on_card: bool | None = None
    target_len: int | None = Field(None, ge=1)

    def options(self) -> dict[str, Any]:
        """Return what was stated of the options that the memory estimate reads as they are."""
        stated = {name: getattr(self, name) for name in Stack.model_fields if name not in LAID_OUT}
        return {name: value for name, value in stated.items() if value is not None}

    def fixed(self) -> tuple[object, ...]:
        """Return all of it in a form that can be compared and hashed."""
        network = None if self.config is None else json.dumps(self.config, sort_keys=True)
        return (self.micro_batch, network, *sorted(self.options().items()))
