"""Which assumption, if it were wrong, would change the recommendation, and from what value on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from assistant.knowledge import Knowledge
from assistant.planning.exploration import explore
from assistant.planning.objective import options
from assistant.planning.resolve import resolve
from assistant.planning.shared import Shared
from assistant.planning.words import count, say
from assistant.planning.workload import Workload, applied

Machine = tuple[str, int, bool]
"""Card, number of cards, feasible: what counts as the recommendation."""


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """One value from which on the recommendation is another.

    Attributes:
        name: slot that was moved.
        now: its value; `at` the value at which the recommendation changes.
        before, after: the machine on either side, in words.
        text: the same in one sentence.
    """

    name: str
    now: float
    at: float
    before: str
    after: str
    text: str


def sensitivity(kb: Knowledge, workload: Workload) -> tuple[Breakpoint, ...]:
    """Return the break-points of sequence length, batch, size, amount of data and budget, upward of what is planned."""
    job = resolve(kb, workload)
    if not job.trains:
        return ()
    shared = Shared()

    def machine(fields: dict[str, Any]) -> Machine:
        return _machine(kb, applied(workload, fields), shared)

    now = machine({})
    return tuple(
        point
        for name, value, fields in _axes(kb, workload)
        if (point := _search(kb, workload, machine, now, name, value, fields)) is not None
    )


def _axes(kb: Knowledge, workload: Workload) -> Iterator[tuple[str, float, Callable[[float], dict[str, Any]]]]:
    """Yield what may be moved: its name, its value now, and how a value of it is set."""
    job = resolve(kb, workload)
    if job.seq_len:
        yield "seq_len", job.seq_len, lambda value: {"seq_len": int(value)}
    if workload.params and not job.model:
        yield "params", workload.params, lambda value: {"params": int(value)}
    if job.unit == "tokens":
        yield (
            "dataset_tokens",
            job.amount.value,
            lambda value: {"dataset_tokens": int(value), "epochs": 1.0, "train_steps": None},
        )
    else:
        yield (
            "dataset_samples",
            job.amount.value,
            lambda value: {"dataset_samples": int(value), "epochs": 1.0, "train_steps": None},
        )


def _machine(kb: Knowledge, workload: Workload, shared: Shared) -> Machine:
    found = explore(kb, workload, shared)
    chosen = options(found.search, found.pool).get("recommended") or found.closest
    return (kb.gpus[chosen.fit.rig.gpu].name, chosen.fit.rig.gpus, bool(found.pool)) if chosen else ("", 0, False)


def _search(
    kb: Knowledge, workload: Workload, machine: Callable[[dict[str, Any]], Machine], now: Machine, name: str,
    value: float, fields: Callable[[float], dict[str, Any]],
) -> Breakpoint | None:  # fmt: skip
    """Return the first value above `value` at which the machine changes; None where it does not within reach."""
    low, high = value, value
    while machine(fields(high)) == now:
        low, high = high, high * 2
        if high > value * kb.number("planning.sensitivity", "reach"):
            return None
    while high / low > 1 + kb.number("planning.sensitivity", "step"):
        middle = (low * high) ** 0.5
        if machine(fields(middle)) == now:
            low = middle
        else:
            high = middle
    after = machine(fields(high))
    words = [_words(kb, workload.lang, one) for one in (now, after)]
    text = say(kb, workload.lang, f"sensitivity.{name}", at=count(high), before=words[0], after=words[1])
    return Breakpoint(name, value, high, words[0], words[1], text)


def _words(kb: Knowledge, lang: str, machine: Machine) -> str:
    name, number, feasible = machine
    if not feasible:
        return say(kb, lang, "sensitivity.nothing")
    return f"{number} × {name}"
