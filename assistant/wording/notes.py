"""Where the articles disagree, said beside the figure it is about."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Disagreement
from assistant.planning.result import PlanResult
from assistant.wording.texts import say

SHOWN = 1
"""How many are said at once; the rest are answers to questions."""

LINE_TAGS = {
    "gpu": ("vram",),
    "memory": ("vram", "optimizer", "precision"),
    "parallelism": ("strategy", "pooling"),
    "cpu": ("cpu", "workers"),
    "ram": ("ram",),
    "storage": ("storage",),
    "network": ("network", "nvlink"),
    "offer": ("spot", "cost"),
    "hours": ("scaling",),
    "cost": ("cost", "spot"),
}
"""Line of a plan -> tags of the disagreements that are about it."""


def disagreement_notes(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[tuple[str, str]]:
    """Yield (id, note) for the disagreements that this very job runs into."""
    several = result.plan is not None and result.plan.gpu_count > 1
    about_links = frozenset() if several else frozenset(LINE_TAGS["network"])
    yield from _notes(kb, _tags(kb, result), lang, about_links)


def line_notes(kb: Knowledge, line: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield (id, note) for the disagreements about one line of a plan."""
    yield from _notes(kb, frozenset(LINE_TAGS.get(line, ())), lang)


def _notes(
    kb: Knowledge, tags: frozenset[str], lang: str, without: frozenset[str] = frozenset()
) -> Iterator[tuple[str, str]]:
    """Yield the first notes that have one of `tags` and none of `without`."""
    found = [entry for entry in kb.disagreements.values() if tags & set(entry.tags) and not without & set(entry.tags)]
    for entry in found[:SHOWN]:
        yield entry.id, note_text(kb, entry, lang)


def note_text(kb: Knowledge, entry: Disagreement, lang: str) -> str:
    """Return what the articles say on a point, what the evidence says and what holds here."""
    positions = "; ".join(
        say(kb, "disagreement.position", lang, article=_article(kb, position.article), says=position.says.of(lang))
        for position in entry.positions
    )
    return say(
        kb,
        "disagreement.note" if len(entry.positions) > 1 else "disagreement.one",
        lang,
        title=entry.title.of(lang),
        positions=positions,
        evidence=entry.evidence.of(lang),
        ours=entry.ours.of(lang),
        ids=", ".join((entry.id, *(claim for position in entry.positions for claim in position.claims))),
    )


def _article(kb: Knowledge, article: str) -> str:
    return article if article not in kb.sources else article.removeprefix("article-")


def _tags(kb: Knowledge, result: PlanResult) -> frozenset[str]:
    """Return what of a job articles may disagree about: task, method and size, card, how many of them."""
    job, plan = result.workload, result.plan
    model = kb.models.get(job.model or "")
    params = job.params or (model.params if model is not None else None)
    tags = {f"task:{job.task}"}
    if params and job.method:
        tags.add(f"{job.method}-{round(params / 1e9)}b")
    card = kb.find_gpu(plan.gpu) if plan is not None and plan.gpu else None
    if plan is not None and card is not None:
        tags.add(f"gpu:{card.id}")
        tags |= {"multi-gpu"} if plan.gpu_count > 1 else set()
        tags |= {"multi-node"} if plan.nodes > 1 else set()
    return frozenset(tags)
