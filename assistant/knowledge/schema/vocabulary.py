"""Words by which people say things."""

from __future__ import annotations

from assistant.knowledge.schema.base import Record


class Term(Record):
    """One meaning and the words for it.

    Attributes:
        kind: what it is a value of: a slot ("task", "method", "precision"), a unit ("unit.bytes"), an intent, a mark
            ("negation", "correction", "hedge") or whatever the language package declares.
        value: the value it stands for.
        en, zh: words and phrases; matched by the rules of the language package.
        note: for the author.
    """

    kind: str
    value: str
    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
    note: str = ""
