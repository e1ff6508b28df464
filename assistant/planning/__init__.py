"""From a workload to the machine that should run it, and the defence of that choice."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.planning.breakpoints import sensitivity
    from assistant.planning.comparison import compare
    from assistant.planning.diagnosis import diagnose
    from assistant.planning.planner import plan
    from assistant.planning.result import PlanResult
    from assistant.planning.what_if import difference
    from assistant.planning.why_not import whynot
    from assistant.planning.workload import Budget, Owned, Workload

_HOMES = {
    "Budget": "workload", "Owned": "workload", "PlanResult": "result", "Workload": "workload", "compare": "comparison",
    "diagnose": "diagnosis", "difference": "what_if", "plan": "planner", "sensitivity": "breakpoints",
    "whynot": "why_not",
}  # fmt: skip

__all__ = [
    "Budget",
    "Owned",
    "PlanResult",
    "Workload",
    "compare",
    "diagnose",
    "difference",
    "plan",
    "sensitivity",
    "whynot",
]


def __getattr__(name: str) -> Any:
    """Return a public name, importing its home on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"assistant.planning.{_HOMES[name]}"), name)
