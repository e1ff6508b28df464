"""Thin adapter between the screens and the conversation: loads it, asks it, and prepares what the panel draws."""

from __future__ import annotations

import locale
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from assistant.tui.exchange import Turn
from assistant.tui.view import view_of

if TYPE_CHECKING:
    from assistant.conversation.reply import Reply
    from assistant.knowledge import Knowledge
    from assistant.tui.store import Store


class Speaker(Protocol):
    """What the screens need of a conversation."""

    def say(self, text: str) -> Reply:
        """Return the answer to `text`."""

    def prefer(self, lang: str) -> None:
        """Answer in `lang` until something is said in the other language."""


Opener = Callable[[str], tuple["Knowledge | None", Speaker]]
"""Takes the language, returns the knowledge base and a conversation over it."""


def open_conversation(lang: str, folders: Sequence[str] = ()) -> tuple[Knowledge | None, Speaker]:
    """Load the knowledge base and begin a conversation (0.3 s and more: call it off the screen's thread)."""
    from assistant.conversation import Conversation
    from assistant.knowledge import Knowledge

    kb = Knowledge.load(*folders)
    return kb, Conversation(kb, lang=lang)


def _speaks_chinese() -> bool:
    """Return whether the user's locale is a Chinese one: it decides the first screen, what is said decides the rest."""
    return (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese"))


class Session:
    """One conversation as the screens see it. Not thread-safe: one call at a time, the screen sees to that."""

    def __init__(
        self,
        lang: str = "auto",
        opener: Opener = open_conversation,
        store: Store | None = None,
        resume: Sequence[str] = (),
    ) -> None:
        """Begin a conversation.

        Args:
            lang: "auto", "en" or "zh".
            opener: what loads the knowledge base and the conversation.
            store: where it is written after every turn; None keeps nothing.
            resume: lines of an earlier conversation, said again before anything else.
        """
        self.lang = lang
        self.first_lang = "zh" if lang == "zh" or (lang == "auto" and _speaks_chinese()) else "en"
        self.turns: list[Turn] = []
        self.kb: Knowledge | None = None
        self.store = store
        self.resume = tuple(resume)
        self.save_error = ""
        self._opener = opener
        self._speaker: Speaker | None = None

    @property
    def loaded(self) -> bool:
        """Whether `answer` can be called without waiting for the knowledge base."""
        return self._speaker is not None

    def load(self) -> None:
        """Load the knowledge base, once."""
        if self._speaker is None:
            self.kb, self._speaker = self._opener(self.lang)
            self._speaker.prefer(self.first_lang)

    def prefer(self, lang: str) -> None:
        """Begin in `lang`: what says nothing of its language ("7B") is answered in it."""
        self.first_lang = lang
        if self._speaker is not None:
            self._speaker.prefer(lang)

    def answer(self, text: str) -> Turn:
        """Return the exchange that `text` begins, and keep it."""
        self.load()
        assert self._speaker is not None  # noqa: S101 - for the type checker: load() has set it
        reply = self._speaker.say(text)
        turn = Turn(text, reply, view_of(self.kb, reply))
        self.turns.append(turn)
        self._save(reply.lang)
        return turn

    def _save(self, lang: str) -> None:
        """Write the conversation; a full or read-only disk must not end it."""
        if self.store is None:
            return
        try:
            self.store.write(lang, self.turns)
        except OSError as error:
            self.save_error = error.strerror or str(error)

    @property
    def same_plan(self) -> bool:
        """Whether the last answer left the plan as it was, so that what could be done with it can still be done."""
        before, now = [None, None, *self.turns][-2:]
        if before is None or now is None or now.reply.result is None:
            return False
        return before.reply.result is now.reply.result

    @property
    def last(self) -> Turn | None:
        """The newest exchange."""
        return self.turns[-1] if self.turns else None
