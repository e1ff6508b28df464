"""The plan as a Markdown report that can be defended: every figure with its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from assistant.handoff.job import Job
from assistant.knowledge import Knowledge
from assistant.wording.quantities import significant
from assistant.wording.slot_values import slot_title, slot_value

PARTS = ("weights", "gradients", "optimizer", "activations", "allocated", "overhead", "needed")

Say = Callable[..., str]


def files(kb: Knowledge, job: Job) -> dict[str, str]:
    """Return `plan.md`."""

    def say(key: str, **values: object) -> str:
        text = kb.texts[f"handoff.report.{key}"].of(job.lang)
        return text.format(**values) if values else text

    result = job.result
    parts = [
        f"# {say('title')}: {_headline(job)}\n",
        _limits(job, say),
        _section(say("workload"), _table((say("item"), say("value")), _workload(kb, job))),
        _section(say("machine"), _machine(job, say)),
        _section(say("memory"), _memory(job, say)),
        _section(say("money"), _money(job, say)),
        _section(say("warnings"), _bullets(result.get("warnings") or ())),
        _section(say("assumptions"), _table((say("item"), say("value"), say("why")), _assumed(kb, job))),
        _section(say("rejected"), _bullets(_rejection(entry) for entry in result.get("rejected") or ())),
        _section(say("levers"), _bullets(f"**{r['change']}** {r['effect']}" for r in result.get("levers") or ())),
        _section(say("rules"), _bullets(f"{r['text']} (`{r['id']}`)" for r in result.get("rules") or ())),
        _section(say("advice"), _bullets(r["text"] for r in result.get("advice") or ())),
        _section(say("derivations"), _derivations(result.get("derivations") or {}, say)),
    ]
    return {"plan.md": "\n".join(part for part in parts if part)}


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


def _rejection(entry: Mapping[str, Any]) -> str:
    name, text = str(entry.get("gpu") or entry.get("offer") or ""), str(entry["text"])
    return text if name and name in text else f"**{name}** {text}"


def _headline(job: Job) -> str:
    cards = f"{job.processes} × {job.gpu_name}" if job.per_node else "CPU"
    offer = " ".join(part for part in (job.offer.provider, job.offer.instance) if part)
    return f"{cards}, {offer}" if offer else cards


def _limits(job: Job, say: Say) -> str:
    if job.result.get("feasible", True):
        return ""
    return "> " + say("infeasible", limits=", ".join(job.result.get("violates") or ())) + "\n"


def _machine(job: Job, say: Say) -> str:
    plan: Mapping[str, Any] = job.result["plan"]
    offer, way = plan.get("offer") or {}, plan.get("parallelism") or {}
    cards = (
        f"{plan.get('gpu_count')} × {plan['gpu']} ({plan['nodes']} × {plan['gpus_per_node']})"
        if plan.get("gpu")
        else "-"
    )
    rows: list[tuple[str, Any]] = [
        ("gpu", cards),
        ("offer", " ".join(filter(None, (job.offer.provider, job.offer.instance, job.offer.region)))),
    ]
    if offer.get("price_per_hour") is not None:
        kind, date = say("spot" if offer.get("spot") else "on_demand"), offer.get("price_date") or "?"
        price = say("price", price=f"{offer['price_per_hour']:,.2f}", currency=offer["currency"], kind=kind, date=date)
        rows.append(("price_per_hour", price))
    hidden = set() if job.recipe.splits_layers else {"tensor_parallel", "pipeline_parallel"}
    rows += [(key, value) for key, value in way.items() if value not in (None, "") and key not in hidden]
    rows += [("cpu_cores", plan.get("cpu_cores")), ("ram_gb", f"{job.ram_gb:,.0f} GB")]
    store, links = plan.get("storage") or {}, plan.get("network") or {}
    size = f"{store['capacity_gb']:,.0f} GB" if store.get("capacity_gb") else ""
    rows.append(
        ("storage", ", ".join(filter(None, (str(store.get("kind") or ""), size, str(store.get("format") or "")))))
    )
    rows.append(("network", ", ".join(str(links[key]) for key in ("intra_node", "inter_node") if links.get(key))))
    if plan.get("tokens_or_samples_per_s"):
        rows.append(("speed", f"{significant(plan['tokens_or_samples_per_s'])} {plan.get('rate_unit') or ''}".strip()))
    words = {True: say("on"), False: say("off")}
    return _table(
        (say("item"), say("value")),
        (
            (say(key), words[value] if isinstance(value, bool) else value)
            for key, value in rows
            if value not in (None, "")
        ),
    )


def _memory(job: Job, say: Say) -> str:
    memory = job.result["plan"].get("memory")
    if not memory:
        return ""
    names = {"optimizer": "optimizer_states"}
    rows = [
        (say(names.get(part, part)), f"{memory[f'{part}_gb']:,.2f}")
        for part in PARTS
        if memory.get(f"{part}_gb") is not None
    ]
    rows += [(say("capacity"), f"{memory['capacity_gb']:,.2f}"), (say("free"), f"{memory['headroom_gb']:,.2f}")]
    return _table((say("part"), "GB"), rows)


def _money(job: Job, say: Say) -> str:
    plan = job.result["plan"]
    rows = []
    for key, label in (
        ("hours", say("hours")),
        ("cost", say("cost", currency=(plan.get("cost") or {}).get("currency", ""))),
    ):
        triple = plan.get(key) or {}
        if triple.get("mid") is not None:
            rows.append((label, *(f"{triple[bound]:,.1f}" for bound in ("low", "mid", "high"))))
    return _table(("", say("low"), say("mid"), say("high")), rows)


def _derivations(derivations: Mapping[str, Mapping[str, Any]], say: Say) -> str:
    rows = (
        (
            name,
            f"{figure['value']:g} {figure['unit']}".strip(),
            f"`{figure['formula']}`" if figure.get("formula") else "",
            f"`{figure['substitution']}`" if figure.get("substitution") else "",
            ", ".join(figure.get("sources") or ()),
        )
        for name, figure in derivations.items()
    )
    return _table((say("figure"), say("value"), say("formula"), say("numbers"), say("sources")), rows)


def _section(title: str, body: str) -> str:
    return f"## {title}\n\n{body}" if body else ""


def _bullets(texts: Iterable[str]) -> str:
    return "".join(f"- {_line(text)}\n" for text in texts)


def _table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = [f"| {' | '.join(_cell(cell) for cell in row)} |\n" for row in rows]
    if not lines:
        return ""
    return f"| {' | '.join(header)} |\n|{'---|' * len(header)}\n" + "".join(lines)


def _line(text: object) -> str:
    return " ".join(str(text).split())


def _cell(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(entry)}" for key, entry in value.items() if entry not in (None, False))
    if isinstance(value, list | tuple):
        return ", ".join(_cell(entry) for entry in value)
    return _line(value).replace("|", "\\|")
