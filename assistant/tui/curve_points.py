"""Points of the scaling curve: asks the scaling law, computes nothing itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge


def speedups(kb: Knowledge, result: Mapping[str, Any]) -> tuple[tuple[int, float], ...]:
    """Return (GPUs, speed-up) of the plan's card and model.

    Raises:
        InputError: the scaling law refuses the configuration.
    """
    from assistant.sizing import scaling

    plan, workload = result["plan"], result["workload"]
    per_node = max(int(plan.get("gpus_per_node") or 1), 1)
    most = max(int(plan["gpu_count"]) * 2, 8)
    base = {key: workload[key] for key in ("model", "params", "seq_len", "method") if workload.get(key) is not None}
    parallelism = plan.get("parallelism") or {}
    base["precision"] = {"amp": "bf16"}.get(parallelism.get("precision", ""), parallelism.get("precision") or "bf16")
    base["per_gpu_batch"] = parallelism.get("micro_batch") or 1
    gbps = (plan.get("network") or {}).get("gbps_per_node")
    if gbps:
        base["network_gbps"] = gbps
    points: list[tuple[int, float]] = []
    count = 1
    while count <= most:
        nodes = -(-count // max(per_node, 8 if per_node < 8 and count <= 8 else per_node))
        request = scaling.ScalingRequest(gpu=plan["gpu"], n_gpus=count, nodes=nodes, **base)
        points.append((count, _number(scaling.estimate(kb, request).speedup)))
        count *= 2
    return tuple(points)


def _number(value: Any) -> float:
    return float(getattr(value, "value", value))
