"""accelerate config that fits the plan's strategy."""

from __future__ import annotations

from assistant.handoff import accelerate_base, accelerate_deepspeed, accelerate_fsdp
from assistant.handoff.accelerate_base import FILE, base
from assistant.handoff.job import Job
from assistant.handoff.text import yaml_file
from assistant.knowledge import Knowledge


def files(kb: Knowledge, job: Job) -> dict[str, str]:
    """Return FSDP for fsdp, DeepSpeed for a ZeRO stage, plain multi-GPU for the rest."""
    job.need_stage("accelerate")
    if job.recipe.strategy == "fsdp":
        return accelerate_fsdp.files(kb, job)
    if job.stage or job.recipe.offload != "none":
        return accelerate_deepspeed.files(kb, job)
    return {FILE: yaml_file(job, base(job, "MULTI_GPU" if job.processes > 1 else "NO"))}


def notes(kb: Knowledge, job: Job) -> list[str]:
    """Return the notes of the config that was written."""
    if job.recipe.strategy != "fsdp" and (job.stage or job.recipe.offload != "none"):
        return accelerate_deepspeed.notes(kb, job)
    return accelerate_base.notes(kb, job)
