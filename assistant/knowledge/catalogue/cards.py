"""Which of our cards a foreign price list means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.knowledge.base import Knowledge
from assistant.knowledge.names import fold
from assistant.knowledge.schema import Gpu, Offer

_MEMORY = re.compile(r"[-_ ]?\d+(\.\d+)?\s?(gib|gb|g)\b", re.IGNORECASE)
_FORM = re.compile(r"[-_ ]?(sxm\d?|pcie|nvl|hbm\d\w?)\b", re.IGNORECASE)
_SWITCHED = ("nvswitch", "nvlink_mesh")


@dataclass(frozen=True)
class Cards:
    """The cards of `kb` by name, memory and machine."""

    kb: Knowledge

    @cached_property
    def _families(self) -> Mapping[str, tuple[Gpu, ...]]:
        families: dict[str, list[Gpu]] = {}
        for gpu in self.kb.gpus.values():
            for name in {_family(gpu.name), *(_family(alias) for alias in gpu.aliases)}:
                families.setdefault(name, []).append(gpu)
        return {name: tuple(cards) for name, cards in families.items()}

    @cached_property
    def _machines(self) -> Mapping[tuple[str, str], Offer]:
        return {(offer.provider, offer.instance): offer for offer in self.kb.offers.values()}

    def machine(self, provider: str, instance: str) -> Offer | None:
        """Return the machine of our own table: foreign lists have no network, fabric or form of the card."""
        return self._machines.get((provider, instance))

    def find(self, name: str, memory_gb: float | None, machine: Offer | None) -> Gpu | None:
        """Return the card that a list calls `name`; its memory decides where the name leaves several."""
        tolerance = self.kb.number("catalogue.memory_tolerance")

        def fits(gpu: Gpu) -> bool:
            return memory_gb is None or abs(gpu.memory_gb - memory_gb) <= tolerance * gpu.memory_gb

        ours = self.kb.gpus.get(machine.gpu) if machine is not None else None
        if ours is not None and fits(ours) and _family(name) in {_family(ours.name), *map(_family, ours.aliases)}:
            return ours
        said = self.kb.constants["catalogue.cards"].words.get(name)
        direct = self.kb.gpus.get(said) if said else self.kb.find_gpu(name)
        if direct is not None and fits(direct):
            return direct
        rivals = [gpu for gpu in self._families.get(_family(name), ()) if fits(gpu)]
        form = "pcie" if "pcie" in name.lower() else ""
        rivals.sort(key=lambda gpu: (bool(form) == (gpu.link in _SWITCHED), gpu.link not in _SWITCHED, gpu.id))
        return rivals[0] if rivals and memory_gb is not None else None


def _family(name: str) -> str:
    """Return `name` without memory and form ("A100-SXM4-80GB" -> "a100")."""
    return fold(_FORM.sub("", _MEMORY.sub("", name))).removeprefix("nvidia")
