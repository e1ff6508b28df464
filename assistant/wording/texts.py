"""Sentences of the knowledge base with their placeholders filled."""

from __future__ import annotations

import string

from assistant.knowledge import Knowledge

_FORMATTER = string.Formatter()


def say(kb: Knowledge, text_id: str, lang: str, **values: object) -> str:
    """Return the text `text_id` in `lang` with `values` put in.

    Raises:
        KeyError: there is no such text, or a placeholder has no value: an unfilled one must never reach a reader.
    """
    return kb.texts[text_id].of(lang).format(**values)


def has(kb: Knowledge, text_id: str) -> bool:
    """Return whether the base has the text `text_id`."""
    return text_id in kb.texts


def placeholders(text: str) -> set[str]:
    """Return the names of the placeholders in `text`."""
    return {name for _, name, _, _ in _FORMATTER.parse(text) if name}


def joined(words: list[str], lang: str) -> str:
    """Return `words` as an enumeration."""
    return ("、" if lang == "zh" else ", ").join(words)
