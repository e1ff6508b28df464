"""CPU cores and loader processes that keep the cards fed."""

from __future__ import annotations

from typing import Literal

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant, said

Reads = Literal["text", "image", "audio", "video"]


def workers(kb: Knowledge, reads: Reads, rate_per_gpu: Quantity | None = None) -> Derivation:
    """Return loader processes per GPU (num_workers).

    Args:
        kb: the knowledge base.
        reads: what is decoded.
        rate_per_gpu: samples per second of one GPU; where it is known, enough processes to decode them.
    """
    base = constant(kb, "data.workers", reads)
    if rate_per_gpu is None or reads not in kb.constants["data.decode_rate"].table:
        return derive("data.workers_per_gpu", "n_w", "workers", "w", base)
    return derive(
        "data.workers_per_gpu", "n_w", "workers", f"max(w, ceil({rate_per_gpu.symbol} / c * m))",
        base, rate_per_gpu, constant(kb, "data.decode_rate", reads), constant(kb, "data.augment"),
        sources=("cpu-guide", "imread-bench"),
    )  # fmt: skip


def cores(kb: Knowledge, gpus: int, per_gpu: Quantity) -> Derivation:
    """Return physical cores of one machine: its loaders, one main process a GPU, and the system.

    Args:
        kb: the knowledge base.
        gpus: GPUs of the machine.
        per_gpu: loader processes per GPU, as `workers` returns them.
    """
    cards = said("g", gpus, "request.gpus_per_node", "GPUs")
    system = constant(kb, "data.system_cores")
    formula = f"g * ({per_gpu.symbol} + 1) + c_0"
    return derive("data.cores", "n_c", "cores", formula, cards, per_gpu, system, sources=("cpu-guide",))
