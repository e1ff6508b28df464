"""Which of the rules that fired tell the reader most."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.planning.result import PlanResult, RuleUse

NO_GPU_TABLES = frozenset({"memory", "precision", "parallelism"})
"""Tables that say nothing about a machine without a card."""


def telling_rules(kb: Knowledge, result: PlanResult) -> tuple[RuleUse, ...]:
    """Return the rules that fired, those on this very job first: the more conditions a rule has, the more it tells."""
    bare = result.plan is not None and result.plan.gpu is None
    shown = [
        use for use in result.rules if not (bare and use.id in kb.rules and kb.rules[use.id].table in NO_GPU_TABLES)
    ]
    return tuple(sorted(shown, key=lambda use: -_conditions(kb, use)))


def _conditions(kb: Knowledge, use: RuleUse) -> int:
    rule = kb.rules.get(use.id)
    return len(rule.when.all) + len(rule.when.unless) if rule is not None else 0
