"""Which folder holds which kind of record: declared once, read by the loader, the linter and the docs."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import schema


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of record.

    Attributes:
        key: top-level key in a file, and the field of `Knowledge`.
        folder: folder below `knowledge/`.
        record: its schema.
    """

    key: str
    folder: str
    record: type[schema.Record]


KINDS = (
    Kind("sources", "sources", schema.Source),
    Kind("constants", "constants", schema.Constant),
    Kind("gpus", "gpus", schema.Gpu),
    Kind("models", "models", schema.Model),
    Kind("loose_names", "models", schema.LooseName),
    Kind("offers", "offers", schema.Offer),
    Kind("rates", "rates", schema.Rate),
    Kind("facts", "facts", schema.FactDeclaration),
    Kind("tables", "rules", schema.Table),
    Kind("rules", "rules", schema.Rule),
    Kind("waivers", "lint", schema.LintWaiver),
    Kind("topics", "faq", schema.Topic),
    Kind("refusals", "faq", schema.Refusal),
    Kind("concepts", "faq", schema.Concept),
    Kind("claims", "claims", schema.Claim),
    Kind("disagreements", "disagreements", schema.Disagreement),
    Kind("slots", "slots", schema.Slot),
    Kind("texts", "wording", schema.Text),
    Kind("vocabulary", "vocabulary", schema.Term),
)
