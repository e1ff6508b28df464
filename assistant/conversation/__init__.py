"""The conversation: meaning and state to the next state and a reply."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.conversation.conversation import Conversation
    from assistant.conversation.reply import Block, QuickReply, Reply
    from assistant.conversation.state import State
    from assistant.conversation.stepping import step

_HOMES = {
    "Block": "reply",
    "Conversation": "conversation",
    "QuickReply": "reply",
    "Reply": "reply",
    "State": "state",
    "step": "stepping",
}

__all__ = ["Block", "Conversation", "QuickReply", "Reply", "State", "step"]


def __getattr__(name: str) -> Any:
    """Return a public name, importing its home on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"assistant.conversation.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
