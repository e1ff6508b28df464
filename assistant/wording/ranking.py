"""Which of the rules that fired tell the reader most."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.knowledge.schema.rule import Leaf
from assistant.planning.result import PlanResult, RuleUse

TELLING = frozenset({"task", "params", "model", "gpu", "gpu_class", "strategy", "fits_one_gpu"})
"""Facts that make a rule one on this job: a test of one of them counts twice."""

CHOOSING = "gpu"
"""Table of the rules that choose the card: the first thing a reader asks about."""

GUARD = "gpu_count"
"""Fact that most rules test only to see that there is a card at all; that test tells nothing."""

LANGUAGE_TASKS = frozenset({"llm_finetune", "llm_pretrain", "llm_alignment", "multimodal"})
LANGUAGE_RULES = ("memory.full-adamw", "memory.activations", "memory.law")
"""Beginnings of rules whose reasons work with one language model of 7B; they say little on any other size."""

NO_REASONS = frozenset({"acceptance", "process", "software"})
"""Tables of what to do and measure: good advice, but no reason for a machine."""

NO_GPU_TABLES = frozenset({"memory", "precision", "parallelism"})
"""Tables that say nothing about a machine without a card."""


def telling_rules(kb: Knowledge, result: PlanResult) -> tuple[RuleUse, ...]:
    """Return the rules that fired, those on this very job first: the more conditions a rule has, the more it tells."""
    bare = result.plan is not None and result.plan.gpu is None
    tables = {use.id: kb.rules[use.id].table for use in result.rules if use.id in kb.rules}
    near = kb.constants["conversation.example_size"].table
    size = (result.workload.params or 0) / 1e9
    foreign = result.workload.task not in LANGUAGE_TASKS or not near["low"] <= size < near["high"]
    shown = [
        use
        for use in result.rules
        if not (bare and tables.get(use.id) in NO_GPU_TABLES) and not (foreign and use.id.startswith(LANGUAGE_RULES))
    ]
    return tuple(sorted(shown, key=lambda use: _telling(kb, use), reverse=True))


def _telling(kb: Knowledge, use: RuleUse) -> tuple[int, int]:
    """Return how much a rule tells of this job: its conditions, weighed, then its own priority."""
    rule = kb.rules.get(use.id)
    if rule is None:
        return 0, 0
    leaves = [leaf for part in rule.when.all for leaf in leaves_of(part)]
    tests = [leaf for leaf in leaves if not _guards(leaf)]
    weight = len(tests) + len(rule.when.unless) + sum(leaf.slot in TELLING for leaf in tests)
    rank = 1 if rule.table == CHOOSING else -1 if rule.table in NO_REASONS else 0
    return weight + 2 * rank, rule.priority


def _guards(leaf: Leaf) -> bool:
    """Return whether a test only sees to it that there is a card."""
    return leaf.slot == GUARD and (leaf.gt == 0 or leaf.gte == 1)


def leaves_of(part: object) -> tuple[Leaf, ...]:
    """Return the tests in one part of a condition."""
    if isinstance(part, Leaf):
        return (part,)
    return tuple(leaf for inner in (getattr(part, "any", ()) or getattr(part, "all", ())) for leaf in leaves_of(inner))
