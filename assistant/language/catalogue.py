"""Every name of a model, of the catalogue and of the vocabulary, ready to be looked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.knowledge.names import fold
from assistant.knowledge.schema import Term
from assistant.language.words import Words

_RIGHT = r"(?:(?![a-z])|(?<![a-z0-9]))"


@dataclass(frozen=True, slots=True)
class ModelNames:
    """Every name of a model, ready to be looked for.

    Attributes:
        exact: folded name of the catalogue, or folded loose name -> id, or the loose name.
        families: families with what may follow them.
        parts: words of a name after the family.
        ambiguous: folded names that are ordinary words, too, with the task whose words make them names, "" for none.
        domains: words of the tasks.
        kinds: beginning of an id -> kind of the first catalogue model that begins so.
        family_tasks: family -> task, for families outside the catalogue.
        lettered: families whose sizes are letters ("yolov8 s"); `deep`: those whose sizes are depths ("resnet 50").
        joined: families whose version is written without a hyphen.
        text_first: beginnings of ids of models that read pictures, too, but are mostly trained on text.
        in_name: (part of a name, task): what a model outside the catalogue is trained for.
    """

    exact: Mapping[str, str]
    families: Words
    parts: Words
    ambiguous: Mapping[str, str]
    domains: Words
    kinds: Mapping[str, str]
    family_tasks: Mapping[str, str]
    lettered: frozenset[str]
    deep: frozenset[str]
    joined: frozenset[str]
    text_first: frozenset[str]
    in_name: tuple[tuple[str, str], ...]


def model_names(kb: Knowledge) -> ModelNames:
    """Return the patterns of all models in `kb`."""
    terms = tuple(kb.vocabulary.values())
    ambiguous = {
        fold(word): "" if term.value == "yes" else term.value
        for term in terms
        if term.kind == "model.ambiguous"
        for word in (*term.en, *term.zh)
    }
    domains = Words.of(term for term in terms if term.kind in {"task", "hint", "model.domain"})
    pairs: list[tuple[str, str]] = []
    for entry in kb.loose_names.values():
        pairs.extend((re.sub(r"\s*\(.*?\)", "", name), name) for name in entry.names)
    for model in kb.models.values():
        pairs.extend((name, model.id) for name in (model.id, *model.aliases))
    exact: dict[str, str] = {}
    for name, identity in pairs:
        if ambiguous.get(fold(name), "-") and len(fold(name)) > 1:
            exact.setdefault(fold(name), identity)
    named = [(word, term.value) for term in terms if term.kind == "model.family" for word in (*term.en, *term.zh)]
    spelt = {word for word, _ in named} | {value for _, value in named}
    known = [word for term in terms if term.kind == "model.task" for word in term.en if word not in spelt]
    families = Words([*named, *((word, word.replace(" ", "-")) for word in known)], right=_RIGHT)
    parts = Words.of(term for term in terms if term.kind == "model.part")
    counted: dict[str, Counter[str]] = {}
    for model in kb.models.values():
        counted.setdefault(re.sub(r"[\d.\-].*$", "", model.id), Counter())[model.kind] += 1
    kinds = {head: kinds_of.most_common(1)[0][0] for head, kinds_of in counted.items()}
    tasks = {word.replace(" ", "-"): term.value for term in terms if term.kind == "model.task" for word in term.en}
    in_name = tuple((word, term.value) for term in terms if term.kind == "model.in_name" for word in term.en)
    lettered, deep, joined, text_first = (
        _listed(terms, f"model.{sort}") for sort in ("lettered", "deep", "joined", "text_first")
    )
    return ModelNames(
        exact, families, parts, ambiguous, domains, kinds, tasks, lettered, deep, joined, text_first, in_name
    )


def _listed(terms: Iterable[Term], kind: str) -> frozenset[str]:
    """Return the words of every term of `kind`, as they stand."""
    return frozenset(word for term in terms if term.kind == kind for word in term.en)
