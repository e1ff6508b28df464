"""Host memory of one machine."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant, said


def computed(
    kb: Knowledge,
    gpus: int,
    workers: Quantity,
    *,
    staging_gb: Quantity | None = None,
    offloaded: Quantity | None = None,
) -> Derivation:
    """Return what a machine must hold, GB: system, a process a GPU, loaders, a checkpoint in passing, offloaded states.

    Args:
        kb: the knowledge base.
        gpus: GPUs of the machine.
        workers: loader processes per GPU.
        staging_gb: checkpoint that one rank gathers; None where each rank writes its own shard.
        offloaded: states that live on the host, GB.
    """
    inputs: list[Quantity] = [
        constant(kb, "data.ram_system"),
        said("g", gpus, "request.gpus_per_node", "GPUs"),
        constant(kb, "data.ram_process"),
        workers,
        constant(kb, "data.ram_worker"),
    ]
    formula = f"r_0 + g * (r_p + {workers.symbol} * r_w)"
    if staging_gb is not None:
        inputs.append(staging_gb)
        formula += f" + {staging_gb.symbol}"
    if offloaded is not None:
        inputs.append(offloaded)
        formula += f" + {offloaded.symbol}"
    return derive("data.ram_computed", "RAM_n", "GB", formula, *inputs, sources=("ml-engineering",))


def minimum(gpus: int, card_gb: Quantity, need: Quantity) -> Derivation:
    """Return the least host memory, GB: the cards' memory once, or the computed need where that is more."""
    cards = said("g", gpus, "request.gpus_per_node", "GPUs")
    formula = f"max(g * {card_gb.symbol}, {need.symbol})"
    return derive("data.ram_minimum", "RAM", "GB", formula, cards, card_gb, need, sources=("ml-engineering",))


def comfort(kb: Knowledge, gpus: int, card_gb: Quantity, need: Quantity) -> Derivation:
    """Return host memory that leaves no worry, GB: the cards' memory twice, at least 64 GB and the computed need."""
    cards = said("g", gpus, "request.gpus_per_node", "GPUs")
    floor = constant(kb, "data.ram_comfort")
    formula = f"max(r_c, 2 * g * {card_gb.symbol}, {need.symbol})"
    return derive("data.ram_comfort", "RAM_c", "GB", formula, floor, cards, card_gb, need)
