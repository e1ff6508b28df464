"""Speed of networks that are counted in images, and of recommendation models, counted in rows."""

from __future__ import annotations

import math

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu, Model
from assistant.sizing.card import bandwidth, relative_index
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.edges import edges
from assistant.sizing.facts import assumed, constant, said
from assistant.sizing.shapes import Shape
from assistant.sizing.speed.request import SpeedRequest
from assistant.sizing.speed.terms import passes

IMAGE_KINDS = frozenset({"vision-cls", "detection", "segmentation", "clip"})
"""Catalogue kinds whose speed follows from multiply-accumulates and activations."""


def image_time(kb: Knowledge, request: SpeedRequest, shape: Shape, gpu: Gpu) -> tuple[Derivation, bool]:
    """Return the seconds per image on one card, and whether the network's work was counted (not guessed).

    Source: timm training benchmark for the law, Lambda benchmark for the carry to other cards.
    """
    model = kb.models.get(shape.model_id)
    area, volume = _area(kb, request, model, shape)
    macs = _macs(kb, model, shape, volume)
    acts = _activations(kb, model, macs)
    own = derive(
        "speed.image_reference",
        "t_r",
        "us",
        "(a_i * 2 * M_g * n_t + b_i * M_a * n_t / n_f) * A",
        constant(kb, "throughput.image_law", "us_per_gflop", "a_i"),
        macs,
        passes(kb, request, "products"),
        constant(kb, "throughput.image_law", "us_per_mactivation", "b_i"),
        acts,
        constant(kb, "throughput.passes", "full", "n_f"),
        area,
        sources=("timm-bench",),
    )
    reference = constant(kb, "throughput.card_index", "rtx-3090", "q_r")
    speed = constant(kb, "throughput.image_precision", request.precision)
    index = relative_index(kb, gpu)
    one = derive(
        "speed.image",
        "t_i",
        "s",
        "t_r / 1e6 * q_r / q / k_f",
        own,
        reference,
        index,
        speed,
        sources=("timm-bench", "lambda-bench"),
    )
    counted = isinstance(macs, Fact) and isinstance(acts, Fact)
    return one, counted


def _area(kb: Knowledge, request: SpeedRequest, model: Model | None, shape: Shape) -> tuple[Quantity, float]:
    """Return the area of the input relative to the one the work was counted at, and that one relative to 224 x 224."""
    default = kb.number("throughput.sample_defaults", "image_size")
    counted = edges(shape.image_size) if shape.image_size else edges(f"{default:.0f}")
    base = math.prod(counted) / default ** len(counted)
    if request.image_size is None:
        return assumed("A", 1, "speed.area"), base
    origin = f"model:{model.id}" if model else "default:image_size"
    asked = edges(str(request.image_size))
    return (
        derive(
            "speed.area", "A", "", "p_a / p_c",
            said("p_a", math.prod(asked), "request.image_size", "pixels"),
            Fact("p_c", math.prod(counted), "pixels", "model.image_size", origin),
        ),
        base,
    )  # fmt: skip


def _macs(kb: Knowledge, model: Model | None, shape: Shape, base: float) -> Quantity:
    if model is not None and model.gmacs:
        return Fact("M_g", model.gmacs, "GMAC", "model.gmacs", f"model:{model.id}")
    table = kb.constants["throughput.macs_guess"].table
    return derive(
        "speed.macs", "M_g", "GMAC", "k_g * N / 1e6 * A_c",
        constant(kb, "throughput.macs_guess", shape.kind if shape.kind in table else "other"),
        Fact("N", shape.params, "", "model.params", shape.params_origin),
        assumed("A_c", base, "model.image_area"),
    )  # fmt: skip


def _activations(kb: Knowledge, model: Model | None, macs: Quantity) -> Quantity:
    if model is not None and model.mactivations:
        return Fact("M_a", model.mactivations, "M", "model.mactivations", f"model:{model.id}")
    return derive(
        "speed.activations", "M_a", "M", "k_m * M_g ** x_m",
        constant(kb, "throughput.activation_guess", "factor", "k_m"),
        macs,
        constant(kb, "throughput.activation_guess", "power", "x_m"),
    )  # fmt: skip


def image_floor(kb: Knowledge, request: SpeedRequest, one: Derivation) -> Derivation:
    """Return the seconds per image when a step of `micro_batch` images is not shorter than its kernels' launch."""
    if request.micro_batch is None:
        return one
    batch = said("b", request.micro_batch, "request.micro_batch", "samples")
    return derive(
        "speed.image_step", "t_j", "s", "max(t_i, t_k / b)", one, constant(kb, "throughput.image_floor_s"), batch
    )


def lookup_time(kb: Knowledge, request: SpeedRequest, gpu: Gpu) -> Derivation:
    """Return the seconds per sample of a recommendation model: bound by memory look-ups, a very rough figure.

    A step of few samples takes as long as its kernels need to be launched.
    """
    per = constant(kb, "throughput.recsys_samples")
    one = derive("speed.sample", "t_i", "s", "1 / (k_d * W / 1e9)", per, bandwidth(kb, gpu))
    if request.micro_batch is None:
        return one
    batch, floor = said("b", request.micro_batch, "request.micro_batch", "samples"), "throughput.lookup_floor_s"
    return derive("speed.sample_step", "t_j", "s", "max(t_i, t_k / b)", one, constant(kb, floor), batch)
