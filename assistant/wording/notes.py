"""Where the articles disagree, said beside the figure it is about."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.knowledge import Knowledge
from assistant.planning.result import PlanResult


def disagreement_notes(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[tuple[str, str]]:
    """Yield (id, note) for the disagreements whose tags this job meets."""
    tags = _tags(result)
    for entry in kb.disagreements.values():
        if tags & set(entry.tags):
            yield entry.id, entry.ours.of(lang)


def _tags(result: PlanResult) -> frozenset[str]:
    """Return what of a job articles may disagree about: task, method, size class, card, link."""
    job, plan = result.workload, result.plan
    tags = {f"task:{job.task}", f"method:{job.method}"}
    if plan is not None:
        tags.add("multi-node" if plan.nodes > 1 else "one-node")
    return frozenset(tags)
