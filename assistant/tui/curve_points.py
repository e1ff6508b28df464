"""Points of the scaling curve: asks the scaling law, computes nothing itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge

_COPIED = ("model", "params", "method", "seq_len", "image_size")
"""Slots that the scaling request has too."""


def speedups(kb: Knowledge, result: Mapping[str, Any]) -> tuple[tuple[int, float], ...]:
    """Return (GPUs, speed-up) of the plan's card and model for 1, 2, 4 … up to twice what the plan takes.

    Cards beyond one machine of the plan's offer are in further machines of the same kind; a plan of one card is drawn
    as if it grew inside one machine of the usual size.

    Raises:
        InputError: the scaling law refuses the configuration.
    """
    from assistant.sizing.scaling import ScalingRequest, estimate

    plan = result["plan"]
    request = _request(kb, result)
    machine = int(plan.get("gpus_per_node") or 1)
    usual = int(kb.number("screen.cards_per_machine"))
    box = machine if machine > 1 or int(plan.get("nodes") or 1) > 1 else usual
    most = max(int(plan["gpu_count"]) * 2, usual)
    counts = sorted({2**power for power in range(int(math.log2(most)) + 1)} | {int(plan["gpu_count"])})
    points = []
    for count in counts:
        job = ScalingRequest.of(request | {"n_gpus": count, "nodes": math.ceil(count / box)})
        points.append((count, float(getattr(estimate(kb, job).speedup, "value", 1.0))))
    return tuple(points)


def _request(kb: Knowledge, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is the same for every number of cards."""
    plan, way = result["plan"], result["plan"].get("parallelism") or {}
    known = {entry["name"]: entry["value"] for entry in result.get("assumptions") or ()} | dict(result["workload"])
    request = {key: known[key] for key in _COPIED if known.get(key) is not None}
    offer = kb.offers.get(str((plan.get("offer") or {}).get("id") or ""))
    if offer is not None and offer.network_gbps:
        request["network_gbps"] = offer.network_gbps
    precision = str(way.get("precision") or "bf16")
    sharding = str(way.get("strategy") or "none")
    return request | {
        "gpu": plan["gpu"],
        "precision": "bf16" if precision == "amp" else precision,
        "per_gpu_batch": way.get("micro_batch") or 1,
        "accumulation": int(way.get("grad_accum") or 1),
        "checkpointing": bool(way.get("checkpointing")),
        "sharding": sharding if sharding in {"ddp", "zero1", "zero2", "zero3", "fsdp"} else "none",
    }
