"""Which figure, if it were wrong, would change the recommendation, and from what value on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from assistant.knowledge import Knowledge
from assistant.planning import wanted
from assistant.planning.candidate import Candidate
from assistant.planning.constraints import money_checks
from assistant.planning.exploration import Explored, explore
from assistant.planning.objective import options
from assistant.planning.resolve import resolve
from assistant.planning.search import Search
from assistant.planning.shared import Shared
from assistant.planning.words import count, money, say
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
    """Return the break-points of sequence length, batch, size, amount of data and price, upward of what is planned."""
    if not resolve(kb, workload).trains:
        return ()
    shared = Shared()

    def moved(axis: Axis) -> Breakpoint | None:
        def machine(value: float) -> Machine:
            found = explore(kb, applied(workload, axis.fields(value)), shared)
            return _machine(kb, _chosen(found), bool(found.pool))

        return _point(kb, workload.lang, axis, machine)

    points = [moved(axis) for axis in _axes(kb, workload)]
    return tuple(point for point in (*points, _price(kb, workload, shared)) if point is not None)


@dataclass(frozen=True, slots=True)
class Axis:
    """What may be moved: its name, its value now, how a value of it is written, and the fields that set it."""

    name: str
    now: float
    written: Callable[[float], str]
    fields: Callable[[float], dict[str, Any]] = lambda _: {}


def _axes(kb: Knowledge, workload: Workload) -> Iterator[Axis]:
    """Yield what of a job may be moved."""
    job = resolve(kb, workload)
    if job.seq_len:
        yield Axis("seq_len", job.seq_len, _whole, lambda value: {"seq_len": int(value)})
    yield Axis("batch", job.global_batch, _whole, lambda value: {"batch": int(value)})
    if workload.params and not job.model:
        yield Axis("params", workload.params, count, lambda value: {"params": int(value)})
    data = f"dataset_{job.unit}"
    once = {"epochs": 1.0, "train_steps": None}
    yield Axis(data, job.amount.value, count, lambda value: {data: int(value), **once})


def _whole(value: float) -> str:
    return f"{int(value):,}"


def _chosen(found: Explored) -> Candidate | None:
    return options(found.search, found.pool).get("recommended") or found.closest


def _machine(kb: Knowledge, chosen: Candidate | None, feasible: bool) -> Machine:
    return (kb.gpus[chosen.fit.rig.gpu].name, chosen.fit.rig.gpus, feasible) if chosen else ("", 0, False)


def _price(kb: Knowledge, workload: Workload, shared: Shared) -> Breakpoint | None:
    """Return how dear the recommended card may get until another machine is recommended."""
    found = explore(kb, workload, shared)
    chosen = _chosen(found)
    if chosen is None or not found.pool or not chosen.per_hour:
        return None
    search = found.search

    def machine(price: float) -> Machine:
        dearer = [_dearer(search, one, chosen, price / each) for one in found.found]
        pool, _ = wanted.pool(search, dearer)
        return _machine(kb, options(search, pool).get("recommended"), bool(pool))

    lang, currency, each = workload.lang, search.job.currency, chosen.per_hour / chosen.fit.rig.nodes
    return _point(kb, lang, Axis("price", each, lambda value: money(kb, lang, value, currency)), machine)


def _dearer(search: Search, one: Candidate, chosen: Candidate, factor: float) -> Candidate:
    """Return `one` at `factor` times its price if it has the card that was chosen: cards get dearer everywhere."""
    if one.per_hour is None or one.fit.rig.gpu != chosen.fit.rig.gpu or one.machine.owned:
        return one
    price = one.per_hour * factor
    others = tuple(check for check in one.broken if check.constraint != "budget")
    over = money_checks(search.limit, price, one.billed, one.fit.rig.gpus)
    return replace(one, per_hour=price, broken=(*others, *over))


def _point(kb: Knowledge, lang: str, axis: Axis, machine: Callable[[float], Machine]) -> Breakpoint | None:
    """Return the first value above that of `axis` at which the machine changes; None where it does not within reach."""
    low = high = axis.now
    now = after = machine(low)
    while after == now:
        low, high = high, high * 2
        if high > axis.now * kb.number("planning.sensitivity", "reach"):
            return None
        after = machine(high)
    while high / low > 1 + kb.number("planning.sensitivity", "step"):
        middle = (low * high) ** 0.5
        found = machine(middle)
        if found == now:
            low = middle
        else:
            high, after = middle, found
    words = [_words(kb, lang, one) for one in (now, after)]
    text = say(kb, lang, f"sensitivity.{axis.name}", at=axis.written(high), before=words[0], after=words[1])
    return Breakpoint(axis.name, axis.now, high, words[0], words[1], text)


def _words(kb: Knowledge, lang: str, machine: Machine) -> str:
    name, number, feasible = machine
    if not feasible:
        return say(kb, lang, "sensitivity.nothing")
    return f"{number} × {name}"
