"""What one message means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Understanding:
    """The meaning of one message: nothing in it that was not said.

    Attributes:
        lang: "en", "zh" or "mixed": the script of this message; the conversation decides which language it keeps.
        intent: one of the intents of the public interface.
        slots: slot -> value, in the form of the public interface.
        unknown: questions the person can not or will not answer ("params", "dataset", "budget", ...).
        spans: slot -> the words it came from, as they were written.
        marks: kind of mark -> slots it stands on: "corrected" (said to replace an earlier value), "hedged"
            ("maybe 13B"), "negated" ("not LoRA"), "doubtful" (possible, but worth a question: 350 asked in billions).
        cleared: slots whose earlier value is to go ("no deadline", "forget the budget").
        target: what a why, whynot, whatif, compare, export, language or undo is about: any of "gpus", "slots",
            "option", "format", "language".
        question: the message asks something.
        cut: the message was longer than is read; values were taken from its beginning and its end.
    """

    lang: str
    intent: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    spans: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cleared: tuple[str, ...] = ()
    target: Mapping[str, Any] = field(default_factory=dict)
    question: bool = False
    cut: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of `rigwise understand`; empty parts beyond the fixed five are left out."""
        extra = {
            "marks": {kind: list(slots) for kind, slots in self.marks.items() if slots},
            "cleared": list(self.cleared),
            "target": dict(self.target),
            "question": self.question,
            "cut": self.cut,
        }
        return {
            "lang": self.lang,
            "intent": self.intent,
            "slots": dict(self.slots),
            "unknown": list(self.unknown),
            "spans": dict(self.spans),
            **{key: value for key, value in extra.items() if value},
        }
