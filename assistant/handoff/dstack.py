"""dstack task."""

from __future__ import annotations

import math
from typing import Any

from assistant.handoff.job import Job
from assistant.handoff.text import command, settings, yaml_file
from assistant.knowledge import Knowledge


def files(kb: Knowledge, job: Job) -> dict[str, str]:
    """Return `.dstack.yml`; processes are counted per machine, the price is that of one machine."""
    resources: dict[str, Any] = {"cpu": f"{job.vcpus}..", "memory": f"{job.ram_gib}GB.."}
    resources["gpu"] = 0
    if job.per_node:
        name = kb.constants["handoff.dstack_gpus"].words.get(job.gpu) or job.gpu_name.replace(" ", "")
        size = kb.constants["handoff.dstack_memory"].table.get(job.gpu, job.gpu_gb)
        memory = f":{size:g}GB" if size else ""
        resources["gpu"] = f"{name}{memory}:{job.per_node}"
    resources |= {"disk": f"{job.disk_gb:g}GB..", "shm_size": f"{job.shm_gb}GB"}
    run = command(job, "$DSTACK_NODES_NUM", "$DSTACK_NODE_RANK", "$DSTACK_GPUS_PER_NODE", "$DSTACK_MASTER_NODE_IP")
    task: dict[str, Any] = {
        "type": "task",
        "name": job.name,
        "nodes": job.nodes,
        "env": [f"{name}={value}" for name, value in settings(job).items()],
        "commands": ["pip install -r requirements.txt", run],
        "resources": resources,
    }
    backend = kb.constants["handoff.dstack_backends"].words.get(job.offer.provider)
    if backend:
        task["backends"] = [backend]
    task["spot_policy"] = "spot" if job.offer.spot else "on-demand"
    if job.offer.price and job.offer.currency == "USD":
        task["max_price"] = math.ceil(job.offer.price * 100) / 100
    if job.hours:
        task["max_duration"] = f"{max(math.ceil(job.hours), 1)}h"
    return {".dstack.yml": yaml_file(job, task)}
