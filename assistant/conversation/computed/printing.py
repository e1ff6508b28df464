"""Computed lines in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil

from assistant.conversation.computed.context import Line, Parts, Value, Words
from assistant.knowledge import Knowledge
from assistant.planning.result import Range
from assistant.sizing.derivation import Quantity
from assistant.wording import quantities
from assistant.wording.memory_parts import parts_text
from assistant.wording.plan_lines import span_text
from assistant.wording.texts import say

_WHOLE = frozenset({"cores", "GPUs", "W", "processes"})
_CURRENCIES = frozenset({"USD", "CNY"})
_PLAIN: Mapping[str, Callable[[float], str]] = {
    "GB": quantities.format_gb,
    "B": quantities.format_bytes,
    "B/s": lambda number: f"{quantities.format_bytes(number)}/s",
    "GB/s": lambda number: f"{quantities.format_bytes(number * 1e9)}/s",
    "share": quantities.format_percent,
}
"""Unit -> how its figures are printed, the same in both languages."""


def printed(kb: Knowledge, lines: Sequence[Line], lang: str) -> str:
    """Return `lines` as a list in `lang`."""
    return "\n".join(
        "- " + say(kb, f"faq.{line.text}", lang, **{key: _value(kb, value, lang) for key, value in line.values.items()})
        for line in lines
    )


def _value(kb: Knowledge, value: Value, lang: str) -> str:
    """Return one value in words."""
    if isinstance(value, str):
        return value
    if isinstance(value, Words):
        return say(kb, value.text, lang)
    if isinstance(value, Range):
        return span_text(kb, value, lang)
    if isinstance(value, Parts):
        found = value.of
        alive = {name: part.value for name, part in found.at_peak.items()} | {"overhead": found.overhead.value}
        freed = {"activations": found.activations.value, "gradients": found.gradients.value}
        return parts_text(kb, alive, freed, lang)
    return _figure(kb, value, lang)


def _figure(kb: Knowledge, value: Quantity, lang: str) -> str:
    """Return one figure in the form its unit asks for."""
    number, unit = value.value, value.unit
    if unit == "times":  # the sentence says of what
        return quantities.significant(number)
    if unit in _PLAIN:
        return _PLAIN[unit](number)
    if unit in {"h", "s"}:
        return quantities.format_hours(kb, number if unit == "h" else number / 3600, lang)
    if unit in _CURRENCIES:
        return quantities.format_money(kb, number, unit, lang)
    word = quantities.unit_word(kb, unit, lang)
    if unit in {"tokens", "samples"}:
        return f"{quantities.format_tokens(number)} {word}"
    return f"{ceil(number):,} {word}" if unit in _WHOLE else f"{quantities.significant(number)} {word}".strip()
