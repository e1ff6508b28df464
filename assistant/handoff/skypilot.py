"""SkyPilot task."""

from __future__ import annotations

from typing import Any

from assistant.handoff.job import Job
from assistant.handoff.notes import note
from assistant.handoff.text import command, settings, yaml_file
from assistant.knowledge import Knowledge
from assistant.knowledge.catalogue.names import skypilot_card
from assistant.planning.machine import OWNED

ADDRESS = '$(echo "$SKYPILOT_NODE_IPS" | head -n1)'


def files(kb: Knowledge, job: Job) -> dict[str, str]:
    """Return `task.yaml`; processes are counted per machine, memory in GiB."""
    resources: dict[str, Any] = {}
    cloud = kb.constants["handoff.skypilot_clouds"].words.get(job.offer.provider)
    if cloud:
        resources["infra"] = f"{cloud}/{job.offer.place}" if job.offer.place else cloud
    if job.per_node:
        resources["accelerators"] = f"{gpu_name(kb, job)}:{job.per_node}"
    resources |= {"cpus": f"{job.vcpus}+", "memory": f"{job.ram_gib}+", "disk_size": int(job.disk_gb)}
    if job.offer.spot:
        resources["use_spot"] = True
    run = command(job, "$SKYPILOT_NUM_NODES", "$SKYPILOT_NODE_RANK", "$SKYPILOT_NUM_GPUS_PER_NODE", ADDRESS)
    task = {
        "name": job.name,
        "resources": resources,
        "num_nodes": job.nodes,
        "workdir": ".",
        "envs": settings(job),
        "setup": "pip install -r requirements.txt\n",
        "run": run + "\n",
    }
    return {"task.yaml": yaml_file(job, task)}


def gpu_name(kb: Knowledge, job: Job) -> str:
    """Return SkyPilot's name of the card, as the plan's cloud spells it."""
    name = skypilot_card(kb, job.offer.provider, job.offer.instance, job.gpu)
    return name or job.gpu_name.replace(" ", "-")


def notes(kb: Knowledge, job: Job) -> list[str]:
    """Return what the task can not say: a provider that SkyPilot has no backend for."""
    provider = job.offer.provider
    if not provider or provider in kb.constants["handoff.skypilot_clouds"].words:
        return []
    return [note(kb, job, "own_hardware") if provider == OWNED else note(kb, job, "no_backend", provider=provider)]
