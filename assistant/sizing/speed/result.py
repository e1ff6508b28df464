"""What the speed estimate answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from assistant.sizing.derivation import Derivation
from assistant.sizing.facts import derivations_json


@dataclass(frozen=True, slots=True)
class SpeedEstimate:
    """Speed of the whole job.

    Attributes:
        unit: "tokens/s" or "samples/s".
        low, mid, high: the rate and its honest range, in `unit`.
        step: seconds of one micro-step on one GPU, None where the law knows images only.
        flops: floating-point operations per token or sample that count for MFU, None where they are not known.
        mfu: share of the cards' peak that does useful work, None with `flops`.
        assumptions: ids of texts on what was assumed ("assumption.speed.shape").
    """

    unit: Literal["tokens/s", "samples/s"]
    low: Derivation
    mid: Derivation
    high: Derivation
    step: Derivation | None = None
    flops: Derivation | None = None
    mfu: Derivation | None = None
    assumptions: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the public interface."""
        rate = {"low": self.low.value, "mid": self.mid.value, "high": self.high.value}
        return {
            "tokens_per_s" if self.unit == "tokens/s" else "samples_per_s": rate,
            "mfu": self.mfu.value if self.mfu else None,
            "assumptions": list(self.assumptions),
            "derivations": derivations_json(self.low, self.mid, self.high, self.mfu),
        }
