"""Numbers with a tolerance, as a transcript writes them: "112 ± 2 %", ">= 24", "between 1 and 3"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant.errors import InputError

_N = r"([-+]?[\d,]*\.?\d+(?:[eE][-+]?\d+)?)"
_UNIT = r"(?:\s*[A-Za-z/$¥€£%°-]+)?"
_AROUND = re.compile(rf"^{_N}{_UNIT}\s*±\s*{_N}\s*(%?){_UNIT}$")
_BETWEEN = re.compile(rf"^between\s+{_N}{_UNIT}\s+and\s+{_N}{_UNIT}$")
_LIMIT = re.compile(rf"^(>=|<=|>|<)\s*{_N}{_UNIT}$")
TOLERANCE = "5 %"
"""What a recorded figure may change by without being a failure."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The closed range a figure must lie in."""

    low: float
    high: float
    text: str

    def holds(self, value: float) -> bool:
        """Return whether `value` lies in the range."""
        return self.low <= value <= self.high


def bound(literal: object) -> Bound:
    """Return the range that `literal` stands for; a bare number is exact.

    Raises:
        InputError: it is none of the forms.
    """
    text = str(literal).strip()
    if isinstance(literal, int | float) and not isinstance(literal, bool):
        return Bound(literal, literal, text)
    if match := _AROUND.match(text):
        middle, width = _number(match[1]), _number(match[2])
        slack = abs(middle) * width / 100 if match[3] else width
        return Bound(middle - slack, middle + slack, text)
    if match := _BETWEEN.match(text):
        return Bound(_number(match[1]), _number(match[2]), text)
    if match := _LIMIT.match(text):
        number = _number(match[2])
        return Bound(number, float("inf"), text) if match[1][0] == ">" else Bound(float("-inf"), number, text)
    raise InputError(
        f"`{text}` is no number with a tolerance; write `112 GB ± 2 %`, `>= 24`, `<= 3` or `between 1 and 3`"
    )


def around(value: float, unit: str = "") -> str:
    """Return `value` with the usual tolerance, as it is recorded."""
    unit = unit if re.fullmatch(r"[A-Za-z/-]+", unit) else ""
    return " ".join(part for part in (f"{value:.4g}", unit, "±", TOLERANCE) if part)


def _number(text: str) -> float:
    return float(text.replace(",", ""))
