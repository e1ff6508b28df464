"""Text to meaning, in English and Chinese, without a language model."""

from __future__ import annotations

from assistant.language.reader import understand
from assistant.language.understanding import Understanding

__all__ = ["Understanding", "understand"]
