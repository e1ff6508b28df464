"""How cards of one machine talk to each other, and how fast."""

from __future__ import annotations

from typing import Literal

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.card import sheet
from assistant.sizing.derivation import Quantity, derive
from assistant.sizing.facts import constant

Interconnect = Literal["nvswitch", "nvlink_mesh", "nvlink_pair", "pcie", "pcie_p2p"]


def link_class(gpu: Gpu, gpus_per_node: int, interconnect: Interconnect | None = None) -> Interconnect:
    """Return the class of the link between cards of one machine, as the laws know it.

    A GeForce card has no peer-to-peer path over PCIe; other cards have one. A bridge joins two cards only, and where
    nobody said there is one, there is none. Cards made for a board with NVSwitch or a mesh have it.
    """
    over_pcie: Interconnect = "pcie" if gpu.class_ == "consumer" or gpu.vendor == "huawei" else "pcie_p2p"
    if interconnect is None:
        return gpu.link if gpu.link in {"nvswitch", "nvlink_mesh"} else over_pcie
    if interconnect == "pcie":
        return over_pcie
    if interconnect == "nvlink_pair" and gpus_per_node > 2:
        return over_pcie
    return interconnect


def exchange_rate(kb: Knowledge, gpu: Gpu, link: Interconnect) -> Quantity:
    """Return the rate at which weights and gradients move between cards during training, B/s, overlap folded in."""
    if link.startswith("nv") and gpu.nvlink_gb_s:
        rate = sheet(gpu, "G_n", gpu.nvlink_gb_s, "nvlink_gb_s", "GB/s")
        return derive(
            "speed.exchange_rate", "B", "B/s", "G_n * k_n * 1e9", rate, constant(kb, "throughput.nvlink_share")
        )
    return derive("speed.exchange_rate", "B", "B/s", "B_l * 1e9", constant(kb, "throughput.link_rate", link, "B_l"))
