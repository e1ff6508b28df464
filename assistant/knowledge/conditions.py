"""What a leaf means: three-valued, so that a fact nobody has stated is neither true nor false."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from assistant.knowledge.schema.rule import All, Either, Leaf, When

_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "gte": lambda value, bound: value >= bound,
    "gt": lambda value, bound: value > bound,
    "lt": lambda value, bound: value < bound,
    "lte": lambda value, bound: value <= bound,
    "is": lambda value, bound: value == bound,
    "in": lambda value, bound: value in bound,
    "not_in": lambda value, bound: value not in bound,
}

MISSING = (None, "", ())
"""Values that mean "not stated"."""


def stated(facts: Mapping[str, Any], name: str) -> bool:
    """Return whether `facts` states `name`."""
    return facts.get(name) not in MISSING


def leaf_holds(leaf: Leaf, facts: Mapping[str, Any]) -> bool | None:
    """Return whether `leaf` holds; None where its fact is not stated."""
    known = stated(facts, leaf.slot)
    if leaf.known is not None:
        return known
    if leaf.unknown is not None:
        return not known
    if not known:
        return None
    value = facts[leaf.slot]
    return all(_holds(operator, value, leaf.bound(operator)) for operator in leaf.operators())


def _holds(operator: str, value: Any, bound: Any) -> bool:
    if isinstance(value, list | tuple | set | frozenset):
        return any(_holds(operator, one, bound) for one in value)
    try:
        return bool(_COMPARE[operator](value, bound))
    except TypeError:
        return False


def conjunction(values: list[bool | None]) -> bool | None:
    """Return the three-valued "and" of `values`."""
    return False if False in values else None if None in values else True


def disjunction(values: list[bool | None]) -> bool | None:
    """Return the three-valued "or" of `values`."""
    return True if True in values else None if None in values else False


def when_holds(when: When, facts: Mapping[str, Any]) -> bool | None:
    """Return whether `when` holds on `facts`; None where unstated facts decide."""
    results: list[bool | None] = []
    for condition in when.all:
        if isinstance(condition, Either):
            results.append(
                disjunction(
                    [
                        conjunction([leaf_holds(leaf, facts) for leaf in alternative.all])
                        if isinstance(alternative, All)
                        else leaf_holds(alternative, facts)
                        for alternative in condition.any
                    ]
                )
            )
        else:
            results.append(leaf_holds(condition, facts))
    for leaf in when.unless:
        outcome = leaf_holds(leaf, facts)
        results.append(None if outcome is None else not outcome)
    return conjunction(results)
