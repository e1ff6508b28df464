"""What a plan is: the machine, its figures, what else was looked at and why it was not taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.planning.as_json import derivation_json, plain
from assistant.planning.workload import Workload
from assistant.sizing.derivation import Quantity


@dataclass(frozen=True, slots=True)
class Assumption:
    """A value nobody said: its name, what was taken and why; the user may change it by naming it."""

    name: str
    value: Any
    why: str


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
    """Memory of one card, GB = 1e9 bytes; `capacity_gb` is the figure the check used."""

    weights_gb: float
    gradients_gb: float
    optimizer_gb: float
    activations_gb: float
    allocated_gb: float
    overhead_gb: float
    needed_gb: float
    capacity_gb: float
    headroom_gb: float


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


@dataclass(frozen=True, slots=True)
class Rejection:
    """The best candidate of one card that fails, and the constraint it breaks."""

    gpu: str
    offer: str | None
    constraint: str
    need: float | None
    have: float | None
    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class Lever:
    """A change the user may accept: what it is, what it buys, and the plan that was computed with it.

    Attributes:
        id: name of the change ("qlora", "spot", "budget", ...).
        change, effect: in words.
        set: slots (or other fields of the workload) that the change sets.
        plan: the plan with the change in force.
    """

    id: str
    change: str
    effect: str
    set: Mapping[str, Any] = field(default_factory=dict)
    plan: Option | None = None


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule that fired for this plan."""

    id: str
    kind: str
    text: str
    claims: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """One step of the process around the run."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class PlanResult:
    """The answer to one workload.

    Attributes:
        feasible: whether `plan` keeps every limit; if not, `violates` names the limits it breaks and `plan` is the
            nearest one that at least holds the job in memory (None where nothing does).
        options: "cheapest", "recommended" and "fastest" inside the limits.
        beside: offers worth a look although they were not ranked: without a price, or of other clouds but much cheaper.
        derivations: every figure of `plan`, by name.
    """

    workload: Workload
    feasible: bool
    plan: Option | None
    violates: tuple[str, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    rejected: tuple[Rejection, ...] = ()
    levers: tuple[Lever, ...] = ()
    rules: tuple[RuleUse, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    derivations: Mapping[str, Quantity] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    advice: tuple[Advice, ...] = ()
    beside: tuple[Option, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the object of the public interface."""
        return {
            "workload": self.workload.slots(),
            "assumptions": plain(self.assumptions),
            "feasible": self.feasible,
            "violates": list(self.violates),
            "plan": plain(self.plan),
            "options": plain(self.options),
            "rejected": plain(self.rejected),
            "levers": plain(self.levers),
            "rules": plain(self.rules),
            "warnings": list(self.warnings),
            "advice": plain(self.advice),
            "beside": plain(self.beside),
            "derivations": {name: derivation_json(quantity) for name, quantity in self.derivations.items()},
        }


__all__ = [
    "Advice", "Assumption", "Cost", "Lever", "MemoryUse", "Network", "OfferUse", "Option", "Parallelism", "PlanResult",
    "Range", "Rejection", "RuleUse", "Storage", "plain",
]  # fmt: skip
