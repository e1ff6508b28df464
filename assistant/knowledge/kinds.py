"""Which folder holds which kind of record: declared once, read by the loader, the linter and the docs."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge.schema import (
    Claim,
    Concept,
    Constant,
    Disagreement,
    FactDeclaration,
    Gpu,
    LintWaiver,
    LooseName,
    Model,
    Offer,
    Rate,
    Record,
    Refusal,
    Rule,
    Slot,
    Source,
    Table,
    Term,
    Text,
    Topic,
)  # fmt: skip


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
    record: type[Record]


KINDS = (
    Kind("sources", "sources", Source),
    Kind("constants", "constants", Constant),
    Kind("gpus", "gpus", Gpu),
    Kind("models", "models", Model),
    Kind("loose_names", "models", LooseName),
    Kind("offers", "offers", Offer),
    Kind("rates", "rates", Rate),
    Kind("facts", "facts", FactDeclaration),
    Kind("tables", "rules", Table),
    Kind("rules", "rules", Rule),
    Kind("waivers", "lint", LintWaiver),
    Kind("topics", "faq", Topic),
    Kind("refusals", "faq", Refusal),
    Kind("concepts", "faq", Concept),
    Kind("claims", "claims", Claim),
    Kind("disagreements", "disagreements", Disagreement),
    Kind("slots", "slots", Slot),
    Kind("texts", "wording", Text),
    Kind("vocabulary", "vocabulary", Term),
)
