"""A sentence the product says."""

from __future__ import annotations

from assistant.knowledge.schema.base import Record


class Text(Record):
    """One message in both languages, with {placeholders}; `note` tells the author where it is used."""

    en: str
    zh: str
    note: str = ""

    def of(self, lang: str) -> str:
        """Return the text in `lang` ("en" or "zh")."""
        return self.zh if lang == "zh" else self.en
