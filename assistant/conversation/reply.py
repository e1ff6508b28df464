"""What one turn gives back: structured acts first, words made from them second."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from assistant.wording.blocks import Block

if TYPE_CHECKING:
    from assistant.conversation.state import State
    from assistant.planning.result import PlanResult

__all__ = ["Block", "QuickReply", "Reply"]


@dataclass(frozen=True, slots=True)
class QuickReply:
    """One answer the user can pick instead of typing: the label shown and the text it sends."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one turn.

    Attributes:
        text: all blocks as plain words, what line mode prints.
        blocks: the same in parts.
        lang: language of this reply.
        intent: what the turn was taken for.
        acts: what was done, in order, each with "act" and its own fields.
        asks: name of the question that is open, None where none is.
        quick_replies: answers to it.
        slots: every slot set so far.
        topic: FAQ topic answered, if one was.
        result: the plan in force, None before there is one.
        assumptions: what was assumed.
        state: the state after the turn.
    """

    text: str
    blocks: tuple[Block, ...]
    lang: str
    intent: str
    acts: tuple[Mapping[str, Any], ...]
    asks: str | None
    quick_replies: tuple[QuickReply, ...]
    slots: Mapping[str, Any]
    topic: str | None
    result: PlanResult | None
    state: State
    assumptions: tuple[Mapping[str, Any], ...] = field(default_factory=tuple)

    def to_json(self) -> dict[str, Any]:
        """Return the reply as `chat --jsonl` prints it."""
        result = self.result.to_json() if self.result is not None else {}
        return {
            "text": self.text,
            "lang": self.lang,
            "intent": self.intent,
            "acts": [dict(act) for act in self.acts],
            "asks": self.asks,
            "slots": dict(self.slots),
            "topic": self.topic,
            "plan": result.get("plan"),
            "feasible": result.get("feasible"),
            "options": result.get("options", {}),
            "rejected": result.get("rejected", []),
            "levers": result.get("levers", []),
            "assumptions": [dict(item) for item in self.assumptions],
            "derivations": result.get("derivations", {}),
        }
