"""How a job fits on given cards: the layout with the fewest compromises that holds it, turning only the free knobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import isqrt

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.planning import alignment
from assistant.planning.estimates import Layout, memory_of, speed_of
from assistant.planning.host import trainable_params
from assistant.planning.job import Job
from assistant.planning.machine import NVLINK, Rig
from assistant.sizing.derivation import Quantity

DATA_PARALLEL = ("ddp", "zero2", "fsdp")
"""Strategies from the fewest to the most bytes moved; each holds at least what the one before it holds."""

MODEL_PARALLEL = frozenset({"tensor", "tensor_pipeline"})
"""Strategies that split single layers."""

Rates = dict[tuple[object, ...], tuple[float, float, float]]
"""Rates of the whole job, low, mid and high, by card, numbers, links and layout."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A layout on a rig, with what it needs and how fast it is.

    Attributes:
        needed_gb, capacity_gb: per card; it fits where the first is not above the second.
        rate: tokens or samples a second of the whole job, (low, mid, high); zeros where it does not fit.
    """

    rig: Rig
    layout: Layout
    needed_gb: float
    capacity_gb: float
    rate: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def fits(self) -> bool:
        """Whether the card holds it."""
        return self.needed_gb <= self.capacity_gb

    @property
    def headroom_gb(self) -> float:
        """Memory left on each card, GB; negative where it does not fit."""
        return self.capacity_gb - self.needed_gb


MOST_CARDS = 2**14
"""More cards than are ever tried: sharding over them leaves next to nothing of what it shards."""
MORE_STEPS = 2
"""Micro-steps that stand for any number above one: accumulation beyond one changes nothing in memory."""


def _alike(layout: Layout) -> Layout:
    """Return the layout that stands for all with the same memory: copies of a whole model need what two of them need.

    Several cards keep their gradients between micro-steps as accumulation does.
    """
    gpus = 2 if layout.strategy == "ddp" else layout.gpus
    steps = MORE_STEPS if gpus > 1 else min(layout.grad_accum, MORE_STEPS)
    return Layout(
        layout.strategy, gpus, layout.micro_batch, steps, layout.checkpointing, layout.tensor, layout.pipeline
    )


@lru_cache(maxsize=256)
def divisors(number: int) -> tuple[int, ...]:
    """Return the divisors of a number, ascending."""
    small = [one for one in range(1, isqrt(number) + 1) if number % one == 0]
    return tuple(sorted({*small, *(number // one for one in small)}))


@dataclass
class Fitter:
    """Fits one job on rigs, asking each memory figure once: it does not depend on the card, only on the layout.

    `rates` may be shared by jobs that compute alike, whatever numbers their optimizers keep.
    """

    kb: Knowledge
    job: Job
    rates: Rates = field(default_factory=dict)
    tight: float = field(init=False)
    hardly_more: float = field(init=False)
    _needed: dict[Layout, float] = field(default_factory=dict)
    _layouts: dict[tuple[int, int, int, float, bool], list[Layout]] = field(default_factory=dict)
    _fits: dict[Rig, Fit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tight = self.kb.number("planning.tight")
        self.hardly_more = 1 + self.kb.number("planning.hardly_more")

    @cached_property
    def trainable(self) -> Quantity:
        """Parameters that get gradients."""
        return trainable_params(self.kb, self.job)

    def needed(self, layout: Layout) -> float:
        """Return the memory a card must have free, GB."""
        key = _alike(layout)
        if key not in self._needed:
            alone = memory_of(self.kb, self.job, key)
            beside = alignment.beside(self.kb, self.job, key, alone)
            self._needed[key] = alone.needed.value + (beside.value if beside else 0.0)
        return self._needed[key]

    def on(self, rig: Rig) -> Fit:
        """Return the fastest layout that leaves room on `rig`, else the fastest that only just fits.

        Where none fits at all, the one that needs least. A machine has one layout whatever the budget, so that its
        figures are the same wherever it is shown, and more money never slows it.
        """
        if rig not in self._fits:
            self._fits[rig] = self._fit(rig)
        return self._fits[rig]

    def _fit(self, rig: Rig) -> Fit:
        capacity = self.kb.gpus[rig.gpu].capacity_gb
        found = [Fit(rig, one, self.needed(one), capacity, self.rate(rig, one)) for one in self.layouts(rig, capacity)]
        if not found:
            least = min(self._smallest(rig), key=self.needed)
            return Fit(rig, least, self.needed(least), capacity)
        roomy = [one for one in found if one.needed_gb <= capacity * self.tight]
        return max(roomy or found, key=lambda one: one.rate[1])

    def rate(self, rig: Rig, layout: Layout) -> tuple[float, float, float]:
        """Return the rate of the whole job, low, mid and high; zeros where nothing is known of the card's speed."""
        key = (rig.gpu, rig.per_node, rig.nodes, rig.link, rig.gbps, layout)
        if key not in self.rates:
            try:
                found = speed_of(self.kb, self.job, rig, layout)
                work = alignment.compute(self.kb, self.job)
                self.rates[key] = (found.low.value / work, found.mid.value / work, found.high.value / work)
            except InputError:  # no data sheet gives the card's compute rate
                self.rates[key] = (0.0, 0.0, 0.0)
        return self.rates[key]

    def layouts(self, rig: Rig, capacity: float) -> list[Layout]:
        """Return the layouts worth timing on `rig`: without and with checkpointing, each with the least sharding."""
        shared = rig.link in NVLINK
        key = (rig.gpus, rig.per_node, rig.nodes, capacity, shared)
        if key not in self._layouts:
            found = [layout for keep in self._checkpointing() if (layout := self._least_sharded(rig, capacity, keep))]
            self._layouts[key] = (
                found or [layout for layout in self._model_parallel(rig) if self.needed(layout) <= capacity][:1]
            )
        return self._layouts[key]

    def _checkpointing(self) -> tuple[bool, ...]:
        said = self.job.workload.checkpointing
        return (False, True) if said is None else (said,)

    def _strategies(self, gpus: int) -> tuple[str, ...]:
        said = self.job.workload.strategy
        if gpus == 1:
            return ("none",)
        return (said,) if said and said not in {"none", *MODEL_PARALLEL} else DATA_PARALLEL

    def _least_sharded(self, rig: Rig, capacity: float, checkpointing: bool) -> Layout | None:
        if self.job.workload.strategy in MODEL_PARALLEL:
            return None
        for strategy in self._strategies(rig.gpus):
            layout = self._largest_batch(strategy, rig.gpus, capacity, checkpointing)
            if layout is not None:
                return layout
        return None

    def _largest_batch(self, strategy: str, gpus: int, capacity: float, checkpointing: bool) -> Layout | None:
        """Return the layout with the largest micro-batch that leaves room, or hardly needs more than one sample does.

        Where one sample just fits, a larger batch may still: what fills the card may be all but its samples.
        """
        sizes = self._sizes(gpus)
        if self._hopeless(strategy, capacity, checkpointing):
            return None
        least = self.needed(self._layout(strategy, gpus, sizes[0], checkpointing))
        if least > capacity:
            return None
        most = min(capacity, max(capacity * self.tight, least * self.hardly_more))
        low, high = 0, len(sizes) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.needed(self._layout(strategy, gpus, sizes[middle], checkpointing)) <= most:
                low = middle
            else:
                high = middle - 1
        return self._layout(strategy, gpus, sizes[low], checkpointing)

    @property
    def _least(self) -> int:
        """The smallest micro-batch there may be."""
        return self.job.workload.micro_batch or 1

    def _sizes(self, gpus: int) -> Sequence[int]:
        """Return the micro-batches to choose from, ascending: the one that was stated, else what shares out a batch.

        A batch that was named is shared out without a rest; a usual one may grow to the next power of two.
        """
        if self.job.workload.micro_batch:
            return (self._least,)
        share = max(self.job.global_batch // gpus, 1)
        if self.job.fixed_batch and self.job.global_batch % gpus == 0:
            return divisors(share)
        return [1 << power for power in range(share.bit_length())]

    def _hopeless(self, strategy: str, capacity: float, checkpointing: bool) -> bool:
        """Return whether not even the most cards hold one sample each: what is not sharded is too large alone."""
        if strategy not in {"zero2", "fsdp"}:
            return False
        return self.needed(Layout(strategy, MOST_CARDS, self._least, MORE_STEPS, checkpointing)) > capacity

    def _layout(
        self, strategy: str, gpus: int, micro_batch: int, checkpointing: bool, tensor: int = 1, pipeline: int = 1
    ) -> Layout:
        replicas = gpus // (tensor * pipeline)
        accumulate = max(-(-self.job.global_batch // (micro_batch * replicas)), 1)
        return Layout(strategy, gpus, micro_batch, accumulate, checkpointing, tensor, pipeline)

    def _model_parallel(self, rig: Rig) -> list[Layout]:
        """Return layouts that split single layers, for what data parallelism can not hold."""
        said = self.job.workload.strategy
        if rig.gpus == 1 or self.job.seq_len is None or rig.link not in NVLINK or said not in {None, *MODEL_PARALLEL}:
            return []
        checkpointing = self.job.workload.checkpointing is not False
        if rig.nodes == 1:
            return [self._layout("tensor", rig.gpus, self._least, checkpointing, rig.per_node)]
        return [self._layout("tensor_pipeline", rig.gpus, self._least, checkpointing, rig.per_node, rig.nodes)]

    def _smallest(self, rig: Rig) -> list[Layout]:
        """Return the layouts that need least of each card."""
        keep = self._checkpointing()[-1]
        plain = [self._layout(self._strategies(rig.gpus)[-1], rig.gpus, self._least, keep)]
        return plain + self._model_parallel(rig)
