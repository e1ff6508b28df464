"""Recommendation models over several cards: each card holds a part of the embedding tables, and rows travel.

The rows that a sample looks up go to the card that trains it and their gradients go back, an all-to-all each way. The
tables themselves never move, so their size does not enter; the layers above them are a few megabytes and hide.
"""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant, said
from assistant.sizing.link import Interconnect, exchange_rate

SOURCES = ("dlrm-hybrid",)


def splits_tables(kb: Knowledge, kind: str, params: float, *, gathers: bool) -> bool:
    """Return whether the tables of a model are split over the cards: where they must be, and where they are large."""
    return kind.startswith("recsys") and (gathers or params > kb.number("throughput.copied_tables"))


def step_with_tables(
    kb: Knowledge, gpu: Gpu, link: Interconnect, alone: Quantity, batch: Quantity, gpus: int, nodes: int,
    network_gbps: float | None,
) -> Derivation:  # fmt: skip
    """Return the seconds of a step on `gpus` cards that hold the tables together.

    Args:
        kb: the knowledge base.
        gpu: the card.
        link: class of the link inside a machine.
        alone: seconds of a step on one card, symbol "t_1".
        batch: samples a card and step, symbol "b".
        gpus: cards over all machines.
        nodes: machines.
        network_gbps: Gb/s of one machine; None where it is not the bottleneck.
    """
    rows, loss = constant(kb, "throughput.lookup_bytes"), constant(kb, "scaling.fixed_loss", link)
    inputs: list[Quantity] = [alone, loss]
    formula = "t_1 * (1 + a)"
    per_node = -(-gpus // nodes)
    if per_node > 1:
        cards = said("g", per_node, "request.gpus_per_node", "GPUs")
        shared = "(g - 1)" if link == "pcie" else "(g - 1) / g"
        text = f"2 * b * l_r * {shared} / B"
        rate = exchange_rate(kb, gpu, link)
        inputs.append(derive("speed.rows", "t_x", "s", text, batch, rows, cards, rate, sources=SOURCES))
        formula += " + t_x"
    if nodes > 1:
        inputs.append(_across(kb, alone, batch, rows, per_node, nodes, network_gbps))
        formula += " + t_n"
    return derive("scaling.step", "t_m", "s", formula, *inputs, sources=SOURCES)


def _across(
    kb: Knowledge, alone: Quantity, batch: Quantity, rows: Quantity, per_node: int, nodes: int, gbps: float | None
) -> Derivation:
    """Return the seconds of a step in which rows travel between machines."""
    loss = constant(kb, "scaling.machines_loss")
    if gbps is None:
        return derive("speed.rows_across", "t_n", "s", "a_k * t_1", loss, alone)
    cards, machines = said("g_m", per_node, "request.gpus_per_node", "GPUs"), said("k", nodes, "request.nodes")
    rate = said("B_g", gbps, "request.network_gbps", "Gb/s")
    return derive(
        "speed.rows_across", "t_n", "s", "a_k * t_1 + 2 * g_m * b * l_r * (k - 1) / k * 8 / (B_g * 1e9)",
        loss, alone, cards, batch, rows, machines, rate, sources=SOURCES,
    )  # fmt: skip


def rows_need(kb: Knowledge, rate: Quantity, nodes: int) -> Derivation:
    """Return Gb/s per machine that looked-up rows and their gradients take at `rate` samples a second in all."""
    rows, machines = constant(kb, "throughput.lookup_bytes"), said("k", nodes, "request.nodes")
    formula = f"8 * 2 * l_r * {rate.symbol} / k * (k - 1) / k / 1e9"
    return derive("network.rows", "R_n", "Gb/s", formula, rows, rate, machines, sources=SOURCES)
