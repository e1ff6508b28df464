"""What all tests share: how property tests draw their examples.

By default the draws are the same on every machine, so that a change is red or green by itself. `make explore` draws
anew each time; what it finds is fixed and kept as an example.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, database=None)
settings.register_profile("explore", derandomize=False)
settings.load_profile("fixed")
