"""Cells of foreign tables: text to numbers, without trusting any of it."""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Mapping
from typing import Any


class RowError(ValueError):
    """A row that can not be used; the text says why in a few words."""


def text(row: Mapping[str, Any], name: str) -> str:
    """Return the cell `name` as stripped text, empty where it is missing."""
    value = row.get(name)
    return "" if value is None else str(value).strip()


def number(row: Mapping[str, Any], name: str) -> float | None:
    """Return the cell `name` as a number, None where it is empty.

    Raises:
        RowError: there is something else in it.
    """
    said = text(row, name)
    if said == "" or said.lower() in {"nan", "none", "null"}:
        return None
    try:
        value = float(said)
    except ValueError:
        raise RowError(f"{name} is `{said[:40]}`") from None
    if not math.isfinite(value) or value < 0:
        raise RowError(f"{name} is {said}")
    return value


def whole(row: Mapping[str, Any], name: str) -> int:
    """Return the cell `name` as a count of at least 1.

    Raises:
        RowError: it is empty, 0, or a part: a machine with a slice of a card trains nothing that is planned here.
    """
    value = number(row, name)
    if not value:
        raise RowError(f"{name} is empty or 0")
    if value != int(value):
        raise RowError(f"{name} is {text(row, name)}, a part of a card")
    return int(value)


def price(row: Mapping[str, Any], name: str) -> float | None:
    """Return the cell `name` as a price; zero, nan and infinite mean a machine that is not sold there: no price.

    Raises:
        RowError: there is something else in it.
    """
    if text(row, name).lower().lstrip("+-") in {"inf", "infinity"}:
        return None
    return number(row, name) or None


def truth(row: Mapping[str, Any], name: str) -> bool:
    """Return the cell `name` as true or false; raises `RowError` for anything else."""
    said = text(row, name).lower()
    if said not in {"true", "false"}:
        raise RowError(f"{name} is `{said[:40]}`, expected true or false")
    return said == "true"


def mapping(said: str) -> Mapping[str, Any]:
    """Return the dict written in `said`, as JSON or as a Python literal; empty where it is neither. Runs no code."""
    for parse in (json.loads, ast.literal_eval):
        try:
            value = parse(said)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(value, Mapping):
            return value
    return {}
