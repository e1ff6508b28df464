"""A quantity that a rule may test."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from assistant.knowledge.schema.base import Bilingual, Record

FactType = Literal["enum", "number", "flag", "name"]


class FactDeclaration(Record):
    """One fact that conditions may read; a condition on anything else is refused when the base is loaded.

    Attributes:
        type: enum (one of `values`), number, flag (true or false) or name (free text, such as the id of a card).
        unit: unit of the number as the engine gets it; literals of a condition are converted to it.
        low, high: bounds outside which a number is impossible.
        values: values of an enum.
        of: where it comes from: asked of the user, computed, part of a plan, observed on a running job, or the subject
            of a question.
        refers: kind of record that a name must be an id of ("gpus"), empty for free text.
        name: what it is called in a sentence.
    """

    type: FactType
    unit: str = ""
    low: float | None = None
    high: float | None = None
    values: tuple[str, ...] = ()
    of: Literal["slot", "computed", "plan", "observed", "question"] = "computed"
    refers: str = ""
    name: Bilingual = Field(...)

    @model_validator(mode="after")
    def _values_where_enumerated(self) -> FactDeclaration:
        if (self.type == "enum") != bool(self.values):
            raise ValueError("an enum lists its `values`, and nothing else does")
        if self.type == "number" and (self.low is None or self.high is None or self.low > self.high):
            raise ValueError("a number has `low` and `high`: the smallest and the greatest it can be")
        return self
