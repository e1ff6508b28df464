"""What pydantic finds wrong with a value, said in our own words: what was wanted, and what came instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.errors import InputError

_WANTED = {
    "int": ("a whole number", "整数"),
    "float": ("a number", "数字"),
    "decimal": ("a number", "数字"),
    "finite_number": ("a finite number", "有限的数字"),
    "bool": ("true or false", "true 或 false"),
    "string": ("a text", "文字"),
    "tuple": ("a list", "列表"),
    "list": ("a list", "列表"),
    "dict": ("an object with keys and values", "由键和值组成的对象"),
    "model": ("an object with keys and values", "由键和值组成的对象"),
    "mapping": ("an object with keys and values", "由键和值组成的对象"),
    "missing": ("given", "给出的值"),
    "none": ("null", "null"),
}
"""Beginning of pydantic's name of a fault -> what the value must be, (English, Chinese)."""

_BOUNDS = {
    "greater_than": ("greater than", "大于", "gt"),
    "greater_than_equal": ("at least", "不小于", "ge"),
    "less_than": ("less than", "小于", "lt"),
    "less_than_equal": ("at most", "不大于", "le"),
}
_LENGTHS = {"too_short": ("at least", "至少", "min_length"), "too_long": ("at most", "至多", "max_length")}
_LONGEST = 60


def wanted(fault: Mapping[str, Any]) -> tuple[str, str]:
    """Return what the value of one of pydantic's errors must be, (English, Chinese), to be put after "must be"."""
    kind, context = str(fault["type"]), fault.get("ctx") or {}
    if kind == "literal_error":
        expected = str(context["expected"])
        return f"one of {expected}".replace("'", ""), f"以下之一：{expected}".replace("'", "").replace(" or ", "、")
    if kind in _BOUNDS:
        en, zh, key = _BOUNDS[kind]
        return f"{en} {context[key]:g}", f"{zh} {context[key]:g}"
    if kind in _LENGTHS:
        en, zh, key = _LENGTHS[kind]
        return f"a list of {en} {context[key]} values", f"{zh} {context[key]} 个值的列表"
    if kind.startswith("string_too") or kind == "string_pattern_mismatch":
        return "a text of the form that is asked for", "符合格式的文字"
    return next((words for name, words in _WANTED.items() if kind.startswith(name)), ("a usable value", "可用的值"))


def shown(value: Any) -> str:
    """Return `value` as it is shown in a sentence: never longer than a line takes."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**_LONGEST:
        return "a number of very many digits"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(list(value) if isinstance(value, tuple) else value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def refusal(faults: list[Any], prefix: str = "") -> InputError:
    """Return the refusal of a value for the first of pydantic's errors, naming the key it is about."""
    first = faults[0]
    names = [str(part) for part in (prefix, *first["loc"]) if part != ""]
    where = ".".join(names) or "the request"
    if first["type"] == "extra_forbidden":
        return InputError(f"unknown key {where!r}", f"未知的字段 {where!r}")
    if first["type"] == "missing":
        return InputError(f"{where} is missing", f"缺少 {where}")
    if first["type"] == "value_error":
        reason = str(first["msg"]).removeprefix("Value error, ")
        return InputError(f"{where}: {reason}", f"{where}：{reason}")
    en, zh = wanted(first)
    got = shown(first.get("input"))
    return InputError(f"{where} must be {en}, got {got}", f"{where} 应为{zh}，收到的是 {got}")
