"""Settings of a run: batch, sequence length, steps, epochs, picture size."""

from __future__ import annotations

import re

from assistant.language.context import Context
from assistant.language.datasets import length
from assistant.language.frames import Frame
from assistant.language.quantity import Quantity
from assistant.language.spans import Finding

_PICTURE = re.compile(
    r"(?<![a-z\d.])(\d{2,4})\s*[x*]\s*(\d{2,4})(?:\s*[x*]\s*(\d{2,4}))?(?!\s*g(?:b|ib)?(?![a-z]))(?!\d|\.\d)"
)
_SMALLEST = 28
_NEAR = 16
_HAPPENED = Frame(r"<<steps.happened>>\s*(?:<<about>>|<<just>>|\s)*$")
"""Behind these the steps say when something happened, not how many there are to be."""
_OF_CARD = Frame("<<batch.part>>")
"""A batch of one card or one step gives way to that of the whole job."""


def pictures(text: str) -> list[Finding]:
    """Return picture sizes written as "224x224" or "128x128x128"."""
    out = []
    for match in _PICTURE.finditer(text):
        sides = [int(side) for side in match.groups() if side]
        if min(sides) >= _SMALLEST:
            same = len(sides) == 2 and len(set(sides)) == 1
            out.append(
                Finding("image_size", sides[0] if same else "x".join(map(str, sides)), match.start(), match.end(), 3)
            )
    return out


def setting(quantity: Quantity, context: Context) -> Finding | None:
    """Return the setting that `quantity` states by its keyword or its noun; None where there is none."""
    if quantity.unit:
        return None
    counts_cards = quantity.key == "gpu_count" and not quantity.scale and quantity.noun in {"", "cards", "samples"}
    slot = "gpu_count" if counts_cards else _slot(quantity)
    if not slot:
        return None
    start = min(quantity.start, quantity.key_start) if quantity.key and quantity.key_start >= 0 else quantity.start
    if slot == "gpu_count" and not (quantity.value == int(quantity.value) and quantity.value >= 1):
        return None
    if slot == "seq_len":
        found = length(quantity)
        return Finding("seq_len", found.value, start, quantity.end, 3)
    value = quantity.value
    whole = int(value) if value == int(value) else value
    if slot == "train_steps" and context.frame(_HAPPENED).search(context.before(quantity, _NEAR)):
        return None
    of_card = slot == "batch" and quantity.key and context.frame(_OF_CARD).match(context.rest, quantity.key_start)
    return Finding(slot, whole, start, quantity.end, 2 if of_card else 3)


def _slot(quantity: Quantity) -> str:
    if (
        quantity.key == "seq_len"
        and quantity.noun in {"", "tokens", "seq_len"}
        and quantity.scale not in {"b", "bn", "billion"}
    ):
        return "seq_len" if quantity.value >= 16 else ""
    if quantity.key == "batch" and quantity.noun not in {"steps", "epochs"} and quantity.scale not in {"b", "billion"}:
        return "batch" if quantity.noun != "tokens" else ""
    if quantity.noun == "seq_len":
        return "seq_len" if quantity.value >= 16 else ""
    if quantity.noun == "batch":
        return "batch"
    if quantity.noun == "steps":
        return "" if quantity.words and quantity.value < 10 else "train_steps"
    if quantity.noun == "epochs":
        return "epochs"
    if quantity.key in {"steps", "epochs"} and not quantity.noun and quantity.scale != "b":
        return "train_steps" if quantity.key == "steps" else "epochs"
    if (
        (quantity.noun == "image_size" or quantity.key == "image_size")
        and quantity.value >= _SMALLEST
        and quantity.noun in {"", "image_size"}
    ):
        return "image_size"
    return ""
