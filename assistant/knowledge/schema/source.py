"""Where a figure or a statement comes from."""

from __future__ import annotations

from typing import Literal

from assistant.knowledge.schema.base import Bilingual, Closed, Record


class Section(Closed):
    """One part of an article, which its claims name."""

    id: str
    name: Bilingual


class Source(Record):
    """One document, data sheet, measurement or article.

    Attributes:
        kind: article (one of the three audited ones), paper, vendor, benchmark, guide, package, catalogue, measured (by
            us) or choice (a decision of ours, not sourced).
        title: as a reader would look it up.
        title_zh: the same in Chinese, where the title is ours; a document of others keeps its own.
        date: ISO date, year-month or year of what was read; "undated" where the document has none.
        ref: address, repository path or section.
        says: what it says on the matter, in our words.
        sections: parts of an article.
    """

    kind: Literal["article", "paper", "vendor", "benchmark", "guide", "package", "catalogue", "measured", "choice"]
    title: str
    title_zh: str = ""
    date: str
    ref: str = ""
    says: Bilingual | None = None
    sections: tuple[Section, ...] = ()

    def named(self, lang: str) -> str:
        """Return the title for a reader of `lang`."""
        return self.title_zh if lang == "zh" and self.title_zh else self.title
