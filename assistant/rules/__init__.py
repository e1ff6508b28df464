"""Rules against facts: which fire, which do not and why, which still wait for an answer."""

from assistant.rules.engine import match
from assistant.rules.trace import LeafTrace, Outcome, RuleConflictError, RuleTrace, Trace

__all__ = ["LeafTrace", "Outcome", "RuleConflictError", "RuleTrace", "Trace", "match"]
