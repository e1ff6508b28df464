"""Offers as the files of other tools: a SkyPilot catalogue, a gpuhunt catalogue, our own YAML."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from assistant.errors import InputError
from assistant.knowledge.base import Knowledge
from assistant.knowledge.catalogue import export_gpuhunt, export_skypilot
from assistant.knowledge.schema import Offer


def write_offers(kb: Knowledge, offers: Iterable[Offer], form: str) -> str:
    """Return `offers` as the text of a file in `form`; prices of other tools are in USD.

    Raises:
        InputError: `form` is not one of `FORMATS`, or nothing of `offers` can be said in it.
    """
    if form not in FORMATS:
        raise InputError(
            f"no format is called {form}; there are {', '.join(FORMATS)}",
            f"没有格式 {form}；可用：{', '.join(FORMATS)}",
        )
    return FORMATS[form](kb, list(offers))


def _yaml(kb: Knowledge, offers: list[Offer]) -> str:
    """Return our own form: JSON values are YAML, so that every text is quoted and nothing is guessed."""
    sources = sorted({offer.source for offer in offers if offer.source not in kb.sources})
    lines = ["schema: 1"]
    if sources:
        dates = {offer.source: offer.price_date for offer in offers}
        lines += ["sources:"]
        lines += [
            f"  - {{id: {json.dumps(source)}, kind: catalogue, title: {json.dumps('Imported price list')}, "
            f"date: {json.dumps(dates[source] or 'undated')}}}"
            for source in sources
        ]
    lines += ["offers:"]
    for offer in offers:
        data = offer.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        data.setdefault("currency", offer.currency)
        first, *rest = data.items()
        lines.append(f"  - {first[0]}: {json.dumps(first[1], ensure_ascii=False)}")
        lines += [f"    {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in rest]
    return "\n".join(lines) + "\n"


FORMATS: Mapping[str, Callable[[Knowledge, list[Offer]], str]] = {
    "skypilot": export_skypilot.write,
    "gpuhunt": export_gpuhunt.write,
    "yaml": _yaml,
}
"""Name of a format -> what writes it."""
