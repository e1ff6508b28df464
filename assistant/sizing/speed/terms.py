"""What a micro-step of a transformer spends on one card: products, attention, traffic, launches, unpacking."""

from __future__ import annotations

from functools import lru_cache

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.card import bandwidth, matmul_share, peak
from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant, said
from assistant.sizing.speed.request import SpeedRequest
from assistant.sizing.speed.run import Run


def computing(kb: Knowledge, run: Run) -> Derivation:
    """Return the seconds that a micro-step computes, were it never to wait: an untuned stack takes longer."""
    parts: list[Quantity] = [_products(kb, run), _attention(kb, run), _traffic(kb, run)]
    formula = " + ".join(part.symbol for part in parts)
    if run.request.stack == "ordinary":
        parts.append(constant(kb, "throughput.ordinary", run.request.trained))
        formula = f"({formula}) / k_s"
    if run.shape.kind in {"encoder", "encoder-decoder"}:
        parts.append(constant(kb, "throughput.encoder_share"))
        formula = f"({formula}) / k_e"
    return derive("speed.compute", "t_c", "s", formula, *parts, sources=("speed-fit",))


def passes(kb: Knowledge, request: SpeedRequest, part: str) -> Derivation:
    """Return how many forward passes one training pass of `part` is worth, recomputation included.

    Args:
        kb: the knowledge base.
        request: what is trained, and whether activations are computed again in the backward pass.
        part: "products", "attention" or "traffic".
    """
    return _passes(kb, request.trained, part, request.checkpointing)


@lru_cache(maxsize=256)
def _passes(kb: Knowledge, trained: str, part: str, checkpointing: bool) -> Derivation:
    name = f"speed.passes.{part}"
    count = constant(kb, "throughput.passes", "attention" if part == "attention" else trained)
    if not checkpointing:
        return derive(name, "n_t", "forward passes", "n_p", count)
    kind = "traffic_adapter" if part == "traffic" and trained != "full" else part
    return derive(name, "n_t", "forward passes", "n_p + r_c", count, constant(kb, "throughput.recompute", kind))


@lru_cache(maxsize=1024)
def _rates(kb: Knowledge, gpu_id: str, precision: str) -> tuple[Derivation, Quantity]:
    """Return the peak of a card and what matrix products reach of it; the planner asks for them all the time."""
    gpu = kb.gpus[gpu_id]
    return peak(kb, gpu, precision), matmul_share(kb, gpu, precision)


def _products(kb: Knowledge, run: Run) -> Derivation:
    return derive(
        "speed.products", "t_w", "s", "n_t * b * s * 2 * N / (P * u_w)",
        passes(kb, run.request, "products"), run.batch, run.tokens, run.params,
        *_rates(kb, run.gpu.id, run.request.precision), sources=("palm-flops", "speed-fit"),
    )  # fmt: skip


def attention_kernel(gpu: Gpu, trained: str, precision: str) -> str:
    """Return the entry of `throughput.attention_share` for a card, method and precision; fused kernels are 16-bit."""
    if precision in {"fp32", "tf32"}:
        return "unfused"
    recent = "Hopper" in gpu.architecture or "Blackwell" in gpu.architecture
    return ("full" if trained == "full" else "adapter") + ("_hopper" if recent else "")


def _attention(kb: Knowledge, run: Run) -> Derivation:
    # Eight-bit products are the linear layers' alone: attention stays in 16 bits.
    precision = "bf16" if run.request.precision == "fp8" else run.request.precision
    return derive(
        "speed.attention", "t_a", "s", "n_t * b * s * 4 * L * d * s / (P * u_w * x_a)",
        passes(kb, run.request, "attention"), run.batch, run.tokens, run.layers, run.width,
        *_rates(kb, run.gpu.id, precision),
        constant(kb, "throughput.attention_share", attention_kernel(run.gpu, run.request.trained, precision)),
        sources=("palm-flops", "speed-fit"),
    )  # fmt: skip


def _traffic(kb: Knowledge, run: Run) -> Derivation:
    return derive(
        "speed.traffic", "t_m", "s", "n_t * b * s * c_m * L * d / W",
        passes(kb, run.request, "traffic"), run.batch, run.tokens,
        constant(kb, "throughput.traffic", "full" if run.request.trained == "full" else "adapter"),
        run.layers, run.width, bandwidth(kb, run.gpu), sources=("speed-fit",),
    )  # fmt: skip


def launching(kb: Knowledge, run: Run) -> Derivation:
    """Return the least seconds of a micro-step: its kernels must be launched, whatever the card."""
    trained = "full" if run.request.trained == "full" else "adapter"
    floor = constant(kb, "throughput.floor_s", "encoder" if run.shape.kind == "encoder" else trained)
    return derive("speed.launch", "t_k", "s", "t_l * L * min(1, b)", floor, run.layers, run.batch)


def unpacking(kb: Knowledge, run: Run) -> Derivation | None:
    """Return the seconds a micro-step unpacks 4-bit weights; None where there are none."""
    if run.request.trained != "qlora":
        return None
    return derive(
        "speed.unpack", "t_q", "s", "z * N_h / W * min(1, b)",
        constant(kb, "throughput.dequantise"), run.held, bandwidth(kb, run.gpu), run.batch, sources=("speed-fit",),
    )  # fmt: skip


def updating(kb: Knowledge, run: Run) -> Derivation | None:
    """Return the seconds a micro-step handles the gradients and states of all weights; None for adapters."""
    if run.request.trained != "full":
        return None
    shards = said("n_s", run.request.shards, "request.shards", "GPUs")
    return derive(
        "speed.update", "t_u", "s", "c_u * N_h / W / n_s * min(1, b)",
        constant(kb, "throughput.update"), run.held, bandwidth(kb, run.gpu), shards, run.batch, sources=("speed-fit",),
    )  # fmt: skip
