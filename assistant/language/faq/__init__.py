"""Finding the topic that a question is about, in either language, and declining what is none."""

from assistant.language.faq.retrieve import Alternative, Retrieval, retrieve

__all__ = ["Alternative", "Retrieval", "retrieve"]
