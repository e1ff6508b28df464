"""A model split over cards: tensor parallelism inside a stage, stages in a pipeline, copies of the whole.

A stage computes its share of the layers on `t_p` cards, which sum their parts twice a layer and pass; `p` stages are
busy for m of m + p - 1 turns when m micro-batches make an optimizer step; neighbours hand on the activations between
two layers. The bubble and the bytes are those of Megatron-LM; no run of this kind was measured here.
"""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant, said
from assistant.sizing.link import exchange_rate, link_class
from assistant.sizing.speed.run import Run
from assistant.sizing.speed.terms import unpacking, updating

_SOURCE = ("megatron",)


def split_step(kb: Knowledge, run: Run, busy: Derivation, launch: Derivation) -> Derivation:
    """Return the seconds that a copy of the model takes for one micro-batch, its share of the bubble included.

    Args:
        kb: the knowledge base.
        run: the run; its request says over how many cards a layer and over how many stages the layers are split.
        busy: seconds that one card would compute.
        launch: seconds that one card would launch kernels.
    """
    request = run.request
    shares: list[Quantity] = [
        said("t_p", request.tensor, "request.tensor", "GPUs"),
        said("p", request.pipeline, "request.pipeline", "stages"),
    ]
    terms: list[Quantity] = [_stage(run, busy, launch)]
    if request.tensor > 1:
        terms.append(_sums(kb, run))
    if request.pipeline > 1:
        terms.append(_hand_on(kb, run))
    turns = "" if request.pipeline == 1 else " * (m + p - 1) / m"
    formula = f"({' + '.join(term.symbol for term in terms)}){turns}"
    inputs: list[Quantity] = [*terms]
    if turns:
        inputs += [said("m", request.accumulation, "request.accumulation", "micro-batches"), shares[1]]
    for added in (unpacking(kb, run), updating(kb, run)):
        if added is not None:
            formula += f" + {added.symbol} / (t_p * p)"
            inputs = [*inputs, added, *(share for share in shares if share not in inputs)]
    gradients = _gradients(kb, run)
    if gradients is not None:
        formula, inputs = f"{formula} + {gradients.symbol}", [*inputs, gradients]
    if request.offload != "none":
        slower = constant(kb, "throughput.offload", request.offload)
        formula, inputs = f"({formula}) * {slower.symbol}", [*inputs, slower]
    return derive("speed.step", "t", "s", formula, *inputs, sources=_SOURCE)


def _stage(run: Run, busy: Derivation, launch: Derivation) -> Derivation:
    """Return the seconds of the fullest stage: splitting a layer shortens its products, not the launch of them."""
    request = run.request
    return derive(
        "speed.stage", "t_s", "s", "max(t_c / t_p, t_k) * ceil(L / p) / max(L, 1)",
        busy, launch, said("t_p", request.tensor, "request.tensor", "GPUs"), run.layers,
        said("p", request.pipeline, "request.pipeline", "stages"), sources=_SOURCE,
    )  # fmt: skip


def _sums(kb: Knowledge, run: Run) -> Derivation:
    """Return the seconds in which the cards of a stage sum their parts: two sums a layer forward, two backward."""
    request = run.request
    link = link_class(run.gpu, request.gpus_per_node, request.interconnect)
    rate: Quantity = exchange_rate(kb, run.gpu, link)
    if request.tensor > request.gpus_per_node and request.network_gbps is not None:
        across = said("B_g", request.network_gbps, "request.network_gbps", "Gb/s")
        rate = derive("speed.network_rate", "B", "B/s", "B_g * 1e9 / 8", across)
    sums = constant(kb, "throughput.tensor_sums", "recomputed" if request.checkpointing else "plain")
    shared = " * t_p" if link == "pcie" else ""
    return derive(
        "speed.sums", "t_r", "s", f"n_r * L / p * 2 * (t_p - 1) / t_p * 2 * b * s * d / B{shared}",
        sums, run.layers, said("p", request.pipeline, "request.pipeline", "stages"),
        said("t_p", request.tensor, "request.tensor", "GPUs"), run.batch, run.tokens, run.width, rate, sources=_SOURCE,
    )  # fmt: skip


def _hand_on(kb: Knowledge, run: Run) -> Derivation:
    """Return the seconds in which a stage hands on activations and takes back their gradients, 16 bits each."""
    request = run.request
    if request.nodes > 1:
        if request.network_gbps is None:
            return derive("speed.hand_on", "t_h", "s", "0")
        across = said("B_g", request.network_gbps, "request.network_gbps", "Gb/s")
        rate: Quantity = derive("speed.network_rate", "B", "B/s", "B_g * 1e9 / 8", across)
    else:
        rate = exchange_rate(kb, run.gpu, link_class(run.gpu, request.gpus_per_node, request.interconnect))
    return derive(
        "speed.hand_on", "t_h", "s", "2 * 2 * b * s * d / B", run.batch, run.tokens, run.width, rate, sources=_SOURCE
    )


def _gradients(kb: Knowledge, run: Run) -> Derivation | None:
    """Return the seconds a micro-batch's share of the exchange between copies takes; None with a single copy."""
    request = run.request
    if request.replicas == 1:
        return None
    if request.nodes > 1 and request.network_gbps is not None:
        across = said("B_g", request.network_gbps, "request.network_gbps", "Gb/s")
        rate: Quantity = derive("speed.network_rate", "B", "B/s", "B_g * 1e9 / 8 / t_n", across, _sharing(run))
    else:
        rate = exchange_rate(kb, run.gpu, link_class(run.gpu, request.gpus_per_node, request.interconnect))
    share = constant(kb, "throughput.trained_share", request.trained)
    return derive(
        "speed.gradients", "t_g", "s", "2 * 2 * k_t * N_h / (t_p * p) * (r - 1) / r / m / B",
        share, run.held, said("t_p", request.tensor, "request.tensor", "GPUs"),
        said("p", request.pipeline, "request.pipeline", "stages"),
        said("r", request.replicas, "request.replicas", "copies"),
        said("m", request.accumulation, "request.accumulation", "micro-batches"), rate, sources=_SOURCE,
    )  # fmt: skip


def _sharing(run: Run) -> Quantity:
    return said("t_n", run.request.gpus_per_node, "request.gpus_per_node", "GPUs")
