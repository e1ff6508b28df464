"""Which cards loose words mean: "A100" is every A100, "A100 80GB" those with 80 GB, "24 GB" the usual one."""

from __future__ import annotations

import re

from assistant.knowledge import Knowledge
from assistant.knowledge.names import fold
from assistant.knowledge.schema import Gpu
from assistant.planning.job import Job

_MEMORY = re.compile(r"(\d{1,3})\s*g", re.IGNORECASE)


def cards_named(kb: Knowledge, name: str) -> frozenset[str]:
    """Return the ids of the cards that `name` may mean, empty where it names none."""
    card = find_card(kb, name)
    if card is None:
        return frozenset()
    stem = _stem(card)
    same = [other for other in kb.gpus.values() if _stem(other) == stem]
    size = _MEMORY.search(name)
    if size is not None:
        same = [other for other in same if round(other.memory_gb) == int(size.group(1))]
    for form in ("sxm", "pcie", "nvl"):
        if form in name.casefold():
            same = [other for other in same if form in other.id]
    return frozenset(other.id for other in same) or frozenset({card.id})


def find_card(kb: Knowledge, name: str, memory_gb: float | None = None) -> Gpu | None:
    """Return the card that `name` names, or begins to name ("RTX 3060"), of the memory said where several do."""
    exact = kb.find_gpu(name)
    if exact is not None and (memory_gb is None or round(exact.memory_gb) == round(memory_gb)):
        return exact
    size = _MEMORY.search(name)
    if size is not None and (bare := name[: size.start()].strip()) and bare != name:
        return find_card(kb, bare, float(size.group(1)))
    said = fold(name)
    begun = [gpu for gpu in kb.gpus.values() if any(fold(word).startswith(said) for word in (gpu.name, *gpu.aliases))]
    fitting = [gpu for gpu in begun if memory_gb is None or round(gpu.memory_gb) == round(memory_gb)]
    if exact is not None and not fitting:
        return exact
    return min(fitting or begun, key=lambda gpu: (gpu.memory_gb, gpu.id), default=None) if said else None


def _stem(card: Gpu) -> str:
    """Return the part of an id that names the model of the card: "a100" of "a100-sxm4-80gb", "rtx-4090-d" whole."""
    return re.split(r"-(?:sxm|pcie|nvl)", card.id)[0]


def mentioned_cards(kb: Knowledge, job: Job) -> frozenset[str]:
    """Return the ids of all cards the user named."""
    found: frozenset[str] = frozenset()
    for name in job.workload.gpu_mentioned:
        found |= cards_named(kb, name)
    return found


def card_of_memory(kb: Knowledge, memory_gb: float) -> str:
    """Return the usual card of so much memory, empty where there is none: someone said "24 GB" and no name."""
    return kb.constants["planning.card_of_memory"].words.get(f"{memory_gb:.0f}", "")
