"""What every record has in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Closed(BaseModel):
    """A frozen value that knows no keys but its own."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Record(Closed):
    """A thing with an id; ids are unique within their kind."""

    id: str = Field(min_length=1, pattern=r"^[\w][\w.+\-/@]*$")


class Bilingual(Closed):
    """A text in both languages of the product."""

    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)

    def of(self, lang: str) -> str:
        """Return the text in `lang` ("en" or "zh")."""
        return self.zh if lang == "zh" else self.en
