"""The assumptions of one resolution, collected as they are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from assistant.knowledge import Knowledge
from assistant.planning.result import Assumption
from assistant.planning.words import choice_name, say


@dataclass(slots=True)
class Notes:
    """Collects the assumptions of one resolution."""

    kb: Knowledge
    lang: str
    taken: list[Assumption] = field(default_factory=list)

    def assume(self, name: str, value: Any, **values: Any) -> Any:
        """Record that `name` is taken to be `value`, for the reason in text `assume.<name>`; return `value`."""
        shown = choice_name(self.kb, self.lang, name, value)
        self.taken.append(Assumption(name, value, say(self.kb, self.lang, f"assume.{name}", value=shown, **values)))
        return value
