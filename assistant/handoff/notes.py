"""A sentence beside an exported file: what the reader must know and the format can not say."""

from __future__ import annotations

from assistant.handoff.job import Job
from assistant.knowledge import Knowledge
from assistant.wording.texts import say


def note(kb: Knowledge, job: Job, name: str, **values: object) -> str:
    """Return the note `name` in the language of the plan, with `values` put in."""
    return say(kb, f"handoff.note.{name}", job.lang, **values)
