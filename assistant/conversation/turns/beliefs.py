"""Beliefs about several cards that a message takes for granted: that memory adds up, that any card has NVLink."""

from __future__ import annotations

import re

from assistant.conversation.phrases import fold, speaks_of
from assistant.conversation.turn import Turn
from assistant.knowledge.schema import Gpu

POOLING = "vram-pooling"
NO_LINK = "consumer-nvlink"
_SIZE = re.compile(r"(?<![\d.])(\d{2,4})\s*(?:gb|g)(?![a-z0-9])")
_SEVERAL = 2
"""Fewer cards than these do not add up to anything."""


def pooled_slots(turn: Turn) -> frozenset[str]:
    """Return the slots that hold the sum of the memory of several cards: "two 3090, so 48 GB" is no data set."""
    total = _sum_said(turn)
    if total is None:
        return frozenset()
    slots = turn.heard.slots
    data = {"dataset_bytes"} if slots.get("dataset_bytes") == total * 1e9 else set()
    memory = {"vram_gb"} if slots.get("vram_gb") == total else set()
    return frozenset(data | memory)


def topics(turn: Turn) -> tuple[str, ...]:
    """Return the topics that set beliefs about several cards right, empty where the message holds none."""
    words = fold(turn.heard.text)
    pooled = (POOLING,) if _sum_said(turn) is not None else ()
    linked = (
        (NO_LINK,)
        if speaks_of(turn.kb, words, "nvlink") and not speaks_of(turn.kb, words, "nvlink.denied") and _unlinked(turn)
        else ()
    )
    return pooled + linked


def _sum_said(turn: Turn) -> int | None:
    """Return the memory of all the cards together, GB, where the message names it beside them."""
    slots, words = turn.heard.slots, fold(turn.heard.text)
    count = slots.get("gpu_count") or 0
    sizes = {int(size) for size in _SIZE.findall(words)}
    if count < _SEVERAL or not sizes or speaks_of(turn.kb, words, "size.of_data"):
        return None
    cards = {round(gpu.memory_gb) for gpu in _named(turn)}
    said = slots.get("vram_gb")
    if said and said not in {size * count for size in cards}:
        cards.add(round(said))
    return next((size * count for size in sorted(cards) if size * count in sizes), None)


def _unlinked(turn: Turn) -> bool:
    """Return whether more than one card is spoken of and one that is named has no NVLink."""
    named = _named(turn)
    return bool(named) and turn.heard.slots.get("gpu_count") != 1 and any(not gpu.nvlink_gb_s for gpu in named)


def _named(turn: Turn) -> list[Gpu]:
    found = (turn.kb.find_gpu(name) for name in turn.heard.slots.get("gpu_mentioned") or ())
    return [gpu for gpu in found if gpu is not None]
