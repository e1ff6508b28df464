"""Why not: the smallest change of the facts under which a rule would have fired, tried before it is told."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assistant.knowledge import Knowledge
from assistant.knowledge.schema.rule import BOUNDS
from assistant.rules.engine import match
from assistant.rules.trace import LeafTrace, RuleConflictError, RuleTrace


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A rule that did not win, and what would let it.

    Attributes:
        trace: the rule with its failing tests.
        distance: sum over the failing tests of how far the value is from the bound, relative to it; 1 for a word.
        changes: fact -> value under which the rule fires, proven by running the engine; empty where none was found.
    """

    trace: RuleTrace
    distance: float
    changes: Mapping[str, Any]


def near_misses(kb: Knowledge, facts: Mapping[str, Any], key: str, value: Any) -> tuple[NearMiss, ...]:
    """Return the rules that would have given `value` for `key`, the nearest first.

    Args:
        kb: the knowledge base.
        facts: as in `match`.
        key: key of `then` ("gpu").
        value: what was asked for ("rtx-4090").
    """
    wanted = [
        trace for trace in match(kb, facts) if trace.outcome in {"blocked", "overridden"} and _gives(trace, key, value)
    ]
    misses = (
        NearMiss(trace, sum(_distance(leaf) for leaf in trace.failing), _proven(kb, facts, trace)) for trace in wanted
    )
    return tuple(sorted(misses, key=lambda miss: (len(miss.trace.failing), miss.distance, miss.trace.rule.id)))


def _gives(trace: RuleTrace, key: str, value: Any) -> bool:
    given = trace.rule.then.get(key)
    return value in given if isinstance(given, tuple) else given == value


def _distance(leaf: LeafTrace) -> float:
    """Return how far the value is from the nearest bound, relative to it."""
    if not isinstance(leaf.value, int | float) or isinstance(leaf.value, bool):
        return 1.0
    bounds = [leaf.leaf.bound(name) for name in BOUNDS if leaf.leaf.bound(name) is not None]
    return min((abs(leaf.value - bound) / max(abs(bound), 1.0) for bound in bounds), default=1.0)


def _proven(kb: Knowledge, facts: Mapping[str, Any], trace: RuleTrace) -> Mapping[str, Any]:
    """Return changes that make the rule win, after trying them; nothing where they do not."""
    changes = {leaf.leaf.slot: repaired for leaf in trace.failing if (repaired := _repaired(leaf)) is not None}
    if not changes:
        return {}
    try:
        after = match(kb, {**facts, **changes}, trace.rule.table).get(trace.rule.id)
    except RuleConflictError:
        return {}
    return changes if after is not None and after.outcome == "fired" else {}


def _repaired(trace: LeafTrace) -> Any:
    """Return the nearest value on which the test comes out the other way, None where no single value says it."""
    leaf = trace.leaf
    if trace.negated:
        return _outside(trace)
    for operator, away in (("gte", 0), ("lte", 0), ("gt", 1), ("lt", -1)):
        bound = leaf.bound(operator)
        if bound is not None and not _within(operator, trace.value, bound):
            return _step(bound, away)
    if leaf.is_ is not None:
        return leaf.is_
    return leaf.in_[0] if leaf.in_ else None


def _within(operator: str, value: Any, bound: Any) -> bool:
    if not isinstance(value, int | float):
        return False
    if operator in {"gte", "gt"}:
        return value > bound or (operator == "gte" and value == bound)
    return value < bound or (operator == "lte" and value == bound)


def _step(bound: Any, away: int) -> Any:
    """Return the nearest usable value beside `bound`: the bound itself, or the next one beyond it."""
    if not away:
        return bound
    if float(bound).is_integer() and abs(bound) >= 2:
        return bound + away
    return math.nextafter(float(bound), math.inf * away)


def _outside(trace: LeafTrace) -> Any:
    leaf = trace.leaf
    if isinstance(leaf.is_, bool):
        return not leaf.is_
    if leaf.gte is not None:
        return _step(leaf.gte, -1)
    if leaf.lte is not None:
        return _step(leaf.lte, 1)
    return leaf.gt if leaf.gt is not None else leaf.lt
