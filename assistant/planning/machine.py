"""One machine that can run the job, rented or owned, and the groups of machines that behave alike."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu, Offer
from assistant.planning.mentions import find_card
from assistant.planning.workload import Owned

OWNED = "owned"
"""Provider of hardware the user has."""

NVLINK = {"nvswitch", "nvlink_mesh"}
"""Links over which every card of a machine reaches every other at full speed."""


@dataclass(frozen=True, slots=True)
class Machine:
    """One machine, whoever it belongs to.

    Attributes:
        gpu: id of its card, empty for none; `count` cards in it.
        link: class of the link between its cards, "none" for a single card.
        rdma: whether machines of this kind have an RDMA fabric between them, None where nobody says.
        gbps: network rate of one machine, Gb/s, None where nobody says or where it is not the fabric's.
        price, spot_price: per hour in `currency`.
    """

    id: str
    provider: str
    instance: str
    region: str
    gpu: str
    count: int
    vcpu: int | None
    ram_gb: float | None
    disk_gb: float | None
    gbps: float | None
    rdma: bool | None
    fabric: str
    link: str
    price: float | None
    spot_price: float | None
    currency: str
    price_date: str
    note: str = ""

    @property
    def owned(self) -> bool:
        """Whether it is the user's own."""
        return self.provider == OWNED


@dataclass(frozen=True, slots=True)
class Rig:
    """Cards and the links between them: all that memory and speed depend on, whatever the machine costs."""

    gpu: str
    per_node: int
    nodes: int
    link: str
    gbps: float | None
    rdma: bool | None

    @property
    def gpus(self) -> int:
        """Cards in all."""
        return self.per_node * self.nodes


def from_offer(kb: Knowledge, offer: Offer) -> Machine:
    """Return the machine that `offer` rents out."""
    gpu = kb.gpus.get(offer.gpu)
    rdma = None if not offer.fabric else offer.fabric != "none"
    # An InfiniBand port is not in the page's network figure, which is that of the Ethernet beside it.
    gbps = None if offer.fabric.startswith("IB") else offer.network_gbps
    link = link_of(gpu, offer.link, offer.gpu_count) if gpu else "none"
    return Machine(
        offer.id, offer.provider, offer.instance, offer.region, offer.gpu, offer.gpu_count, offer.vcpu, offer.ram_gb,
        offer.local_nvme_gb, gbps, rdma, offer.fabric, link, offer.price, offer.spot_price, offer.currency,
        offer.price_date if offer.price_date[:1].isdigit() else "", offer.note,
    )  # fmt: skip


def from_owned(kb: Knowledge, owned: Owned, currency: str, nodes: int = 1) -> Machine | None:
    """Return the user's own machine, one of `nodes` alike, None where its card is not known."""
    gpu = find_card(kb, owned.gpu, owned.vram_gb)
    if gpu is None:
        return None
    cores = owned.cpu_cores * 2 if owned.cpu_cores else None  # a core carries two virtual ones
    return Machine(
        "", OWNED, f"{owned.count} x {gpu.name}", "", gpu.id, owned.count // nodes, cores, owned.ram_gb, owned.disk_gb,
        None, None, "", link_of(gpu, None, owned.count // nodes), 0.0, None, currency, "",
    )  # fmt: skip


def link_of(gpu: Gpu, said: str | None, count: int) -> str:
    """Return the class of the link between `count` cards of one machine.

    What the page says wins; else the card decides. A bridge joins two cards and is an extra that rented machines seldom
    have, so without a word about it the cards meet over PCIe.
    """
    if count == 1:
        return "none"
    if said:
        return said
    if gpu.link == "nvlink_pair":
        return "pcie" if gpu.class_ == "consumer" else "pcie_p2p"
    return gpu.link
