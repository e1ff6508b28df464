"""Values as they are typed on a command line: 7B, 200GB, "30000 CNY/month", 2x RTX 3090."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from assistant.errors import InputError

MOST = 1e24
"""The largest number that is read: more than anything counted here."""
_LONGEST = 60

_COUNT = re.compile(r"([\d.,_]+(?:e[+-]?\d+)?)\s*([kmbtg万亿]?)", re.IGNORECASE)
_COUNT_UNITS = {"": 1, "k": 1e3, "m": 1e6, "b": 1e9, "g": 1e9, "t": 1e12, "万": 1e4, "亿": 1e8}
_BYTES = re.compile(r"([\d.,_]+)\s*([kmgtp]?)(i?)b?", re.IGNORECASE)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "￥": "CNY", "₹": "INR"}
_MONEY = re.compile(
    r"([$€£¥￥₹]?)\s*([\d.,_]+)\s*([km]?)\s*([a-z]{3})?\s*(?:(?:/|per)\s*([a-z]+))?(?:\s*(?:/|per)\s*(gpu|card))?",
    re.IGNORECASE,
)
_PERIODS = {
    "h": "hour", "hr": "hour", "hour": "hour", "d": "day", "day": "day", "w": "week", "week": "week", "mo": "month",
    "month": "month", "y": "year", "yr": "year", "year": "year", "total": "total", "run": "total",
}  # fmt: skip
_OWNED = re.compile(r"(?:(\d+)\s*[x×*]\s*)?(.+?)(?:,\s*([\d.]+)\s*GB(?:\s*RAM)?)?", re.IGNORECASE)
_HOURS = re.compile(r"([\d.,]+)\s*(h|hour|hours|d|day|days|w|week|weeks|mo|month|months)?", re.IGNORECASE)
_HOUR_UNITS = {"h": 1, "d": 24, "w": 168, "m": 720}


def read_count(text: str) -> int:
    """Return the count in "7B", "1.5m", "7e9", "70亿" or "512".

    Raises:
        InputError: it is none.
    """
    match = _COUNT.fullmatch(text.strip())
    return (
        int(_number(match.group(1), text) * _COUNT_UNITS[match.group(2).lower()])
        if match
        else _refuse(text, "7B, 350M or 512")
    )


def read_number(text: str) -> float:
    """Return the number in "1.5".

    Raises:
        InputError: it is none.
    """
    return _number(text.strip(), text)


def read_bytes(text: str) -> int:
    """Return the bytes in "200GB", "1.5TB" or "64GiB".

    Raises:
        InputError: it is no size.
    """
    match = _BYTES.fullmatch(text.strip())
    if match is None:
        return int(_refuse(text, "200GB or 1.5TB"))
    base = 1024 if match.group(3) else 1000
    return int(_number(match.group(1), text) * base ** _POWERS[match.group(2).lower()])


def read_money(text: str) -> dict[str, Any]:
    """Return the budget in "30000 CNY/month", "$20/hour", "500 total", "minimize" or "unlimited".

    Raises:
        InputError: it is no budget.
    """
    word = text.strip().lower()
    if word in {"unlimited", "minimize"}:
        return {word: True}
    match = _MONEY.fullmatch(text.strip().removesuffix(" total").strip())
    period = (match.group(5) or "").lower() if match else ""
    if match is None or (period and period not in _PERIODS):
        return dict(_refuse(text, "'30000 CNY/month', '$20/hour', '500 USD total', 'minimize' or 'unlimited'"))
    per = "total" if word.endswith(" total") else _PERIODS.get(period, "none")
    scale = {"": 1, "k": 1e3, "m": 1e6}[match.group(3).lower()]
    currency = (match.group(4) or "").upper() or _SIGNS.get(match.group(1))
    found = {
        "amount": _number(match.group(2), text) * scale,
        "currency": "CNY" if currency == "RMB" else currency,
        "per": per,
    }
    return found | ({"per_gpu": True} if match.group(6) else {})


def read_hours(text: str) -> float:
    """Return the hours in "36", "36h", "3 days" or "2 weeks".

    Raises:
        InputError: it is no time.
    """
    match = _HOURS.fullmatch(text.strip())
    if match is None:
        return float(_refuse(text, "36h, '3 days' or '2 weeks'"))
    return _number(match.group(1), text) * _HOUR_UNITS[(match.group(2) or "h")[0].lower()]


def read_owned(text: str) -> dict[str, Any]:
    """Return the hardware in "2x RTX 3090, 64GB RAM".

    Raises:
        InputError: it names no card.
    """
    match = _OWNED.fullmatch(text.strip())
    if match is None or not match.group(2):
        return dict(_refuse(text, "'2x RTX 3090' or '2x RTX 3090, 64GB RAM'"))
    found: dict[str, Any] = {"gpu": match.group(2).strip(), "count": int(match.group(1) or 1)}
    return found | ({"ram_gb": float(match.group(3))} if match.group(3) else {})


def spelled(request: Mapping[str, Any], readers: Mapping[str, Callable[[str], Any]] | None = None) -> dict[str, Any]:
    """Return a JSON request whose texts for numbers and money are read as on the command line.

    Args:
        request: the request.
        readers: key -> how a text there is read; without it only the parameter count is.

    Raises:
        InputError: such a text can not be read, or a number is written as true or false.
    """
    found = dict(request)
    for key, read in (readers or {"params": read_count}).items():
        value = found.get(key)
        if isinstance(value, bool):
            raise InputError(f"{key} must be a number, got {str(value).lower()}", f"{key} 应为数字")
        if isinstance(value, str):
            try:
                found[key] = read(value)
            except InputError as error:
                raise InputError(f"{key}: {error.en}", f"{key}：{error.zh}") from error
    return found


def _number(written: str, text: str) -> float:
    try:
        value = float(written.replace(",", "").replace("_", ""))
    except ValueError:
        return float(_refuse(text, "a number"))
    return value if abs(value) <= MOST else float(_refuse(text, f"a number up to {MOST:g}"))


def _refuse(text: str, like: str) -> Any:
    text = text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
    raise InputError(f"{text!r} is not understood; write it like {like}", f"无法理解 {text!r}；请写成 {like}")
