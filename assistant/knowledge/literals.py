"""Typed literals of conditions: `7B`, `500 GB`, `CNY 30000`, `3 h`, `10 %`.

What a suffix means is decided by the unit of the fact it is compared with: `7B` is seven thousand million parameters,
`7 B` of a byte count is seven bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rapidfuzz import fuzz, process

_NUMBER = r"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_SUFFIXED = re.compile(rf"{_NUMBER}\s*([^\d\s].*)?$")
_MONEY = re.compile(rf"([A-Z]{{3}})\s*{_NUMBER}\s*([KMkm万亿]?)$|{_NUMBER}\s*([KMkm万亿]?)\s*([A-Z]{{3}})$")

_COUNT = {"": 1.0, "K": 1e3, "k": 1e3, "M": 1e6, "B": 1e9, "T": 1e12, "万": 1e4, "亿": 1e8}
_BYTES = {
    "": 1.0, "B": 1.0, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "PB": 1e15,
    "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40,
}  # fmt: skip
_SECONDS = {"ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}

_UNITS: Mapping[str, Mapping[str, float]] = {
    "params": _COUNT,
    "tokens": _COUNT,
    "samples": _COUNT,
    "files": _COUNT,
    "count": _COUNT,
    "bytes": _BYTES,
    "MB": {"": 1.0, **{unit: factor / 1e6 for unit, factor in _BYTES.items() if unit}},
    "GB": {"": 1.0, **{unit: factor / 1e9 for unit, factor in _BYTES.items() if unit}},
    "GB/s": {"": 1.0, "MB/s": 1e-3, "GB/s": 1.0},
    "Gbit/s": {"": 1.0, "Gb/s": 1.0, "Gbit/s": 1.0, "Gbps": 1.0, "Tbit/s": 1e3},
    "hours": {"": 1.0, **{unit: factor / 3600 for unit, factor in _SECONDS.items()}},
    "seconds": {"": 1.0, **_SECONDS},
    "share": {"": 1.0, "%": 0.01},
    "": {"": 1.0},
}
"""Unit of a fact -> suffix -> factor to that unit."""


class LiteralError(ValueError):
    """A literal that does not fit the unit of its fact; the text says what would."""


def parse_literal(value: str | float, unit: str, per_usd: Mapping[str, float] | None = None) -> float:
    """Return `value` in `unit`; a bare number is taken to be in it already.

    Args:
        value: number or literal.
        unit: unit of the fact.
        per_usd: exchange rates, for facts in "USD".

    Raises:
        LiteralError: the literal is not of that unit.
    """
    if isinstance(value, bool):
        raise LiteralError(f"expected a number{_in(unit)}, got `{str(value).lower()}`")
    if isinstance(value, int | float):
        return float(value)
    if unit == "USD":
        return _money(value, per_usd or {})
    suffixes = _UNITS.get(unit, {"": 1.0, unit: 1.0})
    match = _SUFFIXED.match(value.strip())
    if match is None:
        raise LiteralError(f"expected a number{_in(unit)}, got `{value}`")
    number, suffix = float(match[1]), (match[2] or "").strip()
    if suffix not in suffixes:
        raise LiteralError(f"`{suffix}` is no unit of this fact; {_known(suffixes, suffix)}")
    return number * suffixes[suffix]


def _money(value: str, per_usd: Mapping[str, float]) -> float:
    match = _MONEY.match(value.strip())
    if match is None:
        raise LiteralError(f"expected an amount of money such as `USD 500` or `CNY 30000`, got `{value}`")
    currency, amount = match[1] or match[6], float(match[2] or match[4])
    amount *= {"K": 1e3, "M": 1e6}.get(
        (match[3] or match[5] or "").upper(), _COUNT.get(match[3] or match[5] or "", 1.0)
    )
    if currency == "USD":
        return amount
    if currency not in per_usd:
        raise LiteralError(f"no exchange rate for `{currency}`; known: USD, {', '.join(per_usd) or 'none'}")
    return amount / per_usd[currency]


def _in(unit: str) -> str:
    return f" in {unit}" if unit else ""


def _near(suffix: str, names: list[str]) -> str | None:
    """Return the unit that `suffix` is a slip of; one letter more or less of a short unit is another unit."""
    alike = [known for known in names if known[0].lower() == suffix[0].lower() and len(suffix) >= 3]
    found = process.extractOne(suffix.lower(), alike, scorer=fuzz.ratio, processor=str.lower, score_cutoff=60)
    return found[0] if found else None


def _known(suffixes: Mapping[str, float], suffix: str) -> str:
    names = [known for known in suffixes if known]
    near = next((known for known in names if known.lower() == suffix.lower()), None) or _near(suffix, names)
    hint = f", did you mean `{near}`?" if near else ""
    return f"it takes {', '.join(f'`{known}`' for known in suffixes if known) or 'a bare number'}{hint}"
