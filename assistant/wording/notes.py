"""Where the articles disagree, said beside the figure it is about."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Disagreement
from assistant.planning.result import PlanResult
from assistant.planning.words import clauses
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
    """Yield (id, note) for the disagreement that this very job runs into, in short: the point and what holds here."""
    for entry in _about(kb, _tags(kb, result)):
        title, ours = entry.title.of(lang), entry.ours.of(lang)
        yield entry.id, say(kb, "disagreement.short", lang, title=title, ours=ours, id=entry.id)


def full_notes(kb: Knowledge, result: PlanResult, lang: str) -> Iterator[tuple[str, str]]:
    """Yield (id, note) with what each article says and the evidence; "why?" on the line it is about says it too."""
    for entry in _about(kb, _tags(kb, result)):
        yield entry.id, note_text(kb, entry, lang)


def line_notes(kb: Knowledge, line: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield (id, note) for the disagreements about one line of a plan."""
    for entry in _about(kb, frozenset(LINE_TAGS.get(line, ()))):
        yield entry.id, note_text(kb, entry, lang)


def _about(kb: Knowledge, tags: frozenset[str]) -> list[Disagreement]:
    """Return the first disagreements that have one of `tags`."""
    return [entry for entry in kb.disagreements.values() if tags & set(entry.tags)][:SHOWN]


def note_text(kb: Knowledge, entry: Disagreement, lang: str) -> str:
    """Return what the articles say on a point, what the evidence says and what holds here."""
    said = (
        say(kb, "disagreement.position", lang, article=_article(kb, position.article), says=position.says.of(lang))
        for position in entry.positions
    )
    positions = clauses(lang, *said)
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
    """Return what of a job articles may disagree about: its task, and its method with its size."""
    job = result.workload
    model = kb.models.get(job.model or "")
    params = job.params or (model.params if model is not None else None)
    tags = {f"task:{job.task}"}
    if params and job.method:
        tags.add(f"{job.method}-{round(params / 1e9)}b")
    return frozenset(tags)
