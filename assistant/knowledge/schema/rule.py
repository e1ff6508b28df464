"""Conditions over facts, and what follows from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from assistant.knowledge.schema.base import Bilingual, Closed, Record

BOUNDS = ("gte", "gt", "lt", "lte")
"""Operators that compare with a number; two of them may stand on one leaf."""

OPERATORS = ("is", "in", "not_in", *BOUNDS, "known", "unknown")
"""Every operator of a leaf."""

Value = str | float | bool


class Leaf(Closed):
    """One test of one fact: `{slot: params, gte: 7B, lt: 13B}`."""

    slot: str
    is_: Value | None = Field(None, alias="is")
    in_: tuple[Value, ...] | None = Field(None, alias="in", min_length=1)
    not_in: tuple[Value, ...] | None = Field(None, min_length=1)
    gte: Value | None = None
    gt: Value | None = None
    lt: Value | None = None
    lte: Value | None = None
    known: Literal[True] | None = None
    unknown: Literal[True] | None = None

    @model_validator(mode="after")
    def _one_operator(self) -> Leaf:
        used = self.operators()
        if not used:
            raise ValueError(f"a test needs an operator: {', '.join(OPERATORS)}")
        if len(used) > 1 and not all(name in BOUNDS for name in used):
            raise ValueError(f"`{used[0]}` and `{used[1]}` can not stand on one test; write two")
        if {"gte", "gt"} <= set(used) or {"lt", "lte"} <= set(used):
            raise ValueError("two bounds of the same side on one test; keep the narrower")
        return self

    def operators(self) -> tuple[str, ...]:
        """Return the operators this leaf uses."""
        return tuple(
            name for name in OPERATORS if getattr(self, f"{name}_" if name in {"is", "in"} else name) is not None
        )

    def bound(self, operator: str) -> Any:
        """Return what `operator` compares with."""
        return getattr(self, f"{operator}_" if operator in {"is", "in"} else operator)


class All(Closed):
    """Leaves that must all hold, as one alternative of an `any`."""

    all: tuple[Leaf, ...] = Field(min_length=1)


def _alternative(value: Any) -> str:
    return "all" if "all" in _keys(value) else "leaf"


class Either(Closed):
    """Alternatives of which one must hold."""

    any: tuple[
        Annotated[Annotated[Leaf, Tag("leaf")] | Annotated[All, Tag("all")], Discriminator(_alternative)], ...
    ] = Field(min_length=1)


def _keys(value: Any) -> Any:
    return value if isinstance(value, dict) else type(value).model_fields


def _condition(value: Any) -> str:
    return "any" if "any" in _keys(value) else "leaf"


Condition = Annotated[Annotated[Leaf, Tag("leaf")] | Annotated[Either, Tag("any")], Discriminator(_condition)]


class When(Closed):
    """All of `all` (each a leaf or an `any` group) and none of `unless`."""

    all: tuple[Condition, ...] = ()
    unless: tuple[Leaf, ...] = ()

    def leaves(self) -> tuple[Leaf, ...]:
        """Return every leaf, those of `unless` last."""
        out: list[Leaf] = []
        for condition in self.all:
            if isinstance(condition, Leaf):
                out.append(condition)
                continue
            for alternative in condition.any:
                out.extend(alternative.all if isinstance(alternative, All) else (alternative,))
        return (*out, *self.unless)


class Example(Closed):
    """Inputs on which the rule must and must not fire; a rule without a condition has no `no`."""

    yes: tuple[dict[str, Value], ...] = Field(min_length=1)
    no: tuple[dict[str, Value], ...] = ()


class Waiver(Closed):
    """A lint finding that is accepted, with the reason."""

    id: str
    reason: str = Field(min_length=10)


class Table(Record):
    """One decision table: the rules that answer one question.

    Attributes:
        hit: unique (at most one fires), any (those that fire agree), priority (the greatest wins) or collect (all).
        covers: facts whose every combination the table promises to decide; scope of the search for gaps.
        monotone: fact that may never lead to a smaller machine when it grows, empty where that means nothing.
        title: what the table decides.
    """

    hit: Literal["unique", "any", "priority", "collect"]
    covers: tuple[str, ...] = ()
    monotone: str = ""
    title: Bilingual
    lint_ignore: tuple[Waiver, ...] = ()


class Rule(Record):
    """One rule.

    Attributes:
        table: decision table it belongs to; the table says what happens where several rules fire.
        kind: recommendation, constraint, warning, advice or correction.
        priority: greater wins inside a table.
        when: condition; empty fires always.
        then: what follows: names and ids, no arithmetic.
        because: reason; a {placeholder} is a fact that the condition tests.
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

    @model_validator(mode="after")
    def _a_counterexample(self) -> Rule:
        if (self.when.all or self.when.unless) and not self.examples.no:
            raise ValueError("`examples` needs a `no`: an input on which the rule stays silent")
        return self
