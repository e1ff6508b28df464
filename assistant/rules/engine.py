"""Matching: facts in, a full trace out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from assistant.knowledge import Knowledge
from assistant.knowledge.conditions import leaf_holds, stated, when_holds
from assistant.knowledge.schema.rule import Leaf, Rule
from assistant.rules.trace import LeafTrace, RuleConflictError, RuleTrace, Trace


def match(kb: Knowledge, facts: Mapping[str, Any], table: str | None = None) -> Trace:
    """Return what becomes of every rule on `facts`.

    Args:
        kb: the knowledge base.
        facts: name of a declared fact -> value, in the unit of its declaration; None and absence mean "not stated".
        table: look at one decision table only.

    Raises:
        RuleConflictError: two rules fired in a table whose hit policy is unique, or disagreed where it is any.
        KeyError: there is no such table.
    """
    tables = kb.rules_by_table if table is None else {table: kb.rules_by_table[table]}
    traces: list[RuleTrace] = []
    for name, rules in tables.items():
        traces.extend(_resolve(kb.tables[name].hit, name, [_trace(rule, facts) for rule in rules]))
    return Trace(tuple(traces))


def _trace(rule: Rule, facts: Mapping[str, Any]) -> RuleTrace:
    held = when_holds(rule.when, facts)
    leaves = tuple(_leaf(leaf, facts, negated) for leaf, negated in _signed_leaves(rule))
    return RuleTrace(rule, "fired" if held else "open" if held is None else "blocked", leaves)


def _signed_leaves(rule: Rule) -> Iterator[tuple[Leaf, bool]]:
    leaves = rule.when.leaves()
    first_negated = len(leaves) - len(rule.when.unless)
    return ((leaf, index >= first_negated) for index, leaf in enumerate(leaves))


def _leaf(leaf: Leaf, facts: Mapping[str, Any], negated: bool) -> LeafTrace:
    holds = leaf_holds(leaf, facts)
    value = facts[leaf.slot] if stated(facts, leaf.slot) else None
    return LeafTrace(leaf, value, holds if holds is None or not negated else not holds, negated)


def _resolve(hit: str, table: str, traces: list[RuleTrace]) -> list[RuleTrace]:
    """Apply the hit policy: `traces` come with the greatest priority first."""
    fired = [trace for trace in traces if trace.outcome == "fired"]
    if len(fired) < 2 or hit == "collect":
        return traces
    winner = fired[0].rule
    if hit == "unique":
        raise RuleConflictError(table, winner.id, fired[1].rule.id)
    for trace in fired[1:]:
        clash = trace.rule.then != winner.then and (hit == "any" or trace.rule.priority == winner.priority)
        if clash:
            raise RuleConflictError(table, winner.id, trace.rule.id)
    if hit == "any":
        return traces
    return [
        replace(trace, outcome="overridden", by=winner.id)
        if trace.outcome == "fired" and trace.rule is not winner
        else trace
        for trace in traces
    ]
