"""Take what happened as what is expected: only the values that differ are rewritten, comments and the rest stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from assistant.errors import InputError
from assistant.transcripts.checking import Mismatch
from assistant.transcripts.dump import flow
from assistant.transcripts.form import load
from assistant.transcripts.record import expectations
from assistant.transcripts.replay import Outcome, replay

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge

BY_HAND = frozenset({"says", "not_says", "never_fires", "fires", "xfail", "manners", "acts", "levers", "final"})
"""Expectations that a person must change: they say what is meant, not what came out."""


def accept(kb: Knowledge, outcome: Outcome) -> tuple[Outcome, list[str]]:
    """Rewrite the file of a failed outcome until it holds.

    Returns:
        The outcome after that, and one line for each value that was changed.

    Raises:
        InputError: an expectation failed that only a person may change.
    """
    changes: list[str] = []
    for _ in range(2 * len(outcome.transcript.turns) + 2):
        if outcome.failed is None:
            break
        hand = sorted({fault.key for fault in outcome.mismatches if fault.key.split(".")[0] in BY_HAND})
        if hand:
            raise InputError(f"{outcome.transcript.path}: change by hand: {', '.join(hand)}")
        changes.extend(_rewrite(outcome))
        outcome = replay(kb, load(outcome.transcript.path))
    return outcome, changes


def _rewrite(outcome: Outcome) -> list[str]:
    path, index = outcome.transcript.path, outcome.failed or 0
    keys = list(dict.fromkeys(fault.key.split(".")[0] for fault in outcome.mismatches))
    wanted = outcome.transcript.turns[index].expect
    before = outcome.replies[index - 1].slots if index else {}
    happened = expectations(outcome.replies[index], before, None)
    text = path.read_text(encoding="utf-8")
    lines = []
    for key in keys:
        new = _value(key, wanted, happened, outcome)
        text = _replaced(text, ("turns", index, "expect", key), flow(new))
        lines.append(f"{path}: turn {index + 1}: {key}: {flow(wanted[key])} -> {flow(new)}")
    path.write_text(text, encoding="utf-8")
    return lines


def _value(key: str, wanted: Any, happened: dict[str, Any], outcome: Outcome) -> Any:
    """Return the new value of an expectation: what happened, of a mapping only the entries that were asserted."""
    reply = outcome.replies[outcome.failed or 0]
    if key == "lang":
        return reply.lang
    if key in {"plan", "numbers"} and isinstance(wanted[key], dict):
        got = {fault.path[-1]: fault for fault in outcome.mismatches if fault.key.startswith(f"{key}.")}
        return {name: _entry(key, name, value, got.get(name), happened) for name, value in wanted[key].items()}
    return happened.get(key)


def _entry(key: str, name: str, old: Any, fault: Mismatch | None, happened: dict[str, Any]) -> Any:
    if fault is None:
        return old
    return happened.get(key, {}).get(name, fault.got)


def _replaced(text: str, path: tuple[str | int, ...], new: str) -> str:
    """Return `text` with the node at `path` written as `new`."""
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    for part in path:
        if isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            node = node.value[part]
        elif isinstance(node, yaml.MappingNode):
            node = next(value for key, value in node.value if key.value == part)
    if node is None:
        return text
    end = node.end_mark.index
    old = text[node.start_mark.index : end]
    return text[: node.start_mark.index] + new + old[len(old.rstrip()) :] + text[end:]
