"""What one turn gives back: structured acts first, words made from them second."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.conversation.state import State
    from assistant.planning.result import PlanResult


@dataclass(frozen=True, slots=True)
class QuickReply:
    """One answer the user can pick instead of typing: the label shown and the text it sends."""

    label: str
    text: str


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
