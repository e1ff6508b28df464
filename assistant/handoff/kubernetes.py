"""Kubernetes Indexed Job."""

from __future__ import annotations

from typing import Any

from assistant.handoff.job import Job
from assistant.handoff.notes import note
from assistant.handoff.text import command, settings, yaml_file
from assistant.knowledge import Knowledge


def files(kb: Knowledge, job: Job) -> dict[str, str]:
    """Return `job.yaml`: one pod a machine, and where there are several a headless Service by which they find pod 0."""
    manifest = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": job.name, "labels": {"app": job.name}},
        "spec": {
            "completionMode": "Indexed",
            "completions": job.nodes,
            "parallelism": job.nodes,
            "backoffLimit": 0,
            "template": {"metadata": {"labels": {"app": job.name}}, "spec": _pod(kb, job)},
        },
    }
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": job.name},
        "spec": {
            "clusterIP": "None",
            "publishNotReadyAddresses": True,
            "selector": {"app": job.name},
            "ports": [{"name": "rendezvous", "port": job.port}],
        },
    }
    return {"job.yaml": yaml_file(job, manifest, service) if job.nodes > 1 else yaml_file(job, manifest)}


def _pod(kb: Knowledge, job: Job) -> dict[str, Any]:
    resources = {"cpu": str(job.vcpus), "memory": f"{job.ram_gib}Gi"}
    images = kb.constants["handoff.image"].words
    limits = dict(resources)
    if job.per_node:
        limits[kb.constants["handoff.resource"].words.get(job.vendor, "nvidia.com/gpu")] = str(job.per_node)
    start = command(job, str(job.nodes), "$JOB_COMPLETION_INDEX", str(job.per_node), f"{job.name}-0.{job.name}")
    pod: dict[str, Any] = {
        "restartPolicy": "Never",
        "containers": [
            {
                "name": "train",
                "image": images.get(job.vendor) or images["nvidia"],
                "command": ["bash", "-c", start],
                "env": [{"name": name, "value": value} for name, value in settings(job).items()],
                "resources": {"requests": resources, "limits": limits},
                "volumeMounts": [{"name": "shm", "mountPath": "/dev/shm"}],  # noqa: S108 - the path in the pod
            }
        ],
        "volumes": [{"name": "shm", "emptyDir": {"medium": "Memory", "sizeLimit": f"{job.shm_gb}Gi"}}],
    }
    return {"subdomain": job.name, **pod} if job.nodes > 1 else pod


def notes(kb: Knowledge, job: Job) -> list[str]:
    """Return what the manifest leaves to the reader: the image and the volume with the data."""
    return [note(kb, job, "kubernetes", script=job.script, disk=f"{job.disk_gb:,.0f}")]
