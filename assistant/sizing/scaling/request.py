"""What is asked of the scaling estimate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from assistant.knowledge import Knowledge
from assistant.sizing.checks import machines, validated, within
from assistant.sizing.link import Interconnect
from assistant.sizing.speed.request import Precision, in_compute_precision


class ScalingRequest(BaseModel):
    """One data-parallel job whose speed-up is wanted; names and meanings are those of the public interface.

    Attributes:
        model, params, config, kind: which network.
        gpu, n_gpus, nodes: card, cards over all machines, machines.
        interconnect: class of the link inside a machine; empty where the card decides. A GeForce card on PCIe has no
            peer-to-peer path.
        network_gbps: network of one machine; empty where it is not the bottleneck.
        per_gpu_batch: samples per card and step; the same for every number of cards.
        samples_per_s_one_gpu: measured rate of one card; estimated where it is not given.
        method, sharding, accumulation: what is exchanged, and how often.
        seq_len, image_size, audio_seconds, checkpointing, stack, precision: as in the speed request, for the estimate.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = None
    params: float | None = None
    config: Mapping[str, Any] | None = None
    kind: str | None = None
    gpu: str
    n_gpus: int = 1
    nodes: int = 1
    interconnect: Interconnect | None = None
    network_gbps: float | None = None
    precision: Precision = "bf16"
    seq_len: int | None = None
    image_size: int | str | None = None
    audio_seconds: float | None = None
    per_gpu_batch: float | None = None
    samples_per_s_one_gpu: float | None = None
    method: Literal["full", "scratch", "lora", "qlora"] = "full"
    sharding: Literal["none", "ddp", "zero1", "zero2", "zero3", "fsdp"] = "none"
    accumulation: int = 1
    checkpointing: bool = False
    stack: Literal["tuned", "ordinary"] = "ordinary"

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> ScalingRequest:
        """Return the request that the JSON object `data` spells.

        Raises:
            InputError: a key is unknown or a value of the wrong type.
        """
        return validated(cls, in_compute_precision(data))

    def check(self, kb: Knowledge) -> None:
        """Check every number against its bounds.

        Raises:
            InputError: one is out of range; the sentence names the bounds.
        """
        for name in ("n_gpus", "nodes", "network_gbps", "samples_per_s_one_gpu", "accumulation", "seq_len"):
            value = getattr(self, name)
            if value is not None:
                within(kb, "throughput.bounds", name, value)
        for name in ("per_gpu_batch", "params"):
            value = getattr(self, name)
            if value is not None:
                within(kb, "scaling.bounds", name, value)
        machines(self.n_gpus, self.nodes)

    @property
    def gpus_per_node(self) -> int:
        """Cards in one machine, the fullest one."""
        return -(-self.n_gpus // self.nodes)
