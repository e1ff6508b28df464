"""What the articles say on what was just told, and what the evidence says of it."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.knowledge import Knowledge
from assistant.wording.blocks import Block
from assistant.wording.notes import note_text
from assistant.wording.texts import say


def article_blocks(kb: Knowledge, claims: Iterable[str], lang: str, *, folded: bool = False) -> tuple[Block, ...]:
    """Return the points on which the articles differ, then every other claim with its verdict; empty without claims.

    Args:
        kb: knowledge base.
        claims: ids of the claims that an answer takes up.
        lang: language.
        folded: whether a reader has to open them.
    """
    taken = dict.fromkeys(claims)
    points = [
        entry
        for entry in kb.disagreements.values()
        if any(claim in taken for position in entry.positions for claim in position.claims)
    ]
    told = {claim for entry in points for position in entry.positions for claim in position.claims}
    rows = [_row(kb, claim, lang) for claim in taken if claim in kb.claims and claim not in told]
    notes = [Block("note", note_text(kb, entry, lang), f"disagreement.{entry.id}", folded) for entry in points]
    if rows:
        text = "\n".join([say(kb, "articles.title", lang), *rows])
        notes.append(Block("list", text, "articles", folded))
    return tuple(notes)


def _row(kb: Knowledge, claim: str, lang: str) -> str:
    """Return one claim in a line: what is said, the verdict, what is right."""
    entry = kb.claims[claim]
    verdict = say(kb, f"articles.{entry.verdict}", lang)
    right = entry.correction.of(lang) if entry.correction is not None else ""
    text = say(kb, "articles.row", lang, says=entry.says.of(lang), verdict=verdict, right=right, id=claim)
    return f"- {text}"


def claims_of(kb: Knowledge, topic: str) -> tuple[str, ...]:
    """Return the claims that a topic takes up."""
    entry = kb.topics.get(topic)
    return entry.claims if entry is not None else ()
