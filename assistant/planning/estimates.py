"""What the planner asks of the sizing formulas, in one place: memory of a layout, speed of a layout on a rig."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assistant.knowledge import Knowledge
from assistant.planning.job import Job
from assistant.planning.machine import Rig
from assistant.sizing import memory, speed
from assistant.sizing.shapes import Shape, resolve_shape


@dataclass(frozen=True, slots=True)
class Layout:
    """How the job is laid out over cards.

    Attributes:
        strategy: none, ddp, zero1, zero2, zero3, fsdp, tensor or tensor_pipeline.
        micro_batch: samples of one card in one forward pass; `grad_accum` of them make an optimizer step.
        tensor, pipeline: cards that share one copy of a layer, and stages.
    """

    strategy: str
    gpus: int
    micro_batch: int
    grad_accum: int
    checkpointing: bool
    tensor: int = 1
    pipeline: int = 1

    @property
    def replicas(self) -> int:
        """Copies of the data-parallel loop."""
        return self.gpus // (self.tensor * self.pipeline)

    @property
    def global_batch(self) -> int:
        """Samples of one optimizer step."""
        return self.micro_batch * self.grad_accum * self.replicas

    @property
    def sharded(self) -> bool:
        """Whether weights are split over the cards, so that every micro-step moves them."""
        return self.strategy in {"zero3", "fsdp", "tensor", "tensor_pipeline"}


SHARDING = {"zero1": "zero1", "zero2": "zero2", "zero3": "zero3", "fsdp": "fsdp"}


def memory_request(job: Job, layout: Layout) -> memory.MemoryRequest:
    """Return the request for the memory of one card."""
    fields: dict[str, Any] = {
        **_model(job),
        "method": job.method,
        "precision": job.precision,
        "optimizer": job.optimizer,
        "micro_batch": layout.micro_batch * job.sequences,
        "checkpointing": layout.checkpointing,
        "attention": "flash",
        "gradient_accumulation": layout.grad_accum > 1 or layout.gpus > 1,
        "offload": job.offload,
        "gpus": layout.gpus,
        "tensor_parallel": layout.tensor,
        "pipeline_parallel": layout.pipeline,
        "sharding": SHARDING.get(layout.strategy, "none"),
    }
    if job.task == "nlp" and job.workload.method != "scratch":
        fields["head"] = "none"  # a classifier or a ranker has no loss over the vocabulary
    return memory.MemoryRequest(**{**fields, **_length(job), **job.workload.options()})


def speed_request(job: Job, rig: Rig, layout: Layout) -> speed.SpeedRequest:
    """Return the request for the speed of the whole job."""
    fields: dict[str, Any] = {
        **_model(job),
        "gpu": rig.gpu,
        "n_gpus": rig.gpus,
        "nodes": rig.nodes,
        "method": job.method,
        "precision": compute_precision(job),
        "micro_batch": layout.micro_batch * job.sequences,
        "tensor": layout.tensor,
        "pipeline": layout.pipeline,
        "checkpointing": layout.checkpointing,
        "sharding": SHARDING.get(layout.strategy, "none"),
        "stack": "ordinary",
        "accumulation": layout.grad_accum,
        "offload": job.offload,
    }
    if rig.link != "none":
        fields["interconnect"] = rig.link
    if rig.nodes > 1 and rig.gbps is not None:
        fields["network_gbps"] = rig.gbps
    return speed.SpeedRequest(**fields, **_length(job))


def compute_precision(job: Job) -> str:
    """Return the precision of the multiplications."""
    said = job.workload.precision
    if said in {"fp8", "tf32", "fp16"}:
        return said
    return "fp32" if job.precision == "fp32" else "bf16"


def _length(job: Job) -> dict[str, Any]:
    """Return the length of one sample, in whatever it is measured."""
    said = {"seq_len": job.seq_len, "image_size": job.image_size, "audio_seconds": job.audio_seconds}
    return {name: value for name, value in said.items() if value is not None}


STANDS_FOR = {"recsys": "dlrm", "rl": "deepfm"}
"""Families of small dense layers whose laws hold for a task when only a size is known."""


def _model(job: Job) -> dict[str, Any]:
    if job.config is not None:
        return {"config": job.config}
    sized = job.workload.params or job.kind in STANDS_FOR  # a model of tables has the size of its tables
    if job.model is not None and (job.model.params or not sized):
        return {"model": job.model.id}
    kinds = {
        "vision": "vision-cls",
        "detection": "detection",
        "segmentation": "segmentation",
        "nlp": "encoder",
        "speech": "speech-asr",
    }
    kinds |= {"diffusion": "diffusion-image", "multimodal": "vlm"}
    fields: dict[str, Any] = {"params": int(job.params.value)}
    if job.kind in STANDS_FOR:
        return fields | {"model": STANDS_FOR[job.kind]}
    return fields | ({"kind": kinds[job.kind]} if job.kind in kinds else {})


def shape_of(kb: Knowledge, job: Job) -> Shape:
    """Return the network of the job."""
    return resolve_shape(kb, **_model(job))


def memory_of(kb: Knowledge, job: Job, layout: Layout) -> memory.MemoryEstimate:
    """Return the memory of one card in `layout`."""
    return memory.estimate(kb, memory_request(job, layout))


def speed_of(kb: Knowledge, job: Job, rig: Rig, layout: Layout) -> speed.SpeedEstimate:
    """Return the speed of the job on `rig` in `layout`."""
    return speed.estimate(kb, speed_request(job, rig, layout))
