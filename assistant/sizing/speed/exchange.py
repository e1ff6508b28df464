"""What data-parallel cards exchange in a micro-step, and how long that takes."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant, said
from assistant.sizing.link import exchange_rate, link_class
from assistant.sizing.speed.run import Run


def _volume(kb: Knowledge, run: Run) -> Derivation:
    """Return the bytes that each card exchanges in one micro-step, before the share of a ring."""
    request = run.request
    if request.gathers:
        gathers = constant(kb, "throughput.gathers", request.trained)
        return derive("speed.volume", "V", "B", "n_g * 2 * N_h", gathers, run.held, sources=("ml-engineering",))
    steps = said("A", request.accumulation, "request.accumulation")
    if request.trained == "full":
        return derive("speed.volume", "V", "B", "2 * 2 * N_h / A", run.held, steps, sources=("nccl-ring",))
    share = constant(kb, "throughput.adapter_share")
    return derive("speed.volume", "V", "B", "2 * 2 * k_a * N_h / A", share, run.held, steps, sources=("nccl-ring",))


def exchange(kb: Knowledge, run: Run) -> Derivation | None:
    """Return the seconds that cards of one machine exchange in a micro-step; None where there is nothing to."""
    request = run.request
    if request.n_gpus == 1 or request.gpus_per_node == 1:
        return None
    link = link_class(run.gpu, request.gpus_per_node, request.interconnect)
    cards = said("g", request.gpus_per_node, "request.gpus_per_node", "GPUs")
    formula = "V * (g - 1) / B" if link == "pcie" else "V * (g - 1) / g / B"
    inputs: list[Quantity] = [_volume(kb, run), cards, exchange_rate(kb, run.gpu, link), run.batch]
    formula += " * min(1, b)"
    if request.stack == "ordinary":
        # The factor was read off whole steps, exchange included.
        inputs.append(constant(kb, "throughput.ordinary", request.trained))
        formula += " / k_s"
    return derive("speed.exchange", "t_x", "s", formula, *inputs, sources=("nccl-ring", "speed-fit"))


def network(kb: Knowledge, run: Run) -> Derivation | None:
    """Return the seconds that machines exchange in a micro-step; None where the network is not the bottleneck."""
    request = run.request
    if request.nodes == 1 or request.network_gbps is None:
        return None
    nodes = said("k", request.nodes, "request.nodes")
    rate = said("B_g", request.network_gbps, "request.network_gbps", "Gb/s")
    return derive(
        "speed.network", "t_n", "s", "V * (k - 1) / k / (B_g * 1e9 / 8) * min(1, b)", _volume(kb, run), nodes, rate,
        run.batch, sources=("ml-engineering",),
    )  # fmt: skip
