"""From a request to a rate with its range."""

from __future__ import annotations

from functools import lru_cache

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.card import is_measured, peak
from assistant.sizing.checks import card
from assistant.sizing.data_parallel import payload, step_of_many
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import assumed, constant, said
from assistant.sizing.link import link_class
from assistant.sizing.shapes import Shape, resolve_shape
from assistant.sizing.speed.request import SpeedRequest
from assistant.sizing.speed.result import SpeedEstimate
from assistant.sizing.speed.samples import IMAGE_KINDS, image_floor, image_time, lookup_time, position_time
from assistant.sizing.speed.step import Run, flops_per_token, run_of, step_time


def estimate(kb: Knowledge, request: SpeedRequest) -> SpeedEstimate:
    """Return the speed of the whole job that `request` describes.

    Raises:
        InputError: a name is unknown, a number out of range, or the card's compute rate is not known.
    """
    if request.config is not None:
        shape = resolve_shape(kb, model=request.model, params=request.params, config=dict(request.config))
        return _estimated(kb, request, shape)
    return _remembered(kb, request)


@lru_cache(maxsize=8192)
def _remembered(kb: Knowledge, request: SpeedRequest) -> SpeedEstimate:
    kind = request.kind or ("vision-cls" if request.image_size and not request.model else None)
    return _estimated(kb, request, resolve_shape(kb, model=request.model, params=request.params, kind=kind))


def _estimated(kb: Knowledge, request: SpeedRequest, shape: Shape) -> SpeedEstimate:
    request.check(kb)
    gpu = card(kb, request.gpu)
    if shape.kind in IMAGE_KINDS or shape.kind.startswith(("diffusion", "speech", "recsys")):
        return _in_samples(kb, request, shape, gpu)
    return _in_tokens(kb, request, shape, gpu)


def _in_tokens(kb: Knowledge, request: SpeedRequest, shape: Shape, gpu: Gpu) -> SpeedEstimate:
    run = run_of(kb, request, shape, gpu)
    step = step_time(kb, run)
    cards = said("n", request.n_gpus, "request.n_gpus", "GPUs")
    factors = _slower(kb, request, shape)
    formula = "n * b * s / t" + "".join(f" * {factor.symbol}" for factor in factors)
    mid = derive(
        "speed.tokens_per_s",
        "R_t",
        "tokens/s",
        formula,
        cards,
        run.batch,
        run.tokens,
        step,
        *factors,
        sources=("speed-fit",),
    )
    flops = flops_per_token(run)
    mfu = derive("speed.mfu", "MFU", "", "R_t * F / (n * P)", mid, flops, cards, peak(kb, gpu, request.precision))
    low, high = _range(kb, mid, _spread_of_step(kb, run))
    notes = ("assumption.speed.shape",) if shape.assumed else ()
    return SpeedEstimate("tokens/s", low, mid, high, step, flops, mfu, notes)


def _slower(kb: Knowledge, request: SpeedRequest, shape: Shape) -> list[Quantity]:
    factors: list[Quantity] = []
    if request.stack == "ordinary":
        factors.append(constant(kb, "throughput.ordinary", request.trained))
    if shape.kind in {"encoder", "encoder-decoder"}:
        factors.append(constant(kb, "throughput.encoder_share"))
    if request.trained != "full" and request.nodes > 1 and request.network_gbps is None:
        factors.append(constant(kb, "throughput.adapter_multinode"))
    return factors


def _spread_of_step(kb: Knowledge, run: Run) -> str:
    request = run.request
    if request.trained != "full" and request.nodes > 1 and request.network_gbps is None:
        return "multinode_adapter"
    if not is_measured(kb, run.gpu) or run.shape.kind in {"encoder", "encoder-decoder"}:
        return "other_card"
    if run.batch.value * run.tokens.value < kb.number("throughput.short_step_tokens"):
        return "short"
    if request.trained != "full":
        return "adapter"
    return request.stack


def _range(kb: Knowledge, mid: Derivation, spread: str) -> tuple[Derivation, Derivation]:
    factor = constant(kb, "throughput.spread", spread)
    low = derive(f"{mid.name}.low", f"{mid.symbol}_low", mid.unit, f"{mid.symbol} / f", mid, factor)
    high = derive(f"{mid.name}.high", f"{mid.symbol}_high", mid.unit, f"{mid.symbol} * f", mid, factor)
    return low, high


def _in_samples(kb: Knowledge, request: SpeedRequest, shape: Shape, gpu: Gpu) -> SpeedEstimate:
    counted = False
    if shape.kind in IMAGE_KINDS:
        one, counted = image_time(kb, request, shape, gpu)
        one = image_floor(kb, request, one)
    elif shape.kind.startswith("recsys"):
        one = lookup_time(kb, gpu)
    else:
        one = position_time(kb, request, shape, gpu)
    cards = said("n", request.n_gpus, "request.n_gpus", "GPUs")
    inputs: list[Quantity] = [cards, one]
    formula = f"n / {one.symbol}"
    if request.offload != "none":
        inputs.append(constant(kb, "throughput.offload", request.offload))
        formula += " / k_o"
    if request.n_gpus > 1:
        inputs.append(_efficiency(kb, request, shape, gpu, one))
        formula += " * e"
    mid = derive("speed.samples_per_s", "R_s", "samples/s", formula, *inputs)
    spread = "estimated" if not counted else "image" if is_measured(kb, gpu) else "other_card"
    low, high = _range(kb, mid, spread)
    return SpeedEstimate("samples/s", low, mid, high, assumptions=() if counted else ("assumption.speed.work",))


def _efficiency(kb: Knowledge, request: SpeedRequest, shape: Shape, gpu: Gpu, one: Derivation) -> Derivation:
    """Return what share of n times one card n cards reach, by the law of data parallelism."""
    batch = (
        said("b", request.micro_batch, "request.micro_batch", "samples")
        if request.micro_batch
        else assumed("b", kb.number("scaling.default_batch"), "request.micro_batch", "samples")
    )
    alone = derive("speed.step_alone", "t_1", "s", f"b * {one.symbol}", batch, one)
    held = Fact("N", shape.params, "", "model.params", shape.params_origin)
    volume = payload(kb, held, request.trained, gathers=request.gathers, accumulation=request.accumulation)
    link = link_class(gpu, request.gpus_per_node, request.interconnect)
    step = step_of_many(kb, link, alone, volume, request.n_gpus, request.nodes, request.network_gbps)
    return derive("speed.efficiency", "e", "", "t_1 / t_m", alone, step)
