"""What a user gets to hear about bad input."""

from __future__ import annotations


class InputError(ValueError):
    """Input that can not be used: one sentence in each language that says what was wrong and what would be right."""

    def __init__(self, en: str, zh: str = "") -> None:
        self.en = en
        self.zh = zh or en
        super().__init__(en)

    def of(self, lang: str) -> str:
        """Return the sentence in `lang` ("en" or "zh")."""
        return self.zh if lang == "zh" else self.en
