"""Which topic answers each phrasing of the base: asked once for a base and kept beside its cache."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict

import assistant.language
from assistant.knowledge import Knowledge
from assistant.language.faq.compiled import classes_of

PART = "faq-winners"
"""Name of the compiled part beside the cache of the base."""


class Winners(BaseModel):
    """Phrasing -> id of the topic that answers it, "" for none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    topics: dict[str, str]


def topic_of(kb: Knowledge) -> Callable[[str], str | None]:
    """Return what says which topic answers a phrasing of `kb`."""
    topics = kb.compiled(PART, _form(kb), Winners, lambda: _ask(kb), alone=True).topics
    return lambda text: topics[text] or None


def _ask(kb: Knowledge) -> Winners:
    from assistant.language.faq import retrieve

    phrasings = (text for topic in kb.topics.values() for text in (*topic.phrasings.en, *topic.phrasings.zh))
    return Winners(topics={text: retrieve(kb, text).topic or "" for text in phrasings})


def _form(kb: Knowledge) -> str:
    """Return a digest of all that decides the winners: the source that answers, and what it reads of the base.

    A changed price or rule leaves it as it is, so that only a change of the FAQ or of a name asks every phrasing anew.
    """
    digest = hashlib.sha256()
    for file in sorted(Path(assistant.language.__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    for part in _read_by_the_index(kb):
        digest.update(part.encode())
    return digest.hexdigest()


def _read_by_the_index(kb: Knowledge) -> Iterator[str]:
    for name, entry in classes_of(kb):
        phrasings, terms = entry.phrasings, entry.terms
        yield "\n".join((name, *phrasings.en, *phrasings.zh, *terms.en, *terms.zh))
    for concept in kb.concepts.values():
        yield "\n".join((concept.id, *concept.en, *concept.zh, f"{concept.weight} {concept.favours}"))
    for constant in kb.constants.values():
        if constant.id.startswith("faq."):
            yield f"{constant.id} {constant.value} {constant.table} {constant.words}"
    yield from (f"{term.kind} {term.zh}" for term in kb.vocabulary.values())
    yield from (f"{model.id} {model.kind} {model.family} {model.aliases}" for model in kb.models.values())
    yield from (f"{gpu.name} {gpu.aliases} {gpu.architecture} {gpu.vendor} {gpu.class_}" for gpu in kb.gpus.values())
    yield from (offer.instance for offer in kb.offers.values())
