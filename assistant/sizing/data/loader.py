"""CPU cores and loader processes that keep the cards fed."""

from __future__ import annotations

from typing import Literal

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import constant, said

Reads = Literal["text", "image", "audio", "video"]


def workers(kb: Knowledge, reads: Reads, rate_per_gpu: Quantity | None = None, kind: str = "") -> Derivation:
    """Return loader processes per GPU (num_workers).

    Args:
        kb: the knowledge base.
        reads: what is decoded.
        rate_per_gpu: samples per second of one GPU; where it is known, enough processes to decode them.
        kind: catalogue kind of the network, for what augmentation costs.
    """
    base = constant(kb, "data.workers", reads)
    if rate_per_gpu is None or reads not in kb.constants["data.decode_rate"].table:
        return derive("data.workers_per_gpu", "n_w", "workers", "w", base)
    return derive(
        "data.workers_per_gpu", "n_w", "workers", f"max(w, ceil({rate_per_gpu.symbol} / c * m))",
        base, rate_per_gpu, constant(kb, "data.decode_rate", reads), augmenting(kb, kind),
        sources=("cpu-guide", "imread-bench"),
    )  # fmt: skip


def augmenting(kb: Knowledge, kind: str = "") -> Fact:
    """Return what a sample costs over decoding one picture: more where a sample is put together from several."""
    if kind in kb.constants["data.augment_of"].table:
        return constant(kb, "data.augment_of", kind)
    return constant(kb, "data.augment")


def fed(kb: Knowledge, cores_of_machine: Quantity, kind: str, machines: int = 1, reads: Reads = "image") -> Derivation:
    """Return samples per second that the processors of a job decode and augment: its speed is at most that.

    Args:
        kb: the knowledge base.
        cores_of_machine: physical cores of one machine (half its virtual ones).
        kind: catalogue kind of the network ("detection", "vision-cls", ...), for what augmentation costs.
        machines: how many machines.
        reads: what is decoded, an entry of `data.decode_rate`.
    """
    count = said("k", machines, "request.nodes")
    formula = f"k * {cores_of_machine.symbol} * c / m"
    return derive(
        "data.fed", "R_c", "samples/s", formula, count, cores_of_machine, constant(kb, "data.decode_rate", reads),
        augmenting(kb, kind), sources=("imread-bench",),
    )  # fmt: skip


def simulated(kb: Knowledge, cores_of_machine: Quantity, machines: int = 1) -> Derivation:
    """Return steps per second of the environments that the processors of a job run: no policy learns from more.

    Args:
        kb: the knowledge base.
        cores_of_machine: physical cores of one machine.
        machines: how many machines.
    """
    count, rate = said("k", machines, "request.nodes"), constant(kb, "data.environment_rate")
    formula = f"k * {cores_of_machine.symbol} * c_e"
    return derive("data.simulated", "R_c", "samples/s", formula, count, cores_of_machine, rate)


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
