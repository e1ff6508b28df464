"""What a plan is: the machine, its figures, what else was looked at and why it was not taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.planning.as_json import derivation_json, plain
from assistant.planning.proposal import (
    Cost,
    MemoryUse,
    Network,
    OfferUse,
    Option,
    Parallelism,
    Range,
    Storage,
)
from assistant.planning.workload import Workload
from assistant.sizing.derivation import Quantity


@dataclass(frozen=True, slots=True)
class Assumption:
    """A value nobody said: its name, what was taken and why; the user may change it by naming it."""

    name: str
    value: Any
    why: str


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
        reach: in words, how many cards the deadline asks for and what the budget buys on the machine of `plan`.
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
    reach: tuple[str, ...] = ()

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
            "reach": list(self.reach),
            "advice": plain(self.advice),
            "beside": plain(self.beside),
            "derivations": {name: derivation_json(quantity) for name, quantity in self.derivations.items()},
        }


__all__ = [
    "Advice", "Assumption", "Cost", "Lever", "MemoryUse", "Network", "OfferUse", "Option", "Parallelism", "PlanResult",
    "Range", "Rejection", "RuleUse", "Storage", "plain",
]  # fmt: skip
