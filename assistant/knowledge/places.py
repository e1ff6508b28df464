"""Where each record stands, for messages with file and line."""

from __future__ import annotations

from dataclasses import dataclass, field

from assistant.knowledge.yaml_nodes import Document, Mark, Path_


@dataclass(frozen=True, slots=True)
class Place:
    """One record in one file; `layer` counts the folders laid over one another."""

    file: str
    document: Document
    path: Path_
    layer: int = 0

    def mark(self, inner: Path_ = (), *, key: bool = False) -> Mark:
        """Return the place of `inner` inside the record, or of the nearest thing around it."""
        return self.document.mark((*self.path, *inner), key=key)


_NOWHERE = Place("", Document(), ())


@dataclass
class Places:
    """Kind and id -> place; an overridden record stands where its last version stands."""

    _table: dict[tuple[str, str], Place] = field(default_factory=dict)

    def put(self, kind: str, identity: str, place: Place) -> None:
        """Remember where a record stands."""
        self._table[kind, identity] = place

    def get(self, kind: str, identity: str) -> Place | None:
        """Return where a record stands, None where it was never read."""
        return self._table.get((kind, identity))

    def of(self, kind: str, identity: str) -> Place:
        """Return where a record stands; a place without a file where it was never read."""
        return self._table.get((kind, identity), _NOWHERE)
