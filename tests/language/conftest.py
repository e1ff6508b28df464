"""The knowledge base, loaded once."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge


@pytest.fixture(scope="session")
def base() -> Knowledge:
    return Knowledge.load()
