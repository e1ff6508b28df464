"""The law of data parallelism: how much longer a step gets when cards exchange gradients or shards.

t_n = t_1 (1 + a) + C(n) G / B, with C = 2 (n-1)/n on a ring, and (n-1)^x G^y where cards share the host. Fitted to
public one-node speed-ups; constants and sources in `knowledge/constants/scaling.yaml`.
"""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import constant, said
from assistant.sizing.link import Interconnect


def payload(kb: Knowledge, params: Quantity, method: str, *, gathers: bool, accumulation: int) -> Derivation:
    """Return what each card exchanges per optimizer step or micro-step, GB.

    Args:
        kb: the knowledge base.
        params: parameters held, symbol "N".
        method: full, lora or qlora.
        gathers: weights are sharded and gathered in every micro-step.
        accumulation: micro-steps per exchange of gradients; it does not help where weights are gathered.
    """
    if gathers:
        return derive("scaling.payload", "G", "GB", "w_s * N / 1e9", constant(kb, "scaling.sharded_bytes"), params)
    steps = said("A", accumulation, "request.accumulation")
    width = constant(kb, "scaling.gradient_bytes")
    if method == "full":
        return derive("scaling.payload", "G", "GB", "w_g * N / A / 1e9", width, params, steps)
    share = constant(kb, "throughput.adapter_share")
    return derive("scaling.payload", "G", "GB", "w_g * k_a * N / A / 1e9", width, share, params, steps)


def exposed(kb: Knowledge, link: Interconnect, cards: Fact, volume: Derivation) -> Derivation:
    """Return the seconds per step that the exchange inside one machine is not hidden behind computing.

    Args:
        kb: the knowledge base.
        link: class of the link.
        cards: cards of one machine, symbol "g".
        volume: GB exchanged, symbol "G".
    """
    rate = constant(kb, "scaling.rate", link)
    if link == "pcie":
        by_cards = constant(kb, "scaling.host_contention", "cards", "x_n")
        by_bytes = constant(kb, "scaling.host_contention", "bytes", "x_g")
        return derive(
            "scaling.exposed", "t_x", "s", "(g - 1) ** x_n * G ** x_g / B", cards, by_cards, volume, by_bytes, rate,
            sources=("scaling-fit",),
        )  # fmt: skip
    return derive(
        "scaling.exposed",
        "t_x",
        "s",
        "2 * (g - 1) / g * G / B",
        cards,
        volume,
        rate,
        sources=("nccl-ring", "scaling-fit"),
    )


def across(kb: Knowledge, nodes: Fact, volume: Derivation, one: Quantity, network_gbps: float | None) -> Derivation:
    """Return the seconds per step that the exchange between machines adds.

    Args:
        kb: the knowledge base.
        nodes: machines, symbol "k".
        volume: GB exchanged, symbol "G".
        one: seconds of a step on one card, symbol "t_1".
        network_gbps: Gb/s of one machine; None where it is not the bottleneck.
    """
    loss = constant(kb, "scaling.machines_loss")
    if network_gbps is None:
        return derive("scaling.across", "t_n", "s", "a_k * t_1", loss, one)
    rate = said("B_g", network_gbps, "request.network_gbps", "Gb/s")
    hidden = constant(kb, "scaling.overlap")
    return derive(
        "scaling.across", "t_n", "s", "a_k * t_1 + max(0, 2 * (k - 1) / k * G * 8 / B_g - x_o * t_1)",
        loss, one, nodes, volume, rate, hidden, sources=("nccl-ring", "ml-engineering"),
    )  # fmt: skip


def step_of_many(
    kb: Knowledge,
    link: Interconnect,
    one: Quantity,
    volume: Derivation,
    gpus: int,
    nodes: int,
    network_gbps: float | None,
) -> Derivation:
    """Return the seconds of a step on `gpus` cards in `nodes` machines; `one` (symbol "t_1") is that of one card."""
    if gpus == 1:
        return derive("scaling.step", "t_m", "s", "t_1", one)
    terms: list[Quantity] = [one, constant(kb, "scaling.fixed_loss", link)]
    formula = "t_1 * (1 + a)"
    per_node = -(-gpus // nodes)
    if per_node > 1:
        terms.append(exposed(kb, link, said("g", per_node, "request.gpus_per_node", "GPUs"), volume))
        formula += " + t_x"
    if nodes > 1:
        terms.append(across(kb, said("k", nodes, "request.nodes"), volume, one, network_gbps))
        formula += " + t_n"
    return derive("scaling.step", "t_m", "s", formula, *terms, sources=("scaling-fit",))
