"""Rules against facts: which fire, which do not and why, which still wait for an answer."""

from assistant.rules.engine import match
from assistant.rules.nearest import NearMiss, near_misses
from assistant.rules.trace import LeafTrace, Outcome, RuleConflictError, RuleTrace, Trace

__all__ = ["LeafTrace", "NearMiss", "Outcome", "RuleConflictError", "RuleTrace", "Trace", "match", "near_misses"]
