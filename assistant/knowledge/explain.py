"""pydantic's errors as lines a domain expert can act on: where it stands, what is wrong, what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from rapidfuzz import fuzz, process

from assistant.knowledge.errors import Problem
from assistant.knowledge.faults import wanted
from assistant.knowledge.kinds import Kind
from assistant.knowledge.yaml_nodes import Document, Path_

_NOT_A_NUMBER = frozenset({"float_parsing", "int_parsing", "float_type", "int_type"})
_ENDINGS = {
    "_gb_s": "GB/s", "_gbps": "Gbit/s", "_gb": "GB", "_tflops": "TFLOP/s", "_tbps": "TB/s", "_bytes": "bytes",
    "_w": "W", "_hours": "hours", "_mib": "MiB",
}  # fmt: skip
"""Ending of a key -> the unit its number is in."""

_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "gt": ("greater", "greater_than", "more", "more_than", "above", "over", ">"),
    "gte": ("greater_equal", "greater_or_equal", "at_least", "min", "from", "ge", ">="),
    "lt": ("less", "less_than", "smaller", "below", "under", "<"),
    "lte": ("less_equal", "less_or_equal", "at_most", "max", "up_to", "to", "le", "<="),
    "is": ("equals", "equal", "eq", "==", "="),
    "in": ("one_of", "any_of"),
    "not_in": ("none_of", "not"),
}
"""Operator -> what people write for it."""


def explain(
    error: ValidationError, kind: Kind, path: Path_, row: Any, document: Document, file: str
) -> Iterable[Problem]:
    """Yield one problem for each fault in the record at `path`."""
    identity = row.get("id", f"number {int(path[-1]) + 1}") if isinstance(row, dict) else f"number {int(path[-1]) + 1}"
    for fault in error.errors(include_url=False):
        inner = tuple(part for part in fault["loc"] if isinstance(part, str | int))
        unknown_key = fault["type"] == "extra_forbidden"
        mark = document.mark((*path, *inner), key=unknown_key)
        where = " > ".join(
            str(part)
            for part in (kind.key, identity, *_readable(document, path, inner, absent=fault["type"] == "missing"))
        )
        yield Problem(file, mark.line, mark.column, where, _message(dict(fault), kind.record))


def _readable(document: Document, path: Path_, inner: Path_, *, absent: bool) -> Path_:
    """Return `inner` without the names of union members; the last part is kept where the fault is that it is absent."""
    known: Path_ = ()
    for place, part in enumerate(inner):
        if (*path, *known, part) in document.values or (absent and place == len(inner) - 1):
            known = (*known, part)
    return known


def _message(fault: dict[str, Any], record: type[BaseModel]) -> str:
    got = _short(fault.get("input"))
    if fault["type"] == "extra_forbidden":
        key = str(fault["loc"][-1])
        known = _keys(record, fault["loc"][:-1])
        unquoted = "; a text with a comma in it stands in quotes" if fault.get("input") is None else ""
        return f"unknown {'operator' if 'gte' in known else 'key'} `{key}`{did_you_mean(key, known)}{unquoted}"
    if fault["type"] == "missing":
        return _missing(str(fault["loc"][-1]))
    if fault["type"] == "literal_error":
        allowed = str(fault["ctx"]["expected"])
        options = [word.strip(" '") for word in allowed.replace(" or ", ", ").split(",")]
        return f"{got} is none of {allowed}{did_you_mean(str(fault.get('input')), options)}"
    if fault["type"] == "string_type" and isinstance(fault.get("input"), int | float | bool):
        return f'expected text; write "{got}" in quotes'
    if fault["type"] == "value_error":
        return str(fault["msg"]).removeprefix("Value error, ")
    if fault["type"] == "string_pattern_mismatch":
        return f"{got} is no id: letters, digits and . + - _ / @, no spaces"
    if fault["type"] in _NOT_A_NUMBER and (unit := _unit_of(str(fault["loc"][-1]))):
        return f"write a bare number in {unit}, got {got}"
    return f"must be {wanted(fault)[0]}, got {got}"


_LANGUAGES = {"en": "English", "zh": "Chinese"}


def _missing(key: str) -> str:
    """Return that a key is missing, and what to add."""
    if key in _LANGUAGES:
        return f"the {_LANGUAGES[key]} text is missing; add `{key}: ...` beside the other one"
    unit = _unit_of(key)
    return f"`{key}` is missing; add it{f' in {unit}' if unit else ''}"


def _unit_of(key: str) -> str:
    """Return the unit that the name of a key ends in, empty where it has none."""
    return next((unit for ending, unit in _ENDINGS.items() if key.endswith(ending)), "")


def did_you_mean(word: str, options: Iterable[str]) -> str:
    """Return ", did you mean ...?" where one of `options` is near `word`, else nothing."""
    options = list(options)
    same = next((option for option in options if word.lower() in _SYNONYMS.get(option, ())), None)
    if same:
        return f", did you mean `{same}`?"
    best = process.extractOne(word, options, scorer=fuzz.ratio, score_cutoff=60)
    return f", did you mean `{best[0]}`?" if best else ""


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _keys(record: type[BaseModel], loc: tuple[str | int, ...]) -> list[str]:
    """Return the keys the model at `loc` inside `record` knows."""
    current: Any = record
    for part in loc:
        if isinstance(part, int) or not _is_model(current) or part not in current.model_fields:
            continue
        current = _model_in(current.model_fields[part].annotation) or current
    return [field.alias or name for name, field in current.model_fields.items()] if _is_model(current) else []


def _is_model(thing: Any) -> bool:
    return isinstance(thing, type) and issubclass(thing, BaseModel)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if _is_model(annotation):
        return annotation  # type: ignore[no-any-return]
    return next((found for part in get_args(annotation) if (found := _model_in(part))), None)
