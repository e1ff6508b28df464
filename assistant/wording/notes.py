"""Where the articles disagree, said beside the figure it is about."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.knowledge import Knowledge
from assistant.planning.result import PlanResult

SHOWN = 2
"""How many are said with a plan; the rest are answers to questions."""


def disagreement_notes(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[tuple[str, str]]:
    """Yield (id, note) for the disagreements whose tags this job meets."""
    tags = _tags(kb, result)
    found = [entry for entry in kb.disagreements.values() if tags & set(entry.tags)]
    for entry in found[:SHOWN]:
        yield entry.id, entry.ours.of(lang)


def _tags(kb: Knowledge, result: PlanResult) -> frozenset[str]:
    """Return what of a job articles may disagree about: task, method and size, card, how many of them."""
    job, plan = result.workload, result.plan
    tags = {f"task:{job.task}", f"method:{job.method}"}
    if job.task == "data_prep":
        tags.add("data-prep")
    if job.method == "full" and job.params:
        tags.add(f"full-{round(job.params / 1e9)}b")
    card = kb.find_gpu(plan.gpu) if plan is not None and plan.gpu else None
    if plan is not None and card is not None:
        tags |= {f"gpu:{card.id}", "consumer-gpu"} if card.class_ == "consumer" else {f"gpu:{card.id}"}
        tags |= {"multi-gpu"} if plan.gpu_count > 1 else set()
        tags |= {"multi-node"} if plan.nodes > 1 else set()
    return frozenset(tags)
