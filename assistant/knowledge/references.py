"""Ids that one record names and another must have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from assistant.knowledge.explain import did_you_mean


class Reference(NamedTuple):
    """One use of an id.

    Attributes:
        kind, identity: the record that names it; `path`: where inside the record.
        to: kind of the record that is named; `name`: its id.
    """

    kind: str
    identity: str
    path: tuple[str | int, ...]
    to: str
    name: str


_FIELDS: Mapping[str, Mapping[str, str]] = {
    "constants": {"source": "sources"},
    "gpus": {"source": "sources", "memory_source": "sources"},
    "models": {"source": "sources"},
    "loose_names": {"candidates": "models", "default": "models"},
    "offers": {"gpu": "gpus", "source": "sources"},
    "rates": {"source": "sources"},
    "tables": {"covers": "facts", "monotone": "facts"},
    "rules": {"table": "tables", "claims": "claims", "overrules": "claims", "sources": "sources"},
    "topics": {"claims": "claims", "sources": "sources", "related": "topics"},
    "claims": {"article": "sources", "conflicts_with": "claims"},
    "disagreements": {"rules": "rules", "sources": "sources", "topics": "topics"},
}
"""Kind -> field -> kind of the record that the field names."""

_STRUCTURAL = {("rules", "tables"), ("tables", "facts"), ("offers", "gpus"), ("loose_names", "models")}
"""References without which nothing can run: a base that breaks one is refused when it is loaded."""

GPU_KEYS = ("gpu", "avoid_gpu")
"""Keys of a rule's `then` that name cards."""


def references(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Reference]:
    """Yield every use of an id in `tables` (kind -> id -> record)."""
    for kind, fields in _FIELDS.items():
        for identity, record in tables.get(kind, {}).items():
            for field, to in fields.items():
                yield from _field(kind, identity, (field,), to, getattr(record, field))
    yield from _nested(tables)


def _field(kind: str, identity: str, path: tuple[str | int, ...], to: str, value: Any) -> Iterator[Reference]:
    if isinstance(value, str) and value:
        yield Reference(kind, identity, path, to, value)
    elif isinstance(value, tuple):
        for index, name in enumerate(value):
            yield Reference(kind, identity, (*path, index), to, str(name))


def _nested(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Reference]:
    for identity, claim in tables.get("claims", {}).items():
        for index, evidence in enumerate(claim.evidence):
            yield Reference("claims", identity, ("evidence", index, "source"), "sources", evidence.source)
    for identity, entry in tables.get("disagreements", {}).items():
        for index, tag in enumerate(entry.tags):
            if tag.startswith("gpu:"):
                yield Reference("disagreements", identity, ("tags", index), "gpus", tag.removeprefix("gpu:"))
        for index, position in enumerate(entry.positions):
            yield Reference("disagreements", identity, ("positions", index, "article"), "sources", position.article)
            yield from _field("disagreements", identity, ("positions", index, "claims"), "claims", position.claims)
    facts = tables.get("facts", {})
    for identity, rule in tables.get("rules", {}).items():
        for key in GPU_KEYS:
            yield from _field("rules", identity, ("then", key), "gpus", rule.then.get(key))
        for leaf in rule.when.leaves():
            fact = facts.get(leaf.slot)
            if fact is not None and fact.refers:
                names = leaf.in_ or leaf.not_in or ((leaf.is_,) if leaf.is_ else ())
                yield from (Reference("rules", identity, ("when",), fact.refers, str(name)) for name in names)


def dangling(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[Reference, str]]:
    """Yield every reference whose record does not exist, with a message."""
    for use in references(tables):
        known = tables.get(use.to, {})
        if use.name not in known:
            yield use, f"no {_singular(use.to)} is called `{use.name}`{did_you_mean(use.name, known)}"


def broken_structure(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str, tuple[str | int, ...], str]]:
    """Yield (kind, id, path, message) of dangling references without which nothing can run."""
    for use, message in dangling(tables):
        if (use.kind, use.to) in _STRUCTURAL:
            yield use.kind, use.identity, use.path, message


def _singular(kind: str) -> str:
    return {"gpus": "card", "loose_names": "loose name"}.get(kind, kind.removesuffix("s"))
