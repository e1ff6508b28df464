"""What if? The difference between two plans, and why it is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.planning.result import Option, PlanResult
from assistant.planning.words import clauses, duration, figure, money, say


@dataclass(frozen=True, slots=True)
class Difference:
    """One line of a comparison of two plans: what it is about, before, after, and why where there is a reason."""

    name: str
    before: str
    after: str
    why: str = ""


def difference(kb: Knowledge, before: PlanResult, after: PlanResult) -> tuple[Difference, ...]:
    """Return the lines in which two plans differ, the slots that were changed first."""
    return tuple(line for line in _lines(kb, before, after) if line.before != line.after)


def _lines(kb: Knowledge, before: PlanResult, after: PlanResult) -> Iterator[Difference]:
    lang = after.workload.lang
    old, new = before.workload.slots(), after.workload.slots()
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield Difference(f"slot.{name}", _plain(old.get(name)), _plain(new.get(name)))
    told = (entry.text for entry in after.rejected if before.plan and entry.gpu == before.plan.gpu)
    why = clauses(lang, *told)
    yield Difference("feasible", _verdict(kb, lang, before), _verdict(kb, lang, after), ", ".join(after.violates))
    a, b = before.plan, after.plan
    yield Difference("machine", _machine(a), _machine(b), why)
    if a is None or b is None:
        return
    yield Difference("offer", f"{a.offer.provider} {a.offer.instance}", f"{b.offer.provider} {b.offer.instance}")
    yield Difference("strategy", _strategy(a), _strategy(b))
    yield Difference("memory", _memory(a), _memory(b))
    yield Difference("hours", duration(kb, lang, a.hours.mid), duration(kb, lang, b.hours.mid))
    yield Difference("cost", _cost(kb, lang, a), _cost(kb, lang, b))


def _plain(value: object) -> str:
    return "-" if value is None else str(value)


def _verdict(kb: Knowledge, lang: str, result: PlanResult) -> str:
    return say(kb, lang, "difference.feasible" if result.feasible else "difference.infeasible")


def _machine(option: Option | None) -> str:
    if option is None:
        return "-"
    return f"{option.gpu_count} × {option.gpu}" if option.gpu else f"{option.cpu_cores} cores"


def _strategy(option: Option) -> str:
    return option.parallelism.strategy if option.parallelism else "-"


def _memory(option: Option) -> str:
    return f"{figure(option.memory.needed_gb)} / {figure(option.memory.capacity_gb)} GB" if option.memory else "-"


def _cost(kb: Knowledge, lang: str, option: Option) -> str:
    return money(kb, lang, option.cost.mid, option.cost.currency) if option.cost else "-"
