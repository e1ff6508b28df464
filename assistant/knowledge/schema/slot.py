"""Something the product asks for."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from assistant.knowledge.schema.base import Bilingual, Closed, Record


class Choice(Record):
    """One value of an enumerated slot, with its name and, where useful, what it means."""

    name: Bilingual
    hint: Bilingual | None = None


class Variant(Closed):
    """A question worded for some tasks: `unit` is what a bare number would be, `examples` its quick replies.

    `reask` is the shorter wording for when it comes again.
    """

    tasks: tuple[str, ...] = Field(min_length=1)
    question: Bilingual
    examples: tuple[Bilingual, ...] = ()
    unit: Bilingual | None = None
    reask: Bilingual | None = None


class Slot(Record):
    """One slot.

    Attributes:
        type: enum, quantity, money, count, flag, name or list.
        unit: unit of the stored value.
        low, high: bounds outside which a value is impossible.
        title: short name for the side panel.
        question: how it is asked for, empty for slots that are never asked; `asks` the name of the question.
        reask: shorter wording, used when the same question comes again.
        bare_unit: what a bare number means under the question, as the understanding takes it ("GB", "元/月").
        examples: quick replies under the question.
        why, why_choice, why_formula: why it is asked: what hangs on it, the rule behind, the formula it goes into.
        choices: values of an enumerated slot.
        answered_by: slots any of which settles the question.
        tasks: tasks for which the question is needed for a plan; empty = it is never needed, "any" = for all.
        variants: other wordings for some tasks.
        defaults: task (or "any") -> slots taken where the question is skipped; `default_why` the reason.
        priority: order of asking, smaller first.
    """

    type: Literal["enum", "quantity", "money", "count", "flag", "name", "list"]
    unit: str = ""
    low: float | None = None
    high: float | None = None
    title: Bilingual
    question: Bilingual | None = None
    reask: Bilingual | None = None
    asks: str = ""
    bare_unit: Bilingual | None = None
    examples: tuple[Bilingual, ...] = ()
    why: Bilingual | None = None
    why_choice: Bilingual | None = None
    why_formula: Bilingual | None = None
    choices: tuple[Choice, ...] = Field(default_factory=tuple)
    answered_by: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    defaults: dict[str, dict[str, Any]] = Field(default_factory=dict)
    default_why: Bilingual | None = None
    priority: int = 100

    def variant(self, task: str | None) -> Variant | None:
        """Return the wording for `task`, None where the common one holds."""
        return next((variant for variant in self.variants if task in variant.tasks), None)

    def default(self, task: str | None) -> dict[str, Any]:
        """Return the slots taken for `task` where nobody answers."""
        return self.defaults.get(task or "any", self.defaults.get("any", {}))
