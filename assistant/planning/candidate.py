"""A machine, judged for one job."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.planning.constraints import PHYSICAL, Check
from assistant.planning.fit import Fit
from assistant.planning.machine import Machine


@dataclass(frozen=True, slots=True)
class Candidate:
    """A machine, how many of it, and how the job runs there.

    Attributes:
        per_hour: price of all machines together in the currency of the job; None where none is published.
        hours: length of the run, (low, mid, high), interruptions of spot machines included.
        billed: hours that are paid for in the middle estimate: the run, and setting the machines up.
        broken: limits it breaks; empty for a feasible one.
        risk: what speaks against it besides money and time, a sum of weights.
    """

    machine: Machine
    fit: Fit
    spot: bool
    per_hour: float | None
    hours: tuple[float, float, float]
    billed: float
    broken: tuple[Check, ...]
    risk: float

    @property
    def feasible(self) -> bool:
        """Whether it keeps every limit."""
        return not self.broken

    @property
    def holds(self) -> bool:
        """Whether only money or time stand against it."""
        return not any(check.constraint in PHYSICAL for check in self.broken)

    @property
    def cost(self) -> float:
        """Cost of the run in the middle estimate; infinite without a price."""
        return float("inf") if self.per_hour is None else self.per_hour * self.billed

    @property
    def key(self) -> str:
        """A name that orders candidates the same way each time."""
        machine = self.machine
        return f"{machine.provider}|{machine.instance}|{machine.region}|{self.fit.rig.nodes:04d}|{self.spot:d}"
