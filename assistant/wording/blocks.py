"""The parts a reply is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """One part of a reply as a front end may lay it out.

    Attributes:
        kind: "say" (a sentence), "question", "answer", "plan", "diff", "table", "maths", "note" or "list".
        text: its words in a small markdown subset (**bold**, `code`, lines beginning with "- ").
        id: stable name of what it shows ("plan.memory"), so that "why?" can be asked of it; may be empty.
        folded: shown closed at first where the front end can fold.
    """

    kind: str
    text: str
    id: str = ""
    folded: bool = False
