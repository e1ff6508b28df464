"""What all tests share: the knowledge base, and how property tests draw their examples.

By default the draws are the same on every machine, so that a change is red or green by itself. `make explore` draws
anew each time; what it finds is fixed and kept as an example.
"""

from __future__ import annotations

import pytest
from hypothesis import settings

from assistant.knowledge import Knowledge

settings.register_profile("fixed", derandomize=True, database=None)
settings.register_profile("explore", derandomize=False)
settings.load_profile("fixed")


@pytest.fixture(scope="session")
def kb() -> Knowledge:
    """Return the built-in knowledge base."""
    return Knowledge.load()
