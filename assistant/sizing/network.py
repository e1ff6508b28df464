"""The network that a machine needs so that the exchange with other machines hides behind the computing.

Derived, not validated on slow networks: no public series of FSDP over 10, 25 or 100 Gb/s was found.
"""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant, said


def sharded_need(kb: Knowledge, params: Quantity, micro_step: Quantity, nodes: int, method: str = "full") -> Derivation:
    """Return Gb/s per machine for ZeRO-3 or FSDP.

    Weights are gathered for forward and backward and gradients scattered once, in 16 bits, in every micro-step. All
    network cards of a machine share the payload, so the number of its GPUs does not enter.

    Args:
        kb: the knowledge base.
        params: parameters held, all shards together.
        micro_step: seconds one micro-step computes.
        nodes: machines.
        method: full, lora or qlora; frozen weights have no gradients to scatter.
    """
    machines = said("k", nodes, "request.nodes")
    times = constant(kb, "throughput.gathers", method)
    formula = f"8 * n_g * 2 * {params.symbol} * (k - 1) / k / {micro_step.symbol} / 1e9"
    return derive(
        "network.sharded", "R_n", "Gb/s", formula, times, params, machines, micro_step, sources=("ml-engineering",)
    )


def gradient_need(
    kb: Knowledge, trainable: Quantity, micro_step: Quantity, nodes: int, accumulation: int = 1
) -> Derivation:
    """Return Gb/s per machine for data parallelism: the gradients of what is trained, once per optimizer step.

    Args:
        kb: the knowledge base.
        trainable: parameters that get gradients.
        micro_step: seconds one micro-step computes.
        nodes: machines.
        accumulation: micro-steps of one optimizer step.
    """
    machines, steps = said("k", nodes, "request.nodes"), said("A", accumulation, "request.accumulation")
    width, hidden = constant(kb, "scaling.gradient_bytes"), constant(kb, "scaling.overlap")
    formula = f"8 * 2 * (k - 1) / k * w_g * {trainable.symbol} / (x_o * {micro_step.symbol} * A) / 1e9"
    return derive(
        "network.gradients",
        "R_n",
        "Gb/s",
        formula,
        machines,
        width,
        trainable,
        hidden,
        micro_step,
        steps,
        sources=("nccl-ring",),
    )


def stages_need(kb: Knowledge, width: Quantity, tokens: Quantity, micro_step: Quantity, copies: int = 1) -> Derivation:
    """Return Gb/s per machine for stages of a pipeline: activations onward and their gradients back, in 16 bits.

    Args:
        kb: the knowledge base.
        width: of the network (hidden size).
        tokens: of one micro-batch.
        micro_step: seconds a stage works on it, forward and backward.
        copies: copies of the model side by side in a machine, each with stages of its own.
    """
    beside, hidden = said("r_m", copies, "request.copies"), constant(kb, "scaling.overlap")
    formula = f"8 * 2 * 2 * r_m * {tokens.symbol} * {width.symbol} / (x_o * {micro_step.symbol}) / 1e9"
    return derive(
        "network.stages", "R_n", "Gb/s", formula, beside, tokens, width, hidden, micro_step, sources=("megatron",)
    )
