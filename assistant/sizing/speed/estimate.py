"""From a request to a rate with its range."""

from __future__ import annotations

from dataclasses import replace

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.card import is_measured, peak
from assistant.sizing.checks import card
from assistant.sizing.clip import clip_of
from assistant.sizing.data_parallel import payload, step_of_many
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import assumed, constant, said
from assistant.sizing.link import link_class
from assistant.sizing.shapes import Shape, resolve_shape
from assistant.sizing.speed.positions import position_time
from assistant.sizing.speed.request import SpeedRequest
from assistant.sizing.speed.result import SpeedEstimate
from assistant.sizing.speed.run import Run, flops_per_token, run_of
from assistant.sizing.speed.samples import IMAGE_KINDS, image_floor, image_time, lookup_time
from assistant.sizing.speed.step import step_time
from assistant.sizing.tables import splits_tables, step_with_tables


def estimate(kb: Knowledge, request: SpeedRequest) -> SpeedEstimate:
    """Return the speed of the whole job that `request` describes.

    Raises:
        InputError: a name is unknown, a number out of range, or the card's compute rate is not known.
    """
    if request.config is not None:
        shape = resolve_shape(kb, model=request.model, params=request.params, config=dict(request.config))
        return _estimated(kb, request, shape)
    kind = request.kind or ("vision-cls" if request.image_size and not request.model else None)
    shape = resolve_shape(kb, model=request.model, params=request.params, kind=kind)
    if request.kind and request.model and shape.kind.startswith("llm") and not _reads_text(request.kind):
        raise InputError(
            f"{shape.model_id} is a language model; it can not be timed as {request.kind}",
            f"{shape.model_id} 是语言模型，不能按 {request.kind} 估算速度",
        )
    if request.kind and request.kind.startswith("recsys"):
        shape = replace(shape, kind=request.kind)  # rows of tables, whatever network of this size is likened to
    return _estimated(kb, request, shape)


def _reads_text(kind: str) -> bool:
    return kind not in {*IMAGE_KINDS, "vision", "diffusion", "speech"} and not kind.startswith(
        ("diffusion", "speech", "recsys")
    )


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
    factors: list[Quantity] = []
    formula = "n * b * s / t"
    if request.split > 1:
        factors.append(said("n_c", request.split, "request.split", "GPUs"))
        formula = "n / n_c * b * s / t"
    if request.trained != "full" and request.nodes > 1 and request.network_gbps is None:
        factors.append(constant(kb, "throughput.adapter_multinode"))
        formula += " * k_x"
    parts = (cards, run.batch, run.tokens, step, *factors)
    mid = derive("speed.tokens_per_s", "R_t", "tokens/s", formula, *parts, sources=("speed-fit",))
    flops = flops_per_token(run)
    mfu = derive("speed.mfu", "MFU", "", "R_t * F / (n * P)", mid, flops, cards, peak(kb, gpu, request.precision))
    low, high = _range(kb, mid, _spread_of_step(kb, run))
    notes = ("assumption.speed.shape",) if shape.assumed else ()
    return SpeedEstimate("tokens/s", low, mid, high, step, flops, mfu, notes)


def _spread_of_step(kb: Knowledge, run: Run) -> str:
    request = run.request
    if request.trained != "full" and request.nodes > 1 and request.network_gbps is None:
        return "multinode_adapter"
    if request.split > 1:
        return "estimated"
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
        one = lookup_time(kb, request, gpu)
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
    split = request.n_gpus > 1 and splits_tables(kb, shape.kind, shape.params, gathers=request.gathers)
    spread = "tables" if split else "estimated" if not counted else "image" if is_measured(kb, gpu) else "other_card"
    low, high = _range(kb, mid, spread)
    notes: tuple[str, ...] = () if counted else ("assumption.speed.work",)
    if shape.kind == "diffusion-video" and not request.seq_len:
        notes += ("assumption.speed.clip",) if clip_of(kb, shape.model_id, request.image_size).assumed else ()
    return SpeedEstimate("samples/s", low, mid, high, assumptions=notes)


def _efficiency(kb: Knowledge, request: SpeedRequest, shape: Shape, gpu: Gpu, one: Derivation) -> Derivation:
    """Return what share of n times one card n cards reach, by the law of data parallelism."""
    batch = (
        said("b", request.micro_batch, "request.micro_batch", "samples")
        if request.micro_batch
        else assumed("b", kb.number("scaling.default_batch"), "request.micro_batch", "samples")
    )
    alone = derive("speed.step_alone", "t_1", "s", f"b * {one.symbol}", batch, one)
    link = link_class(gpu, request.gpus_per_node, request.interconnect)
    over = (request.n_gpus, request.nodes, request.network_gbps)
    if splits_tables(kb, shape.kind, shape.params, gathers=request.gathers):
        step = step_with_tables(kb, gpu, link, alone, batch, *over)
    else:
        held = Fact("N", shape.params, "", "model.params", shape.params_origin)
        volume = payload(kb, held, request.trained, gathers=request.gathers, accumulation=request.accumulation)
        step = step_of_many(kb, link, alone, volume, *over)
    return derive("speed.efficiency", "e", "", "t_1 / t_m", alone, step)
