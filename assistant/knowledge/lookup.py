"""One record and all that refers to it; records by words; the graph of references."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from assistant.knowledge.base import Knowledge
from assistant.knowledge.kinds import KINDS
from assistant.knowledge.references import Reference, references

COUNTED = ("rules", "topics", "claims", "gpus", "models", "offers", "disagreements", "sources")
"""Kinds that the statistics name."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One record that was found."""

    kind: str
    identity: str
    title: str


def tables_of(kb: Knowledge) -> Mapping[str, Mapping[str, Any]]:
    """Return every kind of record with its records."""
    return {kind.key: getattr(kb, kind.key) for kind in KINDS}


def statistics(kb: Knowledge) -> dict[str, int]:
    """Return how many records of each counted kind there are."""
    tables = tables_of(kb)
    return {kind: len(tables[kind]) for kind in COUNTED}


def records_named(kb: Knowledge, name: str) -> list[tuple[str, Any]]:
    """Return (kind, record) of every record with the id `name`; cards and models also by any of their names."""
    wanted = name.partition("/")[2] if name.partition("/")[0] in tables_of(kb) else name
    kinds = {name.partition("/")[0]} if wanted != name else set(tables_of(kb))
    found = [(kind, table[wanted]) for kind, table in tables_of(kb).items() if kind in kinds and wanted in table]
    if found:
        return found
    gpu, model = kb.find_gpu(wanted), kb.find_model(wanted)
    return [("gpus", gpu)] * (gpu is not None) + [("models", model)] * (model is not None)


def users_of(kb: Knowledge, kind: str, identity: str) -> list[Reference]:
    """Return every reference to the record `identity` of `kind`."""
    return [use for use in references(tables_of(kb)) if use.to == kind and use.name == identity]


def named_by(kb: Knowledge, kind: str, identity: str) -> list[tuple[str, str, str]]:
    """Return (kind, id, title) of every record that the record `identity` of `kind` names, each once."""
    tables = tables_of(kb)
    named = {(use.to, use.name) for use in references(tables) if use.kind == kind and use.identity == identity}
    return [(to, name, title_of(tables[to][name])) for to, name in sorted(named) if name in tables[to]]


def search(kb: Knowledge, words: str, limit: int = 20) -> list[Hit]:
    """Return the records in whose id, names or texts every one of `words` occurs, the closest first."""
    wanted = [_plain(word) for word in words.split()]
    scored = []
    for kind, table in tables_of(kb).items():
        for identity, record in table.items():
            score = _score(wanted, _plain(identity), title_of(record), record)
            if score:
                scored.append((-score, kind, identity, title_of(record)))
    return [Hit(kind, identity, title) for _, kind, identity, title in sorted(scored)[:limit]]


def _score(wanted: list[str], identity: str, title: str, record: BaseModel) -> float:
    head, body = f"{identity} {_plain(title)}", ""
    score = 0.0
    for word in wanted:
        if word in head:
            score += 3.0 + (word in identity) + 2.0 * (word == identity)
            continue
        body = body or _plain(" ".join(_strings(record.model_dump())))
        if word not in body:
            return 0.0
        score += 1.0
    return score


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


def title_of(record: Any) -> str:
    """Return one line that says what `record` is."""
    for field in ("title", "name", "because", "says", "instance", "answer", "en", "note", "value"):
        text = getattr(record, field, "")
        said = getattr(text, "en", text)
        if isinstance(said, tuple):
            said = ", ".join(str(one) for one in said)
        if said not in ("", None):
            return " ".join(str(said).split())
    return ""


def edges(kb: Knowledge) -> list[Reference]:
    """Return every reference between records."""
    return list(references(tables_of(kb)))


def as_dot(kb: Knowledge, kinds: set[str]) -> str:
    """Return the references between records of `kinds` (all where it is empty) as a Graphviz graph."""
    wanted = {(use.kind, use.identity, use.to, use.name) for use in edges(kb)}
    rows = sorted(row for row in wanted if not kinds or (row[0] in kinds and row[2] in kinds))
    lines = [f'  "{kind}/{identity}" -> "{to}/{name}";' for kind, identity, to, name in rows]
    return "\n".join(["digraph knowledge {", "  rankdir=LR;", *lines, "}"])
