"""The plan as a report that can be defended: every figure with its formula, every source by its title."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from assistant.handoff.job import Job
from assistant.handoff.report_machine import machine, money, options
from assistant.handoff.report_parts import Bullets, Code, Line, Report, Section, Strong, Table
from assistant.knowledge import Knowledge
from assistant.wording.slot_values import slot_title, slot_value
from assistant.wording.texts import joined

PARTS = ("weights", "gradients", "optimizer", "activations", "allocated", "overhead", "needed")

_NUMBER = re.compile(r"(?<![\w.])\d+\.\d+(?:e[+-]?\d+)?")

Say = Callable[..., str]


def report(kb: Knowledge, job: Job) -> Report:
    """Return the report on a plan; sections without content are left out."""

    def say(key: str, **values: object) -> str:
        text = kb.texts[f"handoff.report.{key}"].of(job.lang)
        return text.format(**values) if values else text

    result = job.result
    levers = [(Strong(lever["change"]), f": {lever['effect']}") for lever in result.get("levers") or ()]
    fired = [(f"{rule['text']} ", Code(rule["id"])) for rule in result.get("rules") or ()]
    sections = [
        Section(say("workload"), Table((say("item"), say("value")), _workload(kb, job))),
        Section(say("machine"), Table((say("item"), say("value")), machine(kb, job, say))),
        Section(say("memory"), Table((say("part"), "GB"), _memory(job, say), numbers=1)),
        Section(say("money"), Table(("", say("low"), say("mid"), say("high")), money(job, say), numbers=1)),
        Section(say("options"), Table(("", say("gpu"), say("hours"), say("cost_bare")), options(kb, job), numbers=2)),
        Section(say("warnings"), Bullets(result.get("warnings") or ())),
        Section(say("assumptions"), Table((say("item"), say("value"), say("why")), _assumed(kb, job))),
        Section(say("rejected"), Bullets([_rejection(entry) for entry in result.get("rejected") or ()])),
        Section(say("levers"), Bullets(levers)),
        Section(say("advice"), Bullets([r["text"] for r in result.get("advice") or ()])),
        Section(say("rules"), Bullets(fired), folded=True),
        Section(say("derivations"), _figures(kb, job, say), folded=True),
        Section(say("sources"), Bullets(list(_sources(kb, result))), folded=True),
    ]
    return Report(
        lang=job.lang,
        title=f"{say('title')}: {_headline(job)}" if job.lang == "en" else f"{say('title')}：{_headline(job)}",
        alarm=_alarm(kb, job, say),
        sections=[part for part in sections if (part.body.rows if isinstance(part.body, Table) else part.body.lines)],
    )


def _alarm(kb: Knowledge, job: Job, say: Say) -> str:
    if job.result.get("feasible", True):
        return ""
    broken = [str(name) for name in job.result.get("violates") or ()]
    words = [kb.texts[f"limit.{name}"].of(job.lang) if f"limit.{name}" in kb.texts else name for name in broken]
    return say("infeasible", limits=joined(words, job.lang))


def _headline(job: Job) -> str:
    cards = f"{job.processes} × {job.gpu_name}" if job.per_node else "CPU"
    offer = " ".join(part for part in (job.offer.provider, job.offer.instance) if part)
    return f"{cards}, {offer}" if offer else cards


def _workload(kb: Knowledge, job: Job) -> list[tuple[str, str]]:
    slots = job.result.get("workload") or {}
    return [
        (slot_title(kb, name, job.lang), slot_value(kb, name, value, job.lang))
        for name, value in slots.items()
        if name != "lang"
    ]


def _assumed(kb: Knowledge, job: Job) -> list[tuple[str, str, str]]:
    rows = []
    for entry in job.result.get("assumptions") or ():
        name, value = str(entry["name"]), entry["value"]
        text = kb.texts.get(f"assumption.{name}")
        label = text.of(job.lang) if text is not None else slot_title(kb, name, job.lang)
        rows.append(
            (label, f"{value:g}" if isinstance(value, float) else slot_value(kb, name, value, job.lang), entry["why"])
        )
    return rows


def _memory(job: Job, say: Say) -> list[tuple[Line, str]]:
    memory = job.result["plan"].get("memory")
    if not memory:
        return []
    names = {"optimizer": "optimizer_states"}
    rows: list[tuple[Line, str]] = [
        (Strong(say(part)) if part == "needed" else say(names.get(part, part)), f"{memory[f'{part}_gb']:,.2f}")
        for part in PARTS
        if memory.get(f"{part}_gb") is not None
    ]
    return [
        *rows,
        (say("capacity"), f"{memory['capacity_gb']:,.2f}"),
        (say("free"), f"{memory['headroom_gb']:,.2f}"),
    ]


def _rejection(entry: Mapping[str, Any]) -> Line:
    name, text = str(entry.get("gpu") or entry.get("offer") or ""), str(entry["text"])
    return text if not name or name in text else (Strong(name), f" {text}")


def _figures(kb: Knowledge, job: Job, say: Say) -> Table:
    rows: list[tuple[Line, ...]] = []
    for name, figure in (job.result.get("derivations") or {}).items():
        text = kb.texts.get(f"quantity.{name}")
        rows.append(
            (
                text.of(job.lang) if text is not None else Code(name),
                f"{figure['value']:g} {figure['unit']}".strip(),
                Code(figure.get("formula") or ""),
                Code(_NUMBER.sub(_shortened, figure.get("substitution") or "")),
                ", ".join(figure.get("sources") or ()),
            )
        )
    return Table((say("figure"), say("value"), say("formula"), say("numbers"), say("sources")), rows, dense=True)


def _shortened(match: re.Match[str]) -> str:
    """Return a number with the digits that matter: whole from a million on, six digits below."""
    value = float(match[0])
    return f"{value:.0f}" if value >= 1e6 else f"{value:.6g}"


def _sources(kb: Knowledge, result: Mapping[str, Any]) -> Iterator[Line]:
    """Yield every source that a figure or a rule names: its id, its title, where it stands and from when."""
    figures = (result.get("derivations") or {}).values()
    named = {name for entry in (*figures, *(result.get("rules") or ())) for name in entry.get("sources") or ()}
    for name in sorted(named):
        source = kb.sources.get(name)
        if source is not None:
            place = ", ".join(part for part in (source.ref, source.date) if part)
            yield Code(name), f" {source.title}" + (f" ({place})" if place else "")
