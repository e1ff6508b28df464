"""From a request to a speed-up with its range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing import speed
from assistant.sizing.checks import card
from assistant.sizing.data_parallel import payload, step_of_many
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import assumed, constant, derivations_json, said
from assistant.sizing.link import Interconnect, link_class
from assistant.sizing.scaling.request import ScalingRequest
from assistant.sizing.shapes import resolve_shape
from assistant.sizing.sharding import gathers_weights
from assistant.sizing.tables import splits_tables, step_with_tables


@dataclass(frozen=True, slots=True)
class ScalingEstimate:
    """How much faster several cards are than one.

    Attributes:
        speedup: times one card, more than 0 and at most the number of cards; `low` and `high` are its range.
        efficiency: speed-up over the number of cards.
        step: seconds of a step on all cards; `compute`: on one card alone; `exposed`: the difference.
        link: class of the link inside a machine that was taken.
        linked_by: "request" or "card", whichever decided the link.
    """

    speedup: Derivation
    low: Derivation
    high: Derivation
    efficiency: Derivation
    step: Derivation
    compute: Quantity
    exposed: Derivation
    link: Interconnect
    linked_by: str

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the public interface."""
        return {
            "speedup": self.speedup.value,
            "efficiency": self.efficiency.value,
            "step_time_s": self.step.value,
            "compute_s": self.compute.value,
            "exposed_comm_s": self.exposed.value,
            "range": [self.low.value, self.high.value],
            "interconnect": self.link,
            "derivations": derivations_json(self.speedup, self.efficiency, self.exposed, self.low, self.high),
        }


def estimate(kb: Knowledge, request: ScalingRequest) -> ScalingEstimate:
    """Return the speed-up of the data-parallel job that `request` describes.

    Where the rate of one card was measured, the law of data parallelism carries it to several cards. Where it was not,
    language models follow the step-time law for one card and for all of them; other networks its estimate for one.

    Raises:
        InputError: a name is unknown or a number out of range.
    """
    request.check(kb)
    gpu = card(kb, request.gpu)
    link = link_class(gpu, request.gpus_per_node, request.interconnect)
    if request.samples_per_s_one_gpu is None:
        alone = speed.estimate(kb, _speed_request(request, gpu, cards=1))
        one = _step(kb, request, alone, "scaling.compute", "t_1", 1)
        if alone.unit == "tokens/s":
            together = speed.estimate(kb, _speed_request(request, gpu, cards=request.n_gpus))
            step = _step(kb, request, together, "scaling.step", "t_m", request.n_gpus)
            return _answer(kb, request, link, one, step)
    else:
        rate = said("R_1", request.samples_per_s_one_gpu, "request.samples_per_s_one_gpu", "samples/s")
        one = derive("scaling.compute", "t_1", "s", "b / R_1", _batch(kb, request, tokens=False), rate)
    method = "full" if request.method == "scratch" else request.method
    gathers = gathers_weights(request.sharding)
    held, over = _held(kb, request), (request.n_gpus, request.nodes, request.network_gbps)
    if splits_tables(kb, _kind(kb, request), held.value, gathers=gathers):
        step = step_with_tables(kb, gpu, link, one, _batch(kb, request, tokens=False), *over)
    else:
        volume = payload(kb, held, method, gathers=gathers, accumulation=request.accumulation)
        step = step_of_many(kb, link, one, volume, *over)
    return _answer(kb, request, link, one, step)


def _answer(
    kb: Knowledge, request: ScalingRequest, link: Interconnect, one: Quantity, step: Derivation
) -> ScalingEstimate:
    cards = said("n", request.n_gpus, "request.n_gpus", "GPUs")
    speedup = derive("scaling.speedup", "S", "times", "n * t_1 / t_m", cards, one, step, sources=("scaling-fit",))
    if request.n_gpus == 1:
        low = derive("scaling.speedup.low", "S_low", "times", "S", speedup)
        high = derive("scaling.speedup.high", "S_high", "times", "S", speedup)
    else:
        low = derive(
            "scaling.speedup.low", "S_low", "times", "S * f_l", speedup, constant(kb, "scaling.range_low", link)
        )
        most = constant(kb, "scaling.range_high", link)
        high = derive("scaling.speedup.high", "S_high", "times", "min(n, S * f_h)", cards, speedup, most)
    return ScalingEstimate(
        speedup=speedup,
        low=low,
        high=high,
        efficiency=derive("scaling.efficiency", "e", "", "S / n", speedup, cards),
        step=step,
        compute=one,
        exposed=derive("scaling.added", "t_d", "s", "t_m - t_1", step, one),
        link=link,
        linked_by="request" if request.interconnect else "card",
    )


def _held(kb: Knowledge, request: ScalingRequest) -> Fact:
    if request.params is not None and request.model is None:
        return said("N", request.params, "model.params")
    config = dict(request.config) if request.config else None
    shape = resolve_shape(kb, model=request.model, params=request.params, config=config, kind=request.kind)
    return Fact("N", shape.params, "", "model.params", shape.params_origin)


def _kind(kb: Knowledge, request: ScalingRequest) -> str:
    """Return the kind of the network, "" where only its size is known."""
    named = kb.find_model(request.model) if request.model else None
    return request.kind or (named.kind if named else "")


def _batch(kb: Knowledge, request: ScalingRequest, *, tokens: bool) -> Fact:
    if request.per_gpu_batch is not None:
        return said("b", request.per_gpu_batch, "request.per_gpu_batch", "samples")
    return assumed("b", 1 if tokens else kb.number("scaling.default_batch"), "request.per_gpu_batch", "samples")


def _speed_request(request: ScalingRequest, gpu: Gpu, *, cards: int) -> speed.SpeedRequest:
    several = cards > 1
    return speed.SpeedRequest(
        model=request.model, params=request.params, config=request.config, kind=request.kind, gpu=gpu.id,
        n_gpus=cards, nodes=request.nodes if several else 1, method=request.method, precision=request.precision,
        seq_len=request.seq_len, image_size=request.image_size, audio_seconds=request.audio_seconds,
        micro_batch=request.per_gpu_batch, checkpointing=request.checkpointing, stack=request.stack,
        sharding=request.sharding, accumulation=request.accumulation, interconnect=request.interconnect,
        network_gbps=request.network_gbps if several else None,
    )  # fmt: skip


def _step(
    kb: Knowledge, request: ScalingRequest, found: speed.SpeedEstimate, name: str, symbol: str, cards: int
) -> Derivation:
    """Return the seconds of one step of `cards` cards at the estimated rate of the job."""
    batch = _batch(kb, request, tokens=found.unit == "tokens/s")
    count = said("n", cards, "request.n_gpus", "GPUs")
    if found.unit == "samples/s":
        return derive(name, symbol, "s", "n * b / R_s", count, batch, found.mid)
    length = next(part for part in found.mid.inputs if part.symbol == "s")
    return derive(name, symbol, "s", "n * b * s / R_t", count, batch, length, found.mid)


def curve(kb: Knowledge, request: ScalingRequest) -> tuple[tuple[int, ScalingEstimate], ...]:
    """Return the estimate for 1, 2, 4, ... cards up to those of `request`, machines filled one after the other."""
    request.check(kb)
    per_node = request.gpus_per_node
    counts = [1]
    while counts[-1] * 2 < request.n_gpus:
        counts.append(counts[-1] * 2)
    counts = sorted({*counts, request.n_gpus})
    return tuple(
        (count, estimate(kb, request.model_copy(update={"n_gpus": count, "nodes": -(-count // per_node)})))
        for count in counts
    )
