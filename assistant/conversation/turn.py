"""One turn being answered: what was heard, and the events, acts and blocks it has led to so far."""

from __future__ import annotations

from typing import Any

from assistant.conversation.hearing import Heard
from assistant.conversation.reply import Block, QuickReply, Reply
from assistant.conversation.state import Event, State, apply
from assistant.conversation.workload import assumed
from assistant.knowledge import Knowledge
from assistant.planning.result import plain
from assistant.wording.plain import blocks_to_text
from assistant.wording.texts import say


class Turn:
    """Collects the answer to one message; it lives inside one call of `step`.

    Attributes:
        kb, text, heard: the knowledge base, the message, what was understood of it.
        before: the state the message came into; `state` the state so far.
        lang, intent, topic: of the reply.
        closing: whether the flow (next question or plan) still has to run after the handler.
    """

    def __init__(self, kb: Knowledge, state: State, text: str, heard: Heard) -> None:
        self.kb = kb
        self.text = text
        self.heard = heard
        self.before = state
        self.state = state
        self.number = state.turn + 1
        self.lang = heard.lang
        self.intent = heard.intent
        self.topic: str | None = None
        self.closing = True
        self.acts: list[dict[str, Any]] = []
        self.blocks: list[Block] = []
        self.quick: list[QuickReply] = []

    def emit(self, kind: str, /, **data: Any) -> None:
        """Record an event and fold it into the state."""
        self.state = apply(self.state, Event(kind, self.number, data))

    def act(self, name: str, **fields: Any) -> None:
        """Note what was done."""
        self.acts.append({"act": name, **{key: plain(value) for key, value in fields.items()}})

    def add(self, kind: str, text: str, block_id: str = "", *, folded: bool = False) -> None:
        """Add a block of ready words."""
        if text.strip():
            self.blocks.append(Block(kind, text, block_id, folded))

    def say(self, text_id: str, kind: str = "say", block_id: str = "", **values: object) -> None:
        """Add a block with the text `text_id` of the knowledge base."""
        self.add(kind, self.words(text_id, **values), block_id)

    def words(self, text_id: str, **values: object) -> str:
        """Return the text `text_id` in the language of the turn."""
        return say(self.kb, text_id, self.lang, **values)

    def offer(self, *texts: str) -> None:
        """Offer quick replies that send their own label."""
        self.quick.extend(QuickReply(text, text) for text in texts)

    def reply(self) -> Reply:
        """Return the finished reply."""
        blocks = tuple(self.blocks)
        self.emit("heard", blocks=blocks)
        result = self.state.result
        taken = assumed(self.kb, self.state) if result is not None else ()
        assumptions = [plain(item) for item in (*taken, *result.assumptions)] if result is not None else []
        return Reply(
            text=blocks_to_text(block for block in blocks if not block.folded),
            blocks=blocks,
            lang=self.lang,
            intent=self.intent,
            acts=tuple(self.acts),
            asks=self.state.open,
            quick_replies=tuple(self.quick),
            slots=dict(self.state.slots),
            topic=self.topic,
            result=result,
            state=self.state,
            assumptions=tuple(assumptions),
        )
