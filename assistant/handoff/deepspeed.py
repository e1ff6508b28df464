"""DeepSpeed config."""

from __future__ import annotations

import json
from typing import Any

from assistant.handoff.job import Job
from assistant.handoff.notes import note
from assistant.knowledge import Knowledge
from assistant.sizing.sharding import WEIGHTS

FILE = "ds_config.json"


def files(kb: Knowledge, job: Job) -> dict[str, str]:  # noqa: ARG001 - the same call for every target
    """Return `ds_config.json`. The global batch is left out: DeepSpeed computes it and refuses another."""
    return {FILE: json.dumps(config(job), indent=2) + "\n"}


def config(job: Job) -> dict[str, Any]:
    """Return the config as JSON."""
    stage = job.need_stage("DeepSpeed")
    zero: dict[str, Any] = {"stage": stage}
    if stage:
        zero["overlap_comm"] = True
        zero["contiguous_gradients"] = True
    if stage and job.recipe.offload in {"optimizer", "all"}:
        zero["offload_optimizer"] = {"device": "cpu", "pin_memory": True}
    if stage == WEIGHTS:
        if job.recipe.offload == "all":
            zero["offload_param"] = {"device": "cpu", "pin_memory": True}
        zero["stage3_gather_16bit_weights_on_model_save"] = True
    half = job.mixed if job.mixed != "no" else "bf16" if job.recipe.precision == "bf16" else ""
    return {
        "train_micro_batch_size_per_gpu": job.recipe.micro_batch,
        "gradient_accumulation_steps": job.recipe.grad_accum,
        "gradient_clipping": 1.0,
        **({half: {"enabled": True}} if half else {}),
        "zero_optimization": zero,
    }


def notes(kb: Knowledge, job: Job) -> list[str]:
    """Return where DeepSpeed does something else than the plan counted with, or asks for more than the JSON."""
    found = [note(kb, job, "deepspeed_bf16")] if job.recipe.precision == "bf16" else []
    if job.stage and job.recipe.offload != "none":
        found.append(note(kb, job, "deepspeed_cpu_adam"))
    return found
