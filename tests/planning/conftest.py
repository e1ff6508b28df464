from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge


@pytest.fixture(scope="session")
def kb() -> Knowledge:
    return Knowledge.load()
