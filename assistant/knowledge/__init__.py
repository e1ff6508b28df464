"""The knowledge base: schema, loader and linter of the YAML below `knowledge/`."""

from assistant.knowledge.base import Knowledge
from assistant.knowledge.errors import KnowledgeError, Problem

__all__ = ["Knowledge", "KnowledgeError", "Problem"]
