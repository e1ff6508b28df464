"""Transcripts as YAML text, the way a person would write them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_PLAIN = re.compile(r"[A-Za-z\u4e00-\u9fff][\w .,()+/@×±%\u3001-\u9fff\uff00-\uffef-]*")
_WORDS = {"null", "true", "false", "yes", "no", "on", "off", "~", ""}


def scalar(value: Any) -> str:
    """Return one value as YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(int(value)) if float(value).is_integer() else repr(value)
    text = str(value)
    plain = (
        _PLAIN.fullmatch(text)
        and text.lower() not in _WORDS
        and ", " not in text
        and text == text.strip()
        and not text.endswith(",")
    )
    return text if plain else json.dumps(text, ensure_ascii=False)


def flow(value: Any) -> str:
    """Return `value` on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(str(key))}: {flow(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(flow(entry) for entry in value) + "]"
    text = scalar(value)
    return json.dumps(text, ensure_ascii=False) if isinstance(value, str) and text == value and "," in text else text


def document(data: Mapping[str, Any]) -> str:
    """Return a whole transcript."""
    lines = [f"{key}: {flow(value)}" for key, value in data.items() if key not in {"turns", "final"}]
    lines.append("turns:")
    for turn in data["turns"]:
        lines.append(f"  - user: {flow(turn['user'])}")
        if turn.get("expect"):
            lines.append("    expect:")
            lines.extend(f"      {key}: {flow(value)}" for key, value in turn["expect"].items())
    if data.get("final"):
        lines.append("final:")
        lines.extend(f"  {key}: {flow(value)}" for key, value in data["final"].items())
    return "\n".join(lines) + "\n"
