"""Which topic answers each phrasing of the base: asked once for a base and kept beside its cache."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel, ConfigDict

import assistant.language
from assistant.knowledge import Knowledge

PART = "faq-winners"
"""Name of the compiled part beside the cache of the base."""


class Winners(BaseModel):
    """Phrasing -> id of the topic that answers it, "" for none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    topics: dict[str, str]


def topic_of(kb: Knowledge) -> Callable[[str], str | None]:
    """Return what says which topic answers a phrasing of `kb`."""
    topics = kb.compiled(PART, _form(), Winners, lambda: _ask(kb)).topics
    return lambda text: topics[text] or None


def _ask(kb: Knowledge) -> Winners:
    from assistant.language.faq import retrieve

    phrasings = (text for topic in kb.topics.values() for text in (*topic.phrasings.en, *topic.phrasings.zh))
    return Winners(topics={text: retrieve(kb, text).topic or "" for text in phrasings})


def _form() -> str:
    """Return a digest of the source that answers, so that winners of another way of counting are never taken."""
    digest = hashlib.sha256()
    for file in sorted(Path(assistant.language.__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
