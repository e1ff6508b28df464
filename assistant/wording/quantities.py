"""Numbers with their units, as a reader of either language writes them.

Pure text: nothing here computes a figure. How a currency or a unit is written is a record of `knowledge/wording/`.
"""

from __future__ import annotations

import math
import re

from assistant.knowledge import Knowledge

HOURS_PER_DAY = 24
MINUTES_PER_HOUR = SECONDS_PER_MINUTE = 60
LEAST_IN_UNIT = 0.5
"""The shorter end of a range is written in the unit of the longer one down to this much of it."""
_NO_ID = re.compile(r"[^A-Za-z0-9_.+/-]")
_BYTE_UNITS = (("PB", 1e15), ("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3))
_COUNT_UNITS = (("T", 1e12), ("B", 1e9), ("M", 1e6), ("K", 1e3))
_PLAIN_LIMIT = 1e6
"""From here on a number is written with an exponent, or with a unit prefix where it has one."""


def significant(value: float, digits: int = 3) -> str:
    """Return `value` with `digits` significant digits: "0.0123", "12.3", "12,300", "1.23e+07" as "1.23e7".

    Whole numbers below a million keep all their digits, trailing zeros after the point are dropped.
    """
    if not math.isfinite(value):
        raise ValueError(f"{value} can not be printed as a figure")
    if value == 0:
        return "0"
    if value == int(value) and abs(value) < _PLAIN_LIMIT:
        return f"{int(value):,}"
    magnitude = math.floor(math.log10(abs(float(f"{value:.{digits - 1}e}"))))
    if abs(value) >= _PLAIN_LIMIT or magnitude < -4:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        return f"{_trim(mantissa)}e{int(exponent)}"
    return _trim(f"{value:,.{max(digits - 1 - magnitude, 0)}f}")


def _trim(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def format_number(value: float, lang: str = "en", digits: int = 3) -> str:
    """Return a pure number: "1,234,000" in English, "123.4 万" from ten thousand on in Chinese.

    Args:
        value: the number.
        lang: "en" or "zh".
        digits: significant digits of what is not a whole number below a million.
    """
    if lang == "zh":
        for word, unit in (("亿", 1e8), ("万", 1e4)):
            if abs(value) >= unit:
                return f"{significant(value / unit, digits)} {word}"
    if abs(value) >= _PLAIN_LIMIT:
        return f"{value:,.0f}"
    return significant(value, digits)


def _scaled(value: float, units: tuple[tuple[str, float], ...], digits: int) -> tuple[str, str]:
    for name, unit in units:
        if abs(value) >= unit * (1 - 0.5 * 10.0**-digits):
            return significant(value / unit, digits), name
    return significant(value, digits), ""


def format_params(count: float, digits: int = 3) -> str:
    """Return a parameter count as the field writes it in both languages: "7B", "6.74B", "125M"."""
    number, unit = _scaled(count, _COUNT_UNITS[:3], digits)
    return number + unit


def format_tokens(count: float, digits: int = 3) -> str:
    """Return a token or sample count: "1.2T", "46.5B", "3.2M", "800"."""
    number, unit = _scaled(count, _COUNT_UNITS, digits)
    return number + unit


def format_bytes(count: float, digits: int = 3) -> str:
    """Return bytes with a decimal prefix: 2.5e11 is "250 GB"."""
    number, unit = _scaled(count, _BYTE_UNITS, digits)
    return f"{number} {unit or 'B'}"


def format_gb(gigabytes: float) -> str:
    """Return memory in GB with one decimal, the precision a card's capacity is compared at: "112.0 GB"."""
    return f"{gigabytes:,.1f} GB"


def format_percent(share: float, digits: int = 0) -> str:
    """Return a share of 1 as per cent: 0.123 is "12 %"."""
    return f"{100 * share:.{digits}f} %"


def format_hours(kb: Knowledge, hours: float, lang: str = "en", *, beside: float | None = None) -> str:
    """Return a duration in the unit a person would use: seconds below two minutes, days from two days on.

    Args:
        kb: knowledge base.
        hours: the duration.
        lang: language.
        beside: the longer end of a range of which this is the shorter one; it takes that one's unit, unless that
            leaves less than half of one.
    """
    unit, size = _unit_of(hours)
    if beside is not None:
        other, other_size = _unit_of(beside)
        if hours / other_size >= LEAST_IN_UNIT:
            unit, size = other, other_size
    return _with_unit(kb, hours / size, unit, lang)


def _unit_of(hours: float) -> tuple[str, float]:
    """Return the unit of a duration and how many hours it has."""
    if hours * MINUTES_PER_HOUR < 2:
        return "s", 1 / MINUTES_PER_HOUR / SECONDS_PER_MINUTE
    if hours < 2:
        return "min", 1 / MINUTES_PER_HOUR
    return ("h", 1.0) if hours < 2 * HOURS_PER_DAY else ("d", float(HOURS_PER_DAY))


def _with_unit(kb: Knowledge, value: float, unit: str, lang: str) -> str:
    return f"{significant(value, 2 if value < 10 else 3)} {unit_word(kb, unit, lang)}"


def unit_word(kb: Knowledge, unit: str, lang: str) -> str:
    """Return how `unit` is written in `lang`; a unit without a record "unit.<unit>" is written as it is.

    In the id, what no id may hold stands as "_": "unit.share_of_peak".
    """
    text = kb.texts.get(f"unit.{_NO_ID.sub('_', unit)}")
    return text.of(lang) if text else unit


def format_money(kb: Knowledge, amount: float, currency: str, lang: str = "en") -> str:
    """Return money as written in `lang`: "$1,234", "¥30,000" for CNY in English, "30,000 元" in Chinese.

    Args:
        kb: where the ways of writing stand ("money.USD").
        amount: in units of `currency`; below 100 it is shown with two decimals.
        currency: ISO code.
        lang: "en" or "zh".
    """
    number = f"{amount:,.2f}" if abs(amount) < 100 and amount != int(amount) else f"{amount:,.0f}"
    text = kb.texts.get(f"money.{currency}")
    return text.of(lang).format(amount=number) if text else f"{number} {currency}"


def format_range(low: str, high: str) -> str:
    """Return a range of two printed figures, one figure where they print the same."""
    return low if low == high else f"{low}–{high}"
