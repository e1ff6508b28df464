"""Conditions against the declared facts: literals become numbers, and what no fact could ever be is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from assistant.knowledge.explain import did_you_mean
from assistant.knowledge.literals import LiteralError, parse_literal
from assistant.knowledge.schema import FactDeclaration, Rate, Rule
from assistant.knowledge.schema.rule import BOUNDS, All, Condition, Either, Example, Leaf, When

Report = Callable[[tuple[str | int, ...], str], None]
"""Takes the path inside the rule and the message."""


class Linker:
    """Resolves the literals of rules; faults go to `report`, one each."""

    def __init__(self, facts: Mapping[str, FactDeclaration], rates: Mapping[str, Rate]) -> None:
        self.facts = facts
        self.per_usd = {code: rate.per_usd for code, rate in rates.items()}

    def rule(self, rule: Rule, report: Report) -> Rule:
        """Return `rule` with every literal as the value the engine compares."""
        when = When.model_construct(
            all=tuple(self._condition(one, ("when", "all", index), report) for index, one in enumerate(rule.when.all)),
            unless=tuple(
                self._leaf(one, ("when", "unless", index), report) for index, one in enumerate(rule.when.unless)
            ),
        )
        examples = Example.model_construct(
            yes=tuple(
                self._example(one, ("examples", "yes", index), report) for index, one in enumerate(rule.examples.yes)
            ),
            no=tuple(
                self._example(one, ("examples", "no", index), report) for index, one in enumerate(rule.examples.no)
            ),
        )
        return rule.model_copy(update={"when": when, "examples": examples})

    def _condition(self, condition: Condition, path: tuple[str | int, ...], report: Report) -> Condition:
        if isinstance(condition, Leaf):
            return self._leaf(condition, path, report)
        alternatives: list[Leaf | All] = []
        for index, alternative in enumerate(condition.any):
            inner = (*path, "any", index)
            if isinstance(alternative, All):
                leaves = tuple(
                    self._leaf(one, (*inner, "all", place), report) for place, one in enumerate(alternative.all)
                )
                alternatives.append(All.model_construct(all=leaves))
            else:
                alternatives.append(self._leaf(alternative, inner, report))
        return Either.model_construct(any=tuple(alternatives))

    def _leaf(self, leaf: Leaf, path: tuple[str | int, ...], report: Report) -> Leaf:
        fact = self.facts.get(leaf.slot)
        if fact is None:
            report((*path, "slot"), f"no fact is called `{leaf.slot}`{did_you_mean(leaf.slot, self.facts)}")
            return leaf
        update: dict[str, Any] = {}
        for operator, bound in _bounds(leaf):
            if operator in BOUNDS and fact.type != "number":
                report((*path, operator), f"`{operator}` compares numbers, and `{fact.id}` is {_article(fact.type)}")
                continue
            field = f"{operator}_" if operator in {"is", "in"} else operator
            update[field] = self._values(fact, bound, (*path, operator), report)
        return leaf.model_copy(update=update)

    def _values(self, fact: FactDeclaration, bound: Any, path: tuple[str | int, ...], report: Report) -> Any:
        if isinstance(bound, tuple):
            return tuple(self._value(fact, one, (*path, index), report) for index, one in enumerate(bound))
        return self._value(fact, bound, path, report)

    def _value(self, fact: FactDeclaration, value: Any, path: tuple[str | int, ...], report: Report) -> Any:
        if fact.type == "flag":
            if not isinstance(value, bool):
                report(path, f"`{fact.id}` is true or false, got `{value}`")
            return value
        if fact.type == "number":
            return self._number(fact, value, path, report)
        if fact.type == "enum" and value not in fact.values:
            report(path, f"`{value}` is no value of `{fact.id}`{did_you_mean(str(value), fact.values)}")
        return value if isinstance(value, str) else str(value)

    def _number(self, fact: FactDeclaration, value: Any, path: tuple[str | int, ...], report: Report) -> Any:
        try:
            number = parse_literal(value, fact.unit, self.per_usd)
        except LiteralError as error:
            report(path, str(error))
            return value
        low, high = fact.low, fact.high
        if (low is not None and number < low) or (high is not None and number > high):
            report(
                path, f"{value} is outside what `{fact.id}` can be ({low:g} to {high:g} {fact.unit})".replace(" )", ")")
            )
        return number

    def _example(self, example: Mapping[str, Any], path: tuple[str | int, ...], report: Report) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for name, value in example.items():
            fact = self.facts.get(name)
            if fact is None:
                report((*path, name), f"no fact is called `{name}`{did_you_mean(name, self.facts)}")
            else:
                out[name] = self._value(fact, value, (*path, name), report)
        return out


def _bounds(leaf: Leaf) -> Iterator[tuple[str, Any]]:
    return ((name, leaf.bound(name)) for name in leaf.operators() if name not in {"known", "unknown"})


def _article(kind: str) -> str:
    return f"an {kind}" if kind == "enum" else f"a {kind}"
