"""Which machines are looked at at all: offers and what the user has, in how many copies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from assistant.knowledge import Knowledge
from assistant.planning.job import Job
from assistant.planning.machine import NVLINK, Machine, Rig, from_offer, from_owned, link_of
from assistant.planning.mentions import card_of_memory, find_card, mentioned_cards
from assistant.planning.places import fold, in_region
from assistant.planning.pricing import convert
from assistant.planning.workload import Owned

ONE_BOARD = (2, 4, 8)
"""Numbers of cards, several of them, that stand in one machine."""


def owned_machine(kb: Knowledge, job: Job) -> Machine | None:
    """Return the hardware the user has, if the words say so: a number of a card alone is one to rent."""
    said = job.workload
    owned = said.owned
    if owned is None and said.gpu_rel == "have" and not said.gpu_mentioned and said.vram_gb:
        card = card_of_memory(kb, said.vram_gb)
        owned = Owned(gpu=card, count=said.gpu_count or 1, ram_gb=said.ram_gb) if card else None
    if owned is None and said.gpu_mentioned and said.gpu_rel == "have":
        card, number = said.gpu_mentioned[0], said.gpu_count or 1
        owned = Owned(gpu=card, count=number, vram_gb=said.vram_gb, ram_gb=said.ram_gb)
    if owned is None:
        return None
    if find_card(kb, owned.gpu, owned.vram_gb) is None:
        stands_in = stand_in(kb, job)
        owned = owned.model_copy(update={"gpu": stands_in}) if stands_in else owned
    machine = from_owned(kb, owned, job.currency, owned_nodes(kb, owned.count))
    return joined_at(machine, stated_gbps(job, own=True)) if machine else None


def stated_gbps(job: Job, *, own: bool) -> float | None:
    """Return the rate of the network between machines as it was told, Gb/s, None where nobody did.

    A line of which no more is said joins machines of one's own; rented ones have a network of their own beside it.
    """
    told = job.workload.facts.get("node_gbps") or (job.workload.facts.get("line_gbps") if own else None)
    return float(told) if isinstance(told, int | float) and told else None


def joined_at(machine: Machine, gbps: float | None) -> Machine:
    """Return `machine` with its network no quicker than `gbps`."""
    return replace(machine, gbps=min(gbps, machine.gbps or gbps)) if gbps else machine


def stand_in(kb: Knowledge, job: Job) -> str:
    """Return the usual card of the memory said for a card of one's own that the catalogue does not know, or ""."""
    said = job.workload
    memory = (said.owned.vram_gb if said.owned else None) or said.vram_gb
    return card_of_memory(kb, memory) if memory else ""


def owned_nodes(kb: Knowledge, cards: int) -> int:
    """Return over how many machines so many cards of one's own stand: boards carry eight at most."""
    most = int(kb.number("planning.cluster_gpus"))
    return cards // next(size for size in range(min(cards, most), 0, -1) if cards % size == 0)


def rented_machines(kb: Knowledge, job: Job) -> list[Machine]:
    """Return every machine of the catalogue that the job may use: with cards for training, without for the rest."""
    provider, region = fold(job.workload.provider), job.workload.region
    told = stated_gbps(job, own=False)
    found = [
        joined_at(from_offer(kb, offer), told)
        for offer in kb.offers.values()
        if (offer.gpu_count > 0) is job.trains
        and (not provider or fold(offer.provider) == provider)
        and (not region or in_region(kb, offer, region))
    ]
    return found + _one_by_one(kb, job, found)


def _one_by_one(kb: Knowledge, job: Job, machines: list[Machine]) -> list[Machine]:
    """Return machines of the wanted number of the wanted card, at places that rent cards one by one.

    At that many times the price of one; only for a card the user named: nobody publishes these machines as such.
    """
    said = job.workload
    if not said.gpu_mentioned or said.gpu_rel in {"avoid", "have"}:
        return []
    counts = (said.gpu_count,) if said.gpu_count else ONE_BOARD if said.gpu_rel == "want" else ()
    return [machine for number in counts if number > 1 for machine in _of_singles(kb, job, machines, number)]


def _of_singles(kb: Knowledge, job: Job, machines: list[Machine], count: int) -> list[Machine]:
    """Return machines of `count` wanted cards at so many times the price of one."""
    cards = mentioned_cards(kb, job)
    if any(machine.gpu in cards and machine.count == count for machine in machines):
        return []
    most = {name: int(number) for name, number in kb.constants["planning.per_card_clouds"].words.items()}
    return [
        replace(
            machine,
            count=count,
            instance=f"{machine.instance} (x{count})",
            link=link_of(kb.gpus[machine.gpu], None, count),
            price=machine.price and machine.price * count,
            spot_price=machine.spot_price and machine.spot_price * count,
        )
        for machine in machines
        if machine.gpu in cards and machine.count == 1 and count <= most.get(machine.provider, 0)
    ]


def grouped(machines: Iterable[Machine]) -> dict[Rig, list[Machine]]:
    """Return the machines by what memory and speed depend on, in a stable order."""
    groups: dict[Rig, list[Machine]] = defaultdict(list)
    for machine in machines:
        groups[Rig(machine.gpu, machine.count, 1, machine.link, machine.gbps, machine.rdma)].append(machine)
    return dict(sorted(groups.items(), key=lambda item: (item[0].gpu, item[0].per_node, str(item[0]))))


def node_counts(kb: Knowledge, rig: Rig, wanted: int | None = None) -> list[int]:
    """Return how many machines of a kind may work together, at least as many as make up the `wanted` number of cards.

    Cards on single boards without a named fabric are not joined over whatever lies between them; full boards are.
    """
    steps = [int(value) for _, value in sorted(kb.constants["planning.nodes"].table.items())]
    if wanted and wanted % rig.per_node == 0 and rig.per_node >= kb.number("planning.cluster_gpus"):
        steps = sorted({*steps, wanted // rig.per_node})
    if rig.rdma is None and rig.gbps is None and rig.per_node < kb.number("planning.cluster_gpus"):
        return steps[:1]
    if rig.per_node < kb.number("planning.cluster_gpus") and not rig.rdma:
        return steps[:1]
    if rig.link == "pcie":
        return steps[:1]  # cards that can not even reach one another inside a machine
    if rig.link not in NVLINK:
        return [step for step in steps if step * rig.per_node <= kb.number("planning.slow_link_gpus")] or steps[:1]
    return steps


def worth_pricing(
    kb: Knowledge, machines: list[Machine], currency: str, home: frozenset[str], spot: bool
) -> list[Machine]:
    """Return those of one group that no other of it beats in price, RAM and cores at once, home clouds apart.

    The rest can be neither cheapest nor recommended, whatever the job; machines without a price are all kept.
    """
    kept: list[Machine] = []
    for at_home in (True, False):
        side = [machine for machine in machines if (machine.provider in home) is at_home]
        for price_of in (_price, _spot_price) if spot else (_price,):
            priced = [(convert(kb, price, m.currency, currency), m) for m in side if (price := price_of(m)) is not None]
            front: list[Machine] = []
            for _, machine in sorted(priced, key=lambda pair: (pair[0], -(pair[1].ram_gb or 0), pair[1].id)):
                if not any(_covers(other, machine) for other in front):
                    front.append(machine)
            kept.extend(machine for machine in front if machine not in kept)
        kept.extend(machine for machine in side if machine.price is None and machine not in kept)
    return kept


def _price(machine: Machine) -> float | None:
    return machine.price


def _spot_price(machine: Machine) -> float | None:
    return machine.spot_price


def _covers(first: Machine, second: Machine) -> bool:
    """Return whether a cheaper `first` has at least the RAM and the cores of `second` (unknown counts as enough)."""
    enough_ram = first.ram_gb is None or (second.ram_gb is not None and first.ram_gb >= second.ram_gb)
    enough_cpu = first.vcpu is None or (second.vcpu is not None and first.vcpu >= second.vcpu)
    return enough_ram and enough_cpu
