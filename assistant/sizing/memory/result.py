"""The answer: every figure a derivation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.sizing.derivation import Derivation, Fact
from assistant.sizing.facts import derivations, derivations_json


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """Training memory of one configuration, per GPU, in GB (1e9 bytes).

    Attributes:
        weights, gradients, optimizer, activations: the parts; activations include logits and autocast copies.
        at_peak: the parts that are alive when the most is, by name; they add up to `allocated`.
        allocated: peak of the tensors alive at once.
        overhead: context, fragmentation and workspaces on top of it.
        needed: what a card must have free.
        host_ram: memory that an offload takes on the host, for the whole job.
        ends: computes low and high of `needed`; both are `needed` where the network was traced.
        capacity: memory of the named card, None where none was named.
        assumptions: plain sentences about what was assumed.
        model_id: catalogue id of the network, empty where it was described or assumed.
        params: parameters held on the card before any division.
    """

    weights: Derivation
    gradients: Derivation
    optimizer: Derivation
    activations: Derivation
    at_peak: Mapping[str, Derivation]
    allocated: Derivation
    overhead: Derivation
    needed: Derivation
    host_ram: Derivation
    ends: Callable[[], tuple[float, float]]
    capacity: Fact | None = None
    assumptions: tuple[str, ...] = ()
    model_id: str = ""
    params: int = 0

    @property
    def low(self) -> float:
        """The least that a card may need, GB."""
        return self.ends()[0]

    @property
    def high(self) -> float:
        """The most that a card may need, GB."""
        return self.ends()[1]

    @property
    def fits(self) -> bool | None:
        """Whether `needed` is within the card's memory; None without a card."""
        return None if self.capacity is None else self.needed.value <= self.capacity.value

    def derivations(self) -> dict[str, Derivation]:
        """Return every derivation that the answer rests on, by name."""
        return derivations(self.needed, self.host_ram)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the public interface."""
        out: dict[str, Any] = {
            f"{name}_gb": round(getattr(self, name).value, 6)
            for name in ("weights", "gradients", "optimizer", "activations", "allocated", "overhead", "needed")
        }
        out["at_peak_gb"] = {name: round(part.value, 6) for name, part in self.at_peak.items()}
        out["range_gb"] = [round(self.low, 6), round(self.high, 6)]
        if self.host_ram.value:
            out["host_ram_gb"] = round(self.host_ram.value, 6)
        if self.capacity is not None:
            out["fits"] = self.fits
            out["capacity_gb"] = self.capacity.value
            out["headroom_gb"] = round(self.capacity.value - self.needed.value, 6)
        out["model"] = self.model_id or None
        out["params"] = self.params
        out["assumptions"] = list(self.assumptions)
        out["derivations"] = derivations_json(self.needed, self.host_ram)
        return out
