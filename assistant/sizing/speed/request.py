"""What is asked of the speed estimate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.sizing.checks import machines, validated, within
from assistant.sizing.edges import edges
from assistant.sizing.link import Interconnect
from assistant.sizing.sharding import gathers_weights

Precision = Literal["fp32", "tf32", "fp16", "bf16", "fp8"]
_COMPUTE = {"amp": "bf16", "int8": "bf16", "int4": "bf16"}
_BOUNDED = (
    "n_gpus", "nodes", "seq_len", "micro_batch", "network_gbps", "audio_seconds", "accumulation", "tensor", "pipeline",
)  # fmt: skip


def in_compute_precision(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON request `data` with its precision as what the matrix products compute in."""
    precision = data.get("precision")
    return {**data, "precision": _COMPUTE.get(str(precision), precision)}


class SpeedRequest(BaseModel):
    """One training configuration whose speed is wanted; names and meanings are those of the public interface.

    Attributes:
        model, params, config, kind: which network, as in the memory request.
        gpu: name of the card.
        n_gpus, nodes: cards over all machines, and machines.
        method: full (also "scratch"), lora or qlora.
        precision: what the matrix products compute in; "amp" is bf16.
        seq_len, image_size, audio_seconds: length of one sample; `image_size` is 640, "800x1344" or, for video,
            "480x832x81".
        micro_batch: samples in one forward pass of a GPU, or of the GPUs that a model is split over; may be a fraction.
        checkpointing: activations are recomputed in the backward pass.
        sharding: whether the weights are gathered in every pass ("zero3", "fsdp") or only gradients travel.
        stack: "tuned" (fused kernels, a benchmark's care) or "ordinary".
        network_gbps: network of one machine, Gb/s; empty where it is not the bottleneck.
        interconnect: link inside a machine, empty where the card decides.
        accumulation: micro-steps per exchange of gradients.
        offload: what lives on the CPU.
        tensor, pipeline: cards that share each layer, and stages that share the layers; the rest are copies. With
            stages, `accumulation` is the number of micro-batches in flight per optimizer step.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = None
    params: float | None = Field(None, gt=0)
    config: Mapping[str, Any] | None = None
    kind: str | None = None
    gpu: str
    n_gpus: int = 1
    nodes: int = 1
    method: Literal["full", "scratch", "lora", "qlora"] = "full"
    precision: Precision = "bf16"
    seq_len: int | None = None
    image_size: int | str | None = None
    audio_seconds: float | None = None
    micro_batch: float | None = None
    checkpointing: bool = False
    sharding: Literal["none", "ddp", "zero1", "zero2", "zero3", "fsdp"] = "none"
    stack: Literal["tuned", "ordinary"] = "ordinary"
    network_gbps: float | None = None
    interconnect: Interconnect | None = None
    accumulation: int = 1
    offload: Literal["none", "optimizer", "all"] = "none"
    tensor: int = 1
    pipeline: int = 1

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> SpeedRequest:
        """Return the request that the JSON object `data` spells.

        Raises:
            InputError: a key is unknown or a value of the wrong type.
        """
        return validated(cls, in_compute_precision(data))

    def check(self, kb: Knowledge) -> None:
        """Check every number against the bounds of the constant `throughput.bounds`.

        Raises:
            InputError: one is out of range; the sentence names the bounds.
        """
        for name in _BOUNDED:
            value = getattr(self, name)
            if value is not None:
                within(kb, "throughput.bounds", name, value)
        for side in edges(str(self.image_size)) if self.image_size is not None else ():
            within(kb, "throughput.bounds", "image_size", side)
        machines(self.n_gpus, self.nodes)
        if self.n_gpus % self.split:
            raise InputError(
                f"{self.n_gpus} GPUs can not hold whole copies of a model split over {self.split}",
                f"{self.n_gpus} 张卡放不下整数份切分到 {self.split} 张卡的模型",
            )

    @property
    def split(self) -> int:
        """Cards that one copy of the model is split over by tensor and pipeline parallelism."""
        return self.tensor * self.pipeline

    @property
    def replicas(self) -> int:
        """Copies of the model; cards that shard weights hold one together, yet each works on samples of its own."""
        return self.n_gpus // self.split

    @property
    def trained(self) -> Literal["full", "lora", "qlora"]:
        """The method as the laws know it: training from scratch moves and computes what full training does."""
        return "full" if self.method == "scratch" else self.method

    @property
    def gpus_per_node(self) -> int:
        """Cards in one machine, the fullest one."""
        return -(-self.n_gpus // self.nodes)

    @property
    def gathers(self) -> bool:
        """Whether weights are sharded and gathered in every pass."""
        return gathers_weights(self.sharding) and self.n_gpus > 1

    @property
    def shards(self) -> int:
        """Cards that each handle a share of the gradients: those of a machine where weights are sharded.

        With whole weights every card handles all gradients of its micro-steps, wherever the optimizer states are.
        """
        return self.gpus_per_node if self.gathers and self.split == 1 else 1
