"""A plan as plain lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.planning.result import Option, PlanResult


def report(kb: Knowledge, result: PlanResult) -> str:
    """Return the plan, its alternatives, what was rejected, the levers and the sums, a line each."""
    lang = result.workload.lang
    return "\n".join(_lines(kb, result, lang))


def _lines(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[str]:
    from assistant.planning.words import say
    from assistant.wording.derivations import one_line

    def title(name: str) -> str:
        return "\n" + say(kb, lang, f"plan_report.{name}")

    yield say(
        kb,
        lang,
        "plan_report.feasible" if result.feasible else "plan_report.infeasible",
        limits=", ".join(result.violates),
    )
    if result.plan is not None:
        yield from _option(kb, result.plan, lang)
    for name, option in result.options.items():
        yield f"{say(kb, lang, f'plan_report.{name}')}: {_short(kb, option, lang)}"
    for name, entries in (
        ("sums", [one_line(kb, quantity, lang) for quantity in result.derivations.values()]),
        ("levers", [f"{lever.change}: {lever.effect}" for lever in result.levers]),
        ("rejected", [entry.text for entry in result.rejected]),
        ("warnings", list(result.warnings)),
        ("assumed", [f"{entry.name} = {entry.value}: {entry.why}" for entry in result.assumptions]),
        ("advice", [entry.text for entry in result.advice]),
    ):
        if entries:
            yield title(name)
            yield from (f"- {entry}" for entry in entries)


def _option(kb: Knowledge, option: Option, lang: str) -> Iterator[str]:
    from assistant.planning.words import figure, say

    yield _short(kb, option, lang)
    if option.memory is not None and option.parallelism is not None:
        how = option.parallelism
        yield say(
            kb, lang, "plan_report.layout", strategy=how.strategy, micro=how.micro_batch, accum=how.grad_accum,
            needed=figure(option.memory.needed_gb), capacity=figure(option.memory.capacity_gb),
        )  # fmt: skip
    yield say(
        kb, lang, "plan_report.host", cores=option.cpu_cores, ram=figure(option.ram_gb), kind=option.storage.kind,
        disk=figure(option.storage.capacity_gb), intra=option.network.intra_node, inter=option.network.inter_node,
    )  # fmt: skip


def _short(kb: Knowledge, option: Option, lang: str) -> str:
    from assistant.planning.words import duration, money

    machine = f"{option.gpu_count} × {option.gpu}" if option.gpu else f"{option.cpu_cores} cores"
    cost = money(option.cost.mid, option.cost.currency) if option.cost else "?"
    price = (
        money(option.offer.price_per_hour, option.offer.currency) if option.offer.price_per_hour is not None else "?"
    )
    where = f"{option.offer.provider} {option.offer.instance}"
    return f"{machine}, {option.nodes} × {where}, {price}/h: {duration(kb, lang, option.hours.mid)}, {cost}"
