"""What all accelerate configs share."""

from __future__ import annotations

from typing import Any

from assistant.handoff.job import Job

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


def rank_notes(job: Job) -> list[str]:
    """Return what to change by hand on several machines, and what pure bf16 needs."""
    chinese = job.lang == "zh"
    found: list[str] = []
    if job.nodes > 1:
        found.append(
            "每台机器改 machine_rank（0、1、…），main_process_ip 改成第一台机器的地址"
            if chinese
            else "on each machine set machine_rank (0, 1, ...), and main_process_ip to the first machine's address"
        )
    if job.recipe.precision == "bf16":
        found.append(
            "方案是纯 bf16：mixed_precision 为 no，请以 torch_dtype=torch.bfloat16 载入模型"
            if chinese
            else "the plan is pure bf16: mixed_precision is no, load the model with torch_dtype=torch.bfloat16"
        )
    return found
