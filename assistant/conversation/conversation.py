"""A conversation: the state, turn after turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.conversation.reply import Reply
from assistant.conversation.state import State
from assistant.conversation.stepping import greeting, step
from assistant.knowledge import Knowledge


class Conversation:
    """Holds the state between turns; everything else is `step`.

    Attributes:
        state: the state after the last turn.
        exchanges: what was said and what was answered, in order.
    """

    def __init__(self, kb: Knowledge | None = None, lang: str = "auto") -> None:
        """Start a conversation.

        Args:
            kb: knowledge base, the built-in one where left out.
            lang: "en" or "zh" to answer in one language throughout, "auto" to follow the user.
        """
        self.kb = kb if kb is not None else Knowledge.load()
        self._fresh = State() if lang == "auto" else State(lang=lang, lang_fixed=True)
        self.state = self._fresh
        self.exchanges: list[tuple[str, Reply]] = []

    def say(self, text: str) -> Reply:
        """Return the reply to `text`."""
        reply = step(self.kb, self.state, text)
        self.state = reply.state
        self.exchanges.append((text, reply))
        return reply

    def greet(self) -> Reply:
        """Return a welcome with the first question; it changes no state."""
        return greeting(self.kb, self.state)

    def undo(self) -> Reply:
        """Take back the last turn that changed something."""
        return self.say("撤销" if self.state.lang == "zh" else "undo")

    def resume(self, texts: Iterable[str]) -> list[Reply]:
        """Say `texts` again, the user's lines of a saved conversation; returns the replies."""
        return [self.say(text) for text in texts]

    def reset(self) -> None:
        """Forget everything, the exchanges too."""
        self.state = self._fresh
        self.exchanges.clear()

    def prefer(self, lang: str) -> None:
        """Answer in `lang` until something else is said, without fixing it: for the first words of a front end."""
        self.state = replace(self.state, lang=lang)
