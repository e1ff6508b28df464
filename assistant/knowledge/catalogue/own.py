"""Our own price lists: YAML as below `knowledge/offers`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from assistant.errors import InputError
from assistant.knowledge.base import Knowledge
from assistant.knowledge.errors import KnowledgeError, Problem
from assistant.knowledge.explain import did_you_mean, explain
from assistant.knowledge.kinds import KINDS
from assistant.knowledge.schema import Offer
from assistant.knowledge.yaml_nodes import read as read_yaml


def read(kb: Knowledge, file: Path) -> list[Offer]:
    """Return the offers of a YAML file; currency and day of a price must be said.

    Raises:
        InputError: the file can not be read or has no offers.
        KnowledgeError: an offer is wrong; every fault is named with its line.
    """
    try:
        document = read_yaml(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: can not be read: {error}", f"{file}：无法读取：{error}") from error
    kind = next(kind for kind in KINDS if kind.key == "offers")
    problems = [Problem(str(file), mark.line, mark.column, "", message) for mark, message in document.faults]
    rows = document.data.get("offers") if isinstance(document.data, dict) else None
    if not isinstance(rows, list) or not rows:
        if problems:
            raise KnowledgeError(problems)
        raise InputError(f"{file}: no list `offers:` in it", f"{file}：没有 `offers:` 列表")
    offers: list[Offer] = []
    for index, row in enumerate(rows):
        mark = document.mark(("offers", index))
        try:
            offer = Offer.model_validate(row)
        except ValidationError as error:
            problems.extend(explain(error, kind, ("offers", index), row, document, str(file)))
            continue
        missing = _missing(kb, offer, row)
        if missing:
            problems.append(Problem(str(file), mark.line, mark.column, f"offers > {offer.id}", missing))
        offers.append(offer)
    if problems:
        raise KnowledgeError(problems)
    return offers


def _missing(kb: Knowledge, offer: Offer, row: Mapping[str, Any]) -> str:
    if offer.gpu and offer.gpu not in kb.gpus:
        return f"no card is called `{offer.gpu}`{did_you_mean(offer.gpu, kb.gpus)}"
    if offer.price is not None and not offer.price_date:
        return "a price needs `price_date`, the day on which it was read"
    if offer.price is not None and "currency" not in row:
        return "a price needs `currency`"
    return ""
