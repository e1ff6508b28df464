"""Which rules, topics, questions and kinds of turn the transcripts exercise."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.transcripts.checking import fired
from assistant.transcripts.replay import Outcome

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Coverage:
    """Part of the product -> (what was exercised, everything there is)."""

    parts: dict[str, tuple[frozenset[str], frozenset[str]]]

    def to_json(self) -> dict[str, Any]:
        """Return hits, totals and what is missing."""
        return {
            name: {"hit": len(hit & every), "all": len(every), "missing": sorted(every - hit)}
            for name, (hit, every) in self.parts.items()
        }

    def baseline(self) -> str:
        """Return what was exercised as the text of the file that is kept with the transcripts."""
        return json.dumps({name: sorted(hit & every) for name, (hit, every) in self.parts.items()}, indent=1) + "\n"

    def text(self) -> str:
        """Return one line a part, and what is missing."""
        lines = []
        for name, (hit, every) in self.parts.items():
            lines.append(f"{name:<10} {len(hit & every)}/{len(every)}")
            missing = sorted(every - hit)
            if missing:
                lines.append(f"  missing: {', '.join(missing)}")
        return "\n".join(lines)


def coverage(kb: Knowledge, outcomes: Iterable[Outcome]) -> Coverage:
    """Return what the passing outcomes exercised; failing ones count for nothing."""
    from assistant.conversation.kinds import KINDS, intent_of
    from assistant.conversation.questions import questions

    replies = [reply for outcome in outcomes if outcome.passed for reply in outcome.replies]
    rules = {rule for reply in replies for rule in fired(reply)}
    asked = {str(act["question"]) for reply in replies for act in reply.acts if act["act"] == "ask"}
    return Coverage(
        {
            "rules": (frozenset(rules), frozenset(kb.rules)),
            "topics": (frozenset(reply.topic for reply in replies if reply.topic), frozenset(kb.topics)),
            "questions": (frozenset(asked), frozenset(slot.asks for slot in questions(kb) if slot.tasks)),
            "turns": (frozenset(reply.intent for reply in replies), frozenset(map(intent_of, KINDS))),
        }
    )
