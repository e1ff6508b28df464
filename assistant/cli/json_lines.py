"""JSON as it comes in: bounded in length and digits, without the numbers that are none."""

from __future__ import annotations

import json
import math
from typing import Any

from assistant.errors import InputError

MOST_CHARACTERS = 4_000_000
"""A longer line or file is no request."""
MOST_DIGITS = 30
"""Digits of a whole number: an exabyte has 19."""


def read_json(text: str, what: str = "") -> Any:
    """Return the JSON value in `text`.

    Args:
        text: the JSON.
        what: name of the file, to begin the sentence with.

    Raises:
        InputError: it is no JSON, too long or too deep, or a number in it is infinite, none, or beyond counting.
    """
    begin = f"{what}: " if what else ""
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"{begin}too long: more than {MOST_CHARACTERS:,} characters")
    try:
        return json.loads(text, parse_int=_whole, parse_float=_decimal, parse_constant=_constant)
    except InputError as error:
        raise InputError(begin + error.en, begin + error.zh) from error
    except (json.JSONDecodeError, RecursionError) as error:
        said = str(error) if isinstance(error, json.JSONDecodeError) else "nested too deeply"
        raise InputError(f"{begin}not JSON: {said}", f"{begin}不是 JSON：{said}") from error


def _whole(text: str) -> int:
    digits = len(text.lstrip("-"))
    if digits > MOST_DIGITS:
        raise InputError(
            f"a number has {digits} digits; at most {MOST_DIGITS}", f"有一个数字长达 {digits} 位，最多 {MOST_DIGITS} 位"
        )
    return int(text)


def _decimal(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise InputError(f"{text[:40]} is too large for a number", f"{text[:40]} 过大，不能作为数字")
    return value


def _constant(text: str) -> float:
    raise InputError(f"{text} is no number: JSON knows only finite ones", f"{text} 不是数字：JSON 只有有限的数字")
