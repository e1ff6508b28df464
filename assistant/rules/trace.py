"""What the engine found, kept whole: a trace of 150 rules costs about a millisecond, so there is no mode without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from assistant.errors import InputError
from assistant.knowledge.schema.rule import Leaf, Rule

Outcome = Literal["fired", "overridden", "blocked", "open"]


class RuleConflictError(InputError):
    """Two rules of a table fired that may not fire together."""

    def __init__(self, table: str, first: str, second: str) -> None:
        super().__init__(
            f"rules `{first}` and `{second}` both fire, and table `{table}` allows one; narrow the `when` of one",
            f"规则 `{first}` 与 `{second}` 同时命中，而表 `{table}` 只允许一条；请收窄其中一条的 `when`",
        )


@dataclass(frozen=True, slots=True)
class LeafTrace:
    """One test, with the value it met.

    Attributes:
        leaf: the test.
        value: the fact's value, None where nobody stated it.
        holds: outcome, already negated where the leaf stands under `unless`; None = unstated.
        negated: whether it stands under `unless`.
    """

    leaf: Leaf
    value: Any
    holds: bool | None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """One rule, what became of it, and why.

    Attributes:
        rule: the rule.
        outcome: fired, overridden (it holds, but another wins), blocked or open.
        leaves: every test, in the order of the file.
        by: id of the rule that won over it.
    """

    rule: Rule
    outcome: Outcome
    leaves: tuple[LeafTrace, ...]
    by: str = ""


@dataclass(frozen=True)
class Trace:
    """Every rule that was looked at; `traces` in table order, greatest priority first."""

    traces: tuple[RuleTrace, ...]

    def _with(self, outcome: Outcome) -> tuple[RuleTrace, ...]:
        return tuple(trace for trace in self.traces if trace.outcome == outcome)

    @cached_property
    def fired(self) -> tuple[RuleTrace, ...]:
        """Rules that hold and win."""
        return self._with("fired")

    @cached_property
    def overridden(self) -> tuple[RuleTrace, ...]:
        """Rules that hold and lose to one of greater priority."""
        return self._with("overridden")

    @cached_property
    def blocked(self) -> tuple[RuleTrace, ...]:
        """Rules that do not hold."""
        return self._with("blocked")

    @cached_property
    def open(self) -> tuple[RuleTrace, ...]:
        """Rules that facts nobody stated would decide."""
        return self._with("open")

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that fired."""
        return tuple(trace.rule for trace in self.fired)

    def __iter__(self) -> Iterator[RuleTrace]:
        """Go through every rule that was looked at."""
        return iter(self.traces)
