"""One transformer run as the terms of the step-time law read it."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.derivation import Derivation, Fact, derive
from assistant.sizing.facts import assumed, said
from assistant.sizing.shapes import Shape
from assistant.sizing.speed.request import SpeedRequest


@dataclass(frozen=True, slots=True)
class Run:
    """What the terms of the law read: the request, its network and its card.

    Attributes:
        tokens: sequence length; `batch`: samples per card and micro-step.
        params, layers, width: of the network; `params` are those that one token passes through, `held` all of them.
    """

    request: SpeedRequest
    shape: Shape
    gpu: Gpu
    tokens: Fact
    batch: Fact
    params: Fact
    held: Fact
    layers: Fact
    width: Fact


def run_of(kb: Knowledge, request: SpeedRequest, shape: Shape, gpu: Gpu) -> Run:
    """Return `request` with its defaults filled in, each as a fact that says so."""
    length = "encoder_seq_len" if shape.kind == "encoder" else "seq_len"
    return Run(
        request,
        shape,
        gpu,
        said("s", request.seq_len, "request.seq_len", "tokens")
        if request.seq_len
        else assumed("s", kb.number("throughput.sample_defaults", length), "request.seq_len", "tokens"),
        said("b", request.micro_batch, "request.micro_batch", "samples")
        if request.micro_batch
        else assumed("b", kb.number("throughput.sample_defaults", "micro_batch"), "request.micro_batch", "samples"),
        Fact("N", shape.active_params, "", "model.active_params", shape.origin),
        Fact("N_h", shape.params, "", "model.params", shape.origin),
        Fact("L", shape.layers, "", "model.layers", shape.origin),
        Fact("d", shape.hidden, "", "model.hidden", shape.origin),
    )


def flops_per_token(run: Run) -> Derivation:
    """Return the floating-point operations per token that count for MFU; recomputation does not.

    Frozen weights need no gradient of their own, so their products count twice and not three times; attention has no
    weights, and its backward pass is two forward passes whatever is trained.
    """
    full = run.request.trained == "full"
    formula = "6 * N + 12 * L * d * s" if full else "4 * N + 12 * L * d * s"
    sources = ("palm-flops",) if full else ("palm-flops", "lora-paper")
    return derive(
        "speed.flops_per_token", "F", "FLOP", formula, run.params, run.layers, run.width, run.tokens, sources=sources
    )
