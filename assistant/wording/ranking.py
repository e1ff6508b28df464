"""Which of the rules that fired tell the reader most."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.knowledge.schema.rule import Leaf
from assistant.planning.result import PlanResult, RuleUse

TELLING = frozenset({"task", "params", "model", "gpu", "gpu_class", "gpu_count"})
"""Facts that make a rule one on this job: a test of one of them counts twice."""

LANGUAGE_TASKS = frozenset({"llm_finetune", "llm_pretrain", "llm_alignment", "multimodal"})
LANGUAGE_RULES = ("memory.full-adamw", "memory.activations", "memory.law")
"""Rules whose reasons speak of language models."""

LANGUAGE_TASKS = frozenset({"llm_finetune", "llm_pretrain", "llm_alignment", "multimodal"})
LANGUAGE_RULES = ("memory.full-adamw", "memory.activations", "memory.law")
"""Beginnings of rules whose reasons speak of language models."""

NO_GPU_TABLES = frozenset({"memory", "precision", "parallelism"})
"""Tables that say nothing about a machine without a card."""


def telling_rules(kb: Knowledge, result: PlanResult) -> tuple[RuleUse, ...]:
    """Return the rules that fired, those on this very job first: the more conditions a rule has, the more it tells."""
    bare = result.plan is not None and result.plan.gpu is None
    tables = {use.id: kb.rules[use.id].table for use in result.rules if use.id in kb.rules}
    foreign = result.workload.task not in LANGUAGE_TASKS
    shown = [
        use
        for use in result.rules
        if not (bare and tables.get(use.id) in NO_GPU_TABLES) and not (foreign and use.id.startswith(LANGUAGE_RULES))
    ]
    return tuple(sorted(shown, key=lambda use: -_conditions(kb, use)))


def _conditions(kb: Knowledge, use: RuleUse) -> int:
    rule = kb.rules.get(use.id)
    if rule is None:
        return 0
    leaves = [leaf for part in rule.when.all for leaf in leaves_of(part)]
    return len(leaves) + len(rule.when.unless) + sum(leaf.slot in TELLING for leaf in leaves)


def leaves_of(part: object) -> tuple[Leaf, ...]:
    """Return the tests in one part of a condition."""
    if isinstance(part, Leaf):
        return (part,)
    return tuple(getattr(part, "any", ()) or getattr(part, "all", ()))
