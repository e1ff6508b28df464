"""What the linter asks of the rest of the product: the memory law and the answer index."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from assistant.cli.phrasings import topic_of
from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.knowledge.lint import Probes
from assistant.knowledge.lint.probes import OLD_PRICE_DAYS
from assistant.knowledge.schema import Gpu, Rule

USUAL = {"micro_batch": 1, "seq_len": 2048, "checkpointing": True}
"""The job a card is recommended for, unless the rule says more: the knobs a planner turns first."""


KEPT = "transcripts/coverage.json"
"""What the transcripts exercise, kept beside the base in a checkout; an installed package has no transcripts."""


def probes(kb: Knowledge, today: date, old_price_days: int | None, coverage: str | None = None) -> Probes:
    """Return the linter's questions, bound to `kb`; `coverage` is a file of `replay --keep-coverage`.

    Without one the file beside the built-in base counts, for the rules of that base alone.
    """
    return Probes(
        today=today,
        old_price_days=OLD_PRICE_DAYS if old_price_days is None else old_price_days,
        shortfall=_shortfall(kb),
        topic_of=topic_of(kb),
        fired=_fired(Path(coverage)) if coverage else _kept(kb),
    )


def _kept(kb: Knowledge) -> frozenset[str] | None:
    """Return the rules of the built-in base that its transcripts fire, and every rule of other folders."""
    from assistant.knowledge.folders import built_in_folder

    file = built_in_folder().parent / KEPT
    if not file.is_file():
        return None
    return _fired(file) | (kb.rules.keys() - Knowledge.load().rules.keys())


def _fired(file: Path) -> frozenset[str]:
    """Return the rules that the transcripts fire."""
    try:
        rules = json.loads(file.read_text(encoding="utf-8"))["rules"]
        return frozenset(map(str, rules))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{file}: not what `replay --keep-coverage` writes") from error


def _shortfall(kb: Knowledge) -> Callable[[Rule, Gpu, int], str]:
    from assistant.sizing import memory

    def shortfall(rule: Rule, gpu: Gpu, count: int) -> str:
        """Return what is missing at the largest job of the rule's region."""
        for asked in _corners(rule):
            spread: dict[str, Any] = {"gpus": count, "sharding": "fsdp"} if count > 1 else {}
            try:
                needed = memory.estimate(kb, memory.MemoryRequest.of({**USUAL, **asked, **spread})).needed.value
            except InputError:
                continue
            if needed > gpu.capacity_gb:
                size = f"{asked['params'] / 1e9:g}B {asked['method']}"
                return f"{size} at 2,048 tokens needs {needed:.1f} GB of {gpu.capacity_gb:.1f} GB"
        return ""

    return shortfall


def _corners(rule: Rule) -> list[dict[str, Any]]:
    """Return the largest job of the region for each of its methods; nothing where its size has no upper bound."""
    largest: float | None = None
    methods: tuple[Any, ...] = ()
    for leaf in rule.when.leaves():
        if leaf.slot == "params":
            bounds = [bound for bound in (leaf.lte, leaf.lt, leaf.is_) if isinstance(bound, float)]
            largest = min(bounds, default=largest)
        if leaf.slot == "method":
            methods = leaf.in_ or ((leaf.is_,) if leaf.is_ else ())
    if largest is None:
        return []
    return [{"params": largest, "method": str(method), "precision": "amp"} for method in methods]
