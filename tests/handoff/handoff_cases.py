"""Plan results in the public JSON form, made by hand so that new prices do not change them, and their exports."""

from __future__ import annotations

from typing import Any

from assistant.handoff import export
from assistant.knowledge import Knowledge


def result(
    gpu: str | None = "A100 SXM4 80GB",
    nodes: int = 1,
    per_node: int = 2,
    offer: dict[str, Any] | None = None,
    **way: Any,
) -> dict[str, Any]:
    """Return a plan result for `nodes` machines with `per_node` cards; `way` changes the parallelism."""
    parallelism = {
        "strategy": "fsdp",
        "micro_batch": 1,
        "grad_accum": 8,
        "checkpointing": True,
        "precision": "amp",
        "optimizer": "adamw",
        "method": "full",
        "tensor_parallel": 1,
        "pipeline_parallel": 1,
    } | way
    memory = {
        "weights_gb": 14.0,
        "gradients_gb": 14.0,
        "optimizer_gb": 28.0,
        "activations_gb": 2.1,
        "allocated_gb": 58.1,
        "overhead_gb": 1.4,
        "needed_gb": 62.4,
        "capacity_gb": 85.0,
        "headroom_gb": 22.6,
    }
    base = {
        "provider": "aws",
        "instance": "p4de.24xlarge",
        "region": "us-east-1",
        "price_per_hour": 27.45,
        "currency": "USD",
        "price_date": "2026-07-20",
        "spot": False,
    }
    return {
        "workload": {
            "task": "llm_finetune",
            "method": "full",
            "params": 7_000_000_000,
            "dataset_bytes": 20_000_000_000,
        },
        "feasible": True,
        "violates": [],
        "assumptions": [{"name": "seq_len", "value": 2048, "why": "nothing was said | so"}],
        "plan": {
            "gpu": gpu,
            "gpu_count": nodes * per_node if gpu else 0,
            "nodes": nodes,
            "gpus_per_node": per_node if gpu else 0,
            "offer": base | (offer or {}),
            "parallelism": parallelism if gpu else None,
            "memory": memory if gpu else None,
            "cpu_cores": 10,
            "ram_gb": 160,
            "storage": {"kind": "nvme", "capacity_gb": 900, "read_gb_s": 0.2, "iops": 100, "format": "parquet"},
            "network": {
                "intra_node": "nvswitch",
                "inter_node": "ethernet" if nodes > 1 else "none",
                "gbps_per_node": 100,
            },
            "hours": {"low": 30.0, "mid": 41.0, "high": 60.5},
            "cost": {"low": 823.5, "mid": 1125.5, "high": 1660.7, "currency": "USD"},
        },
        "options": {},
        "rejected": [
            {
                "gpu": "L40S",
                "constraint": "memory",
                "need": 62.4,
                "have": 48,
                "unit": "GB",
                "text": "62.4 GB needed, 48 GB there",
            }
        ],
        "levers": [{"change": "LoRA", "effect": "one 24 GB card is enough"}],
        "rules": [
            {
                "id": "rule.nvlink",
                "kind": "constraint",
                "text": "NVLink inside the machine",
                "claims": [],
                "sources": [],
            }
        ],
        "derivations": {
            "memory.weights": {
                "value": 14.0,
                "unit": "GB",
                "formula": "P * b / n",
                "substitution": "7e9 * 4 / 2",
                "inputs": {},
                "sources": ["x"],
            }
        },
    }


CASES: dict[str, dict[str, Any]] = {
    "one-machine": result(),
    "two-machines-spot": result(
        "H100 SXM5 80GB",
        2,
        8,
        {"provider": "runpod", "instance": "8x H100", "region": "", "price_per_hour": 16.0, "spot": True},
        strategy="zero3",
        offload="optimizer",
    ),
    "no-gpu": result(None, 1, 0, {"instance": "c7i.8xlarge", "price_per_hour": 1.43}),
}


def files(kb: Knowledge, case: dict[str, Any], target: str) -> dict[str, str]:
    """Return the files of `target` for the plan result `case`."""
    return dict(export(kb, case, target).files)
