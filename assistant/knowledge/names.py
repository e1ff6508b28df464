"""Names of things, folded so that spelling does not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_JOINTS = re.compile(r"(?<!\d)[\s\-_/]+|[\s\-_/]+(?!\d)")
_RUNS = re.compile(r"[\s\-_/]+")
_GPU_NOISE = re.compile(r"nvidia|geforce|tesla|graphics|card", re.IGNORECASE)


def fold(name: str) -> str:
    """Return `name` without case, width, and the spaces and hyphens that carry no meaning.

    Between two digits a joint is kept, so "llama-3-8b" and "llama 38b" stay two names.
    """
    text = _JOINTS.sub("", unicodedata.normalize("NFKC", name).lower().strip())
    return _RUNS.sub("-", text)


class NameIndex:
    """Exact look-up of folded names.

    The first id to claim a name keeps it; clashes are the linter's business.
    """

    def __init__(self, entries: Iterable[tuple[str, Iterable[str]]]) -> None:
        self.ids: dict[str, str] = {}
        for identity, names in entries:
            for name in names:
                self.ids.setdefault(fold(name), identity)

    def find(self, name: str) -> str | None:
        """Return the id that `name` belongs to, None where there is none."""
        folded = fold(name)
        return self.ids.get(folded) or self.ids.get(fold(_GPU_NOISE.sub(" ", name)))
