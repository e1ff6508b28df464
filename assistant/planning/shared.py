"""What the searches of one plan have in common, and what decides that they may share it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from assistant.knowledge.schema import Offer
from assistant.planning.constraints import Check
from assistant.planning.fit import Fit
from assistant.planning.machine import Machine, Rig


@dataclass(frozen=True, slots=True)
class Judged:
    """A layout on a machine with the limits it breaks whatever the money and the amount of data, and its risks.

    `risk` is that of the machine on demand, `spot_risk` that of the interruptible one.
    """

    fit: Fit
    broken: tuple[Check, ...]
    risk: float
    spot_risk: float


@dataclass(slots=True)
class Shared:
    """What the searches of one plan have in common.

    Attributes:
        groups: machines worth a look, by where they may stand and how they are paid.
        judged: machines as they are judged for one arithmetic, by machine and number.
        sources: providers with a price, by card and number of cards in one machine.
    """

    groups: dict[tuple[object, ...], dict[Rig, list[Machine]]] = field(default_factory=dict)
    sources: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    judged: dict[tuple[object, ...], dict[tuple[object, ...], Judged]] = field(default_factory=dict)


def providers_of(offers: Iterable[Offer]) -> dict[tuple[str, int], set[str]]:
    """Return who rents out a card, by card and number of cards in one machine."""
    found: dict[tuple[str, int], set[str]] = defaultdict(set)
    for offer in offers:
        found[offer.gpu, offer.gpu_count].add(offer.provider)
    return found
