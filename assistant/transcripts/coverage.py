"""Which rules, topics, questions and kinds of turn the transcripts exercise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.transcripts.replay import Outcome

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge


RULES = ("rules", "fixes")
"""Fields of acts that name the rules which were told outside a plan."""


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
    from assistant.conversation.questions import questions
    from assistant.conversation.stepping import HANDLERS, PUBLIC

    replies = [reply for outcome in outcomes if outcome.passed for reply in outcome.replies]
    fired = {rule.id for reply in replies if reply.result is not None for rule in reply.result.rules}
    fired |= {rule for reply in replies for act in reply.acts for name in RULES for rule in act.get(name, ())}
    asked = {str(act["question"]) for reply in replies for act in reply.acts if act["act"] == "ask"}
    return Coverage(
        {
            "rules": (frozenset(fired), frozenset(kb.rules)),
            "topics": (frozenset(reply.topic for reply in replies if reply.topic), frozenset(kb.topics)),
            "questions": (frozenset(asked), frozenset(slot.asks for slot in questions(kb) if slot.tasks)),
            "turns": (
                frozenset(reply.intent for reply in replies),
                frozenset(PUBLIC.get(kind, kind) for kind in HANDLERS),
            ),
        }
    )
