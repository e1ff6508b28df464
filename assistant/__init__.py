"""Rigwise: which machine to rent to train this model on this data with this money, and why.

The public names are loaded on first use, so that `rigwise --help` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from assistant.version import __version__

if TYPE_CHECKING:
    from assistant.conversation import Conversation
    from assistant.conversation.answers import ask
    from assistant.knowledge import Knowledge
    from assistant.language import understand
    from assistant.planning import Workload, plan

_HOMES = {
    "Conversation": "assistant.conversation",
    "Knowledge": "assistant.knowledge",
    "Workload": "assistant.planning",
    "ask": "assistant.conversation.answers",
    "plan": "assistant.planning",
    "understand": "assistant.language",
}

__all__ = ["Conversation", "Knowledge", "Workload", "__version__", "ask", "plan", "understand"]


def __getattr__(name: str) -> Any:
    """Return a public name, importing its home on first use (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
