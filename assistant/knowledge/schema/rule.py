"""Conditions over facts, and what follows from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from assistant.knowledge.schema.base import Bilingual, Closed, Record

OPERATORS = ("is", "in", "not_in", "gte", "gt", "lt", "lte", "known", "unknown")
"""Operators of a leaf; the bounds may stand together on one leaf."""

Value = str | float | bool


class Leaf(Closed):
    """One test of one fact."""

    slot: str
    is_: Value | None = Field(None, alias="is")
    in_: tuple[Value, ...] | None = Field(None, alias="in")
    not_in: tuple[Value, ...] | None = None
    gte: Value | None = None
    gt: Value | None = None
    lt: Value | None = None
    lte: Value | None = None
    known: bool | None = None
    unknown: bool | None = None


class Any_(Closed):
    """Leaves of which one must hold."""

    any: tuple[Leaf, ...] = Field(min_length=1)


class All(Closed):
    """Leaves that must all hold, inside an `any`-free group."""

    all: tuple[Leaf, ...] = Field(min_length=1)


def _shape(value: Any) -> str:
    keys = value.keys() if isinstance(value, dict) else vars(value)
    return "any" if "any" in keys else "all" if "all" in keys else "leaf"


Condition = Annotated[Annotated[Leaf, Tag("leaf")] | Annotated[Any_, Tag("any")] | Annotated[All, Tag("all")], Discriminator(_shape)]


class When(Closed):
    """All of `all` (each a leaf or an `any` group) and none of `unless`."""

    all: tuple[Condition, ...] = ()
    unless: tuple[Leaf, ...] = ()


class Example(Closed):
    """Inputs on which the rule must and must not fire."""

    yes: tuple[dict[str, Value], ...] = Field(min_length=1)
    no: tuple[dict[str, Value], ...] = Field(min_length=1)


class Waiver(Closed):
    """A lint finding that is accepted, with the reason."""

    id: str
    reason: str = Field(min_length=10)


class Rule(Record):
    """One rule.

    Attributes:
        table: decision table it belongs to; `hit` policy comes from the table's file.
        kind: recommendation, constraint, warning, advice or correction.
        priority: greater wins inside a table; ties are a lint error.
        when: condition; empty fires always.
        then: what follows, names and ids only, no arithmetic.
        because: reason, with {placeholders} of facts and derivations.
        claims: article claims it takes up; `overrules`: claims it contradicts; `sources`: evidence.
        examples: inputs on which it fires and does not.
    """

    table: str
    kind: Literal["recommendation", "constraint", "warning", "advice", "correction"]
    priority: int = 50
    when: When = Field(default_factory=When)
    then: dict[str, Value | tuple[Value, ...]] = Field(default_factory=dict)
    because: Bilingual
    claims: tuple[str, ...] = ()
    overrules: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    examples: Example
    lint_ignore: tuple[Waiver, ...] = ()
