"""What a request must satisfy, said in one sentence where it does not."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.knowledge.faults import refusal, shown
from assistant.knowledge.schema import Gpu

RequestT = TypeVar("RequestT", bound=BaseModel)

MOST = sys.float_info.max
"""A whole number above it can not be shown as a decimal one."""


def validated(kind: type[RequestT], data: Mapping[str, Any]) -> RequestT:
    """Return `data` as a request of `kind`; keys that are null count as absent.

    Raises:
        InputError: a key is unknown or a value of the wrong type; the sentence names it.
    """
    try:
        return kind.model_validate({key: value for key, value in data.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "extra_forbidden":
            where = ".".join(str(part) for part in first["loc"])
            known = ", ".join(kind.model_fields)
            raise InputError(
                f'"{where}" is no field of this request; it knows {known}',
                f"没有名为“{where}”的字段；可用字段：{known}",
            ) from error
        raise refusal(error.errors()) from error


def within(kb: Knowledge, table: str, name: str, value: float) -> float:
    """Return `value` if it lies within `<name>_min` and `<name>_max` of the constant `table`.

    Raises:
        InputError: it does not; both bounds are named.
    """
    low, high = kb.number(table, f"{name}_min"), kb.number(table, f"{name}_max")
    # the bounds come first: a whole number may be too large for the test of a float
    if not low <= value <= high or not math.isfinite(value):
        got = f"{value:g}" if abs(value) <= MOST else shown(value)
        raise InputError(
            f"{name} must lie between {low:g} and {high:g}, got {got}",
            f"{name} 应在 {low:g} 与 {high:g} 之间，收到的是 {got}",
        )
    return value


def card(kb: Knowledge, name: str) -> Gpu:
    """Return the card that `name` names.

    Raises:
        InputError: no card of the catalogue has that name.
    """
    found = kb.gpus.get(name) or kb.find_gpu(name)
    if found is None:
        raise InputError(f'no card named "{name}" in the catalogue', f"目录中没有名为“{name}”的显卡")
    return found


def machines(gpus: int, nodes: int) -> None:
    """Check that `gpus` cards can stand in `nodes` machines.

    Raises:
        InputError: there are more machines than cards.
    """
    if nodes > gpus:
        raise InputError(
            f"{nodes} nodes can not hold only {gpus} GPUs: n_gpus counts all nodes together",
            f"{gpus} 张卡不可能分布在 {nodes} 台机器上：n_gpus 是所有机器的总卡数",
        )
