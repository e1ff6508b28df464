"""One complete answer: a machine, how the job runs on it, and what that takes and costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class OfferUse:
    """The machine that is rented, or owned.

    Attributes:
        provider, instance, region: as in the catalogue; "owned" for hardware of the user.
        price_per_hour: of one machine, in `currency`, the currency of the whole plan; None where no price is published.
        list_price_per_hour, list_currency: as published.
        price_date: date of the price.
        spot: whether it is the price of an interruptible machine.
        id: id of the catalogue's offer, empty for owned hardware.
    """

    provider: str
    instance: str
    price_per_hour: float | None
    currency: str
    price_date: str
    spot: bool
    region: str = ""
    list_price_per_hour: float | None = None
    list_currency: str = ""
    id: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Parallelism:
    """How the run is laid out over the cards."""

    strategy: str
    micro_batch: int
    grad_accum: int
    checkpointing: bool
    precision: str
    optimizer: str
    method: str = ""
    attention: str = "flash"
    global_batch: int = 1
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    offload: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """Memory of one card, GB = 1e9 bytes.

    Attributes:
        at_peak_gb: the parts that are alive when the most is, by name; they add up to `allocated_gb`.
        capacity_gb: the figure the check used.
    """

    weights_gb: float
    gradients_gb: float
    optimizer_gb: float
    activations_gb: float
    allocated_gb: float
    overhead_gb: float
    needed_gb: float
    capacity_gb: float
    headroom_gb: float
    at_peak_gb: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Storage:
    """What the data and the checkpoints ask of the disk."""

    kind: str
    capacity_gb: float
    read_gb_s: float
    iops: float
    format: str


@dataclass(frozen=True, slots=True)
class Network:
    """Links inside and between the machines; `gbps_per_node` is what the run needs, 0 on one machine."""

    intra_node: str
    inter_node: str
    gbps_per_node: float


@dataclass(frozen=True, slots=True)
class Range:
    """A figure with its honest bounds."""

    low: float
    mid: float
    high: float


@dataclass(frozen=True, slots=True)
class Cost:
    """Money with its bounds."""

    low: float
    mid: float
    high: float
    currency: str


@dataclass(frozen=True, slots=True)
class Option:
    """One complete answer: a machine and how the job runs on it.

    Attributes:
        cost: of the run, None where no price is published. `spent` is what counts against the budget, `period_cost`
            what keeping the machines for the whole period of the budget would cost; None without a budget or period.
        cpu_cores: physical cores needed, `ram_gb` host memory needed on each machine; `ram_comfort_gb` without worry.
    """

    id: str
    gpu: str | None
    gpu_count: int
    nodes: int
    gpus_per_node: int
    offer: OfferUse
    parallelism: Parallelism | None
    memory: MemoryUse | None
    cpu_cores: int
    ram_gb: float
    storage: Storage
    network: Network
    tokens_or_samples_per_s: float
    hours: Range
    cost: Cost | None
    rate_unit: str = "tokens/s"
    ram_comfort_gb: float = 0.0
    spent: float | None = None
    period_cost: float | None = None
    warnings: tuple[str, ...] = ()

    @property
    def machine(self) -> tuple[str, int, bool]:
        """Offer, number of machines, spot: two options with the same are one machine, whatever runs on it."""
        return (self.offer.id, self.nodes, self.offer.spot)
