"""How long one micro-step of a transformer takes on one card.

One law for full training, LoRA and QLoRA: a pass costs its matrix products, its attention and the memory traffic of
everything between them; a micro-step is never shorter than its kernels take to launch; what moves between cards is
added. Constants and their sources stand in `knowledge/constants/throughput.yaml`.
"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.card import bandwidth, matmul_share, peak
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import assumed, constant, said
from assistant.sizing.link import exchange_rate, link_class
from assistant.sizing.shapes import Shape
from assistant.sizing.speed.request import SpeedRequest


@dataclass(frozen=True, slots=True)
class Run:
    """What the terms of the law read: the request, its network and its card.

    Attributes:
        tokens: sequence length; `batch`: samples per card and micro-step.
        params, layers, width: of the network; `params` are those that one token passes through.
    """

    request: SpeedRequest
    shape: Shape
    gpu: Gpu
    tokens: Fact
    batch: Fact
    params: Fact
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
        Fact("L", shape.layers, "", "model.layers", shape.origin),
        Fact("d", shape.hidden, "", "model.hidden", shape.origin),
    )


def flops_per_token(run: Run) -> Derivation:
    """Return the floating-point operations per token that count for MFU; recomputation does not."""
    full = run.request.trained == "full"
    formula = "6 * N + 12 * L * d * s" if full else "4 * N + 8 * L * d * s"
    sources = ("palm-flops",) if full else ("palm-flops", "lora-paper")
    return derive(
        "speed.flops_per_token",
        "F",
        "FLOP",
        formula,
        run.params,
        run.layers,
        run.width,
        run.tokens,
        sources=sources,
    )


def step_time(kb: Knowledge, run: Run) -> Derivation:
    """Return the seconds of one micro-step on one card, exchange between cards included."""
    terms: list[Quantity] = [_computing(kb, run)]
    unpacking = _unpacking(kb, run)
    if unpacking is not None:
        terms.append(unpacking)
    busy = " + ".join(term.symbol for term in terms)
    waits = [term for term in (_launching(kb, run), _network(kb, run)) if term is not None]
    formula = f"max({', '.join([busy, *(term.symbol for term in waits)])})"
    added: list[Quantity] = list(waits)
    exchange = _exchange(kb, run)
    if exchange is not None:
        added.append(exchange)
        formula += f" + {exchange.symbol}"
    if run.request.offload != "none":
        slower = constant(kb, "throughput.offload", run.request.offload)
        formula, added = f"({formula}) * {slower.symbol}", [*added, slower]
    return derive("speed.step", "t", "s", formula, *terms, *added, sources=("speed-fit",))


def _computing(kb: Knowledge, run: Run) -> Derivation:
    request = run.request
    passes: list[Quantity] = [constant(kb, "throughput.passes", request.trained)]
    count = "n_p"
    if request.checkpointing:
        passes.append(constant(kb, "throughput.recompute", request.trained))
        count = "(n_p + r_c)"
    one = _one_pass(kb, run)
    return derive("speed.compute", "t_c", "s", f"{count} * b * s * t_p", *passes, run.batch, run.tokens, one)


def _one_pass(kb: Knowledge, run: Run) -> Derivation:
    request, gpu = run.request, run.gpu
    hopper = (
        "_hopper"
        if request.trained == "full" and ("Hopper" in gpu.architecture or "Blackwell" in gpu.architecture)
        else ""
    )
    kernel = ("full" if request.trained == "full" else "adapter") + hopper
    return derive(
        "speed.pass",
        "t_p",
        "s",
        "2 * N / (P * u_w) + 4 * L * d * s / (P * u_a) + c_m * L * d / W",
        run.params,
        peak(kb, gpu, request.precision),
        matmul_share(kb, gpu, request.precision),
        run.layers,
        run.width,
        run.tokens,
        constant(kb, "throughput.attention_share", kernel),
        constant(kb, "throughput.traffic", request.trained),
        bandwidth(kb, gpu),
        sources=("palm-flops", "speed-fit"),
    )


def _launching(kb: Knowledge, run: Run) -> Derivation:
    floor = constant(kb, "throughput.floor_s", "encoder" if run.shape.kind == "encoder" else run.request.trained)
    return derive("speed.launch", "t_k", "s", "t_l * L * min(1, b)", floor, run.layers, run.batch)


def _unpacking(kb: Knowledge, run: Run) -> Derivation | None:
    if run.request.trained != "qlora":
        return None
    held = Fact("N_h", run.shape.params, "", "model.params", run.params.source)
    return derive(
        "speed.unpack", "t_q", "s", "z * N_h * min(1, b)", constant(kb, "throughput.dequantise_s"), held, run.batch
    )


def _volume(kb: Knowledge, run: Run) -> Derivation:
    """Return the bytes that each card exchanges in one micro-step, before the share of a ring."""
    request = run.request
    held = Fact("N_h", run.shape.params, "", "model.params", run.params.source)
    if request.gathers:
        gathers = constant(kb, "throughput.gathers", request.trained)
        return derive("speed.volume", "V", "B", "n_g * 2 * N_h", gathers, held, sources=("ml-engineering",))
    steps = said("A", request.accumulation, "request.accumulation")
    if request.trained == "full":
        return derive("speed.volume", "V", "B", "2 * 2 * N_h / A", held, steps, sources=("nccl-ring",))
    share = constant(kb, "throughput.adapter_share")
    return derive("speed.volume", "V", "B", "2 * 2 * k_a * N_h / A", share, held, steps, sources=("nccl-ring",))


def _exchange(kb: Knowledge, run: Run) -> Derivation | None:
    request = run.request
    volume = _volume(kb, run) if request.n_gpus > 1 else None
    if volume is None or request.gpus_per_node == 1:
        return None
    link = link_class(run.gpu, request.gpus_per_node, request.interconnect)
    cards = said("g", request.gpus_per_node, "request.gpus_per_node", "GPUs")
    formula = "V * (g - 1) / B" if link == "pcie" else "V * (g - 1) / g / B"
    rate = exchange_rate(kb, run.gpu, link)
    return derive(
        "speed.exchange",
        "t_x",
        "s",
        f"{formula} * min(1, b)",
        volume,
        cards,
        rate,
        run.batch,
        sources=("nccl-ring", "speed-fit"),
    )


def _network(kb: Knowledge, run: Run) -> Derivation | None:
    request = run.request
    if request.nodes == 1 or request.network_gbps is None:
        return None
    volume = _volume(kb, run)
    nodes = said("k", request.nodes, "request.nodes")
    rate = said("B_g", request.network_gbps, "request.network_gbps", "Gb/s")
    return derive(
        "speed.network", "t_n", "s", "V * (k - 1) / k / (B_g * 1e9 / 8) * min(1, b)", volume, nodes, rate, run.batch,
        sources=("ml-engineering",),
    )  # fmt: skip
