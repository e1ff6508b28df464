"""What all accelerate configs share."""

from __future__ import annotations

from typing import Any

from assistant.handoff.job import Job
from assistant.handoff.notes import note
from assistant.knowledge import Knowledge

FILE = "accelerate.yaml"


def base(job: Job, kind: str) -> dict[str, Any]:
    """Return the keys of every config. `num_processes` is the total over all machines, not per machine."""
    config: dict[str, Any] = {
        "compute_environment": "LOCAL_MACHINE",
        "distributed_type": kind,
        "mixed_precision": job.mixed,
        "num_machines": job.nodes,
        "num_processes": job.processes,
        "machine_rank": 0,
        "main_training_function": "main",
        "use_cpu": False,
    }
    if job.nodes > 1:
        config |= {
            "main_process_ip": "10.0.0.1",
            "main_process_port": job.port,
            "rdzv_backend": "static",
            "same_network": True,
        }
    return config


def rank_notes(kb: Knowledge, job: Job) -> list[str]:
    """Return what to change by hand on several machines."""
    return [note(kb, job, "ranks")] if job.nodes > 1 else []


def notes(kb: Knowledge, job: Job) -> list[str]:
    """Return what to change by hand on several machines, and what pure bf16 needs."""
    return [*rank_notes(kb, job), *([note(kb, job, "pure_bf16")] if job.recipe.precision == "bf16" else [])]
