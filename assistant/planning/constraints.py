"""The limits a machine must keep, each with what is needed, what is there and by how much they differ."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.planning import host
from assistant.planning.fit import Fit
from assistant.planning.job import Job
from assistant.planning.machine import Machine
from assistant.planning.mentions import mentioned_cards
from assistant.planning.pricing import Limit, counted
from assistant.sizing.derivation import Quantity

HARD = (
    "memory",
    "precision",
    "software",
    "parallelism",
    "interconnect",
    "network",
    "ram",
    "gpu",
    "speed",
    "availability",
    "deadline",
    "budget",
)
"""Every constraint, in the order in which a broken one is reported."""

PHYSICAL = frozenset(
    {"memory", "precision", "software", "parallelism", "interconnect", "network", "ram", "gpu", "speed"}
)
"""What money and patience can not mend."""


@dataclass(frozen=True, slots=True)
class Check:
    """One limit that is broken.

    Attributes:
        constraint: its name.
        need, have: the figures in `unit`; None where they are not numbers.
        word: what is missing, where it is not a number (the id of a text).
    """

    constraint: str
    need: float | None
    have: float | None
    unit: str
    word: str = ""

    @property
    def excess(self) -> float:
        """How far it is broken, as a factor of at least 1."""
        if self.need is None or not self.have or self.need <= 0:
            return 2.0
        return max(self.need / self.have, self.have / self.need)


def card_checks(kb: Knowledge, job: Job, fit: Fit, owned: bool) -> list[Check]:
    """Return the limits that the cards themselves break."""
    gpu = kb.gpus[fit.rig.gpu]
    broken = []
    if not fit.fits:
        broken.append(Check("memory", fit.needed_gb, fit.capacity_gb, "GB"))
    if job.workload.strategy is not None and fit.layout.strategy != job.workload.strategy:
        broken.append(Check("parallelism", None, None, "", "reject.parallelism"))
    if job.fixed_batch and fit.layout.global_batch != job.global_batch:
        cards = fit.rig.gpus if fit.rig.gpus > job.global_batch else None
        need, have = (float(cards), float(job.global_batch)) if cards else (None, None)
        broken.append(Check("parallelism", need, have, "", "reject.batch"))
    if job.workload.precision == "fp8" and not gpu.fp8:
        broken.append(Check("precision", None, None, "", "reject.fp8"))
    if "bf16" in {job.workload.precision, job.precision} and not gpu.bf16:
        broken.append(Check("precision", None, None, "", "reject.bf16"))
    if gpu.vendor != "nvidia" and gpu.vendor not in job.workload.allow and gpu.id not in mentioned_cards(kb, job):
        broken.append(Check("software", None, None, "", f"reject.vendor.{gpu.vendor}"))
    if fit.fits and fit.rate[1] <= 0:
        broken.append(Check("speed", None, None, "", "reject.speed"))
    far = fit.rig.link == "pcie" and fit.layout.sharded
    if far and not owned and job.params.value > kb.number("planning.sharded_pcie_params"):
        broken.append(Check("interconnect", None, None, "", "reject.interconnect"))
    return broken


def network_checks(kb: Knowledge, job: Job, fit: Fit, rate: float, trainable: Quantity) -> list[Check]:
    """Return whether the network between the machines is too slow for the exchange.

    `rate` is that of the job, where the user told the network the one without it.
    """
    rig = fit.rig
    if rig.nodes == 1 or not fit.fits or fit.rate[1] <= 0:
        return []
    need = host.network_need(kb, job, rig, fit.layout, rate, trainable)
    if need is None:
        return []
    share = kb.number("planning.network_share")
    if rig.rdma is False and fit.layout.sharded:
        return [Check("network", need.value, rig.gbps or 0.0, "Gb/s", "reject.no_rdma")]
    if rig.gbps is not None and rig.gbps < need.value * share:
        return [Check("network", need.value * share, rig.gbps, "Gb/s")]
    return []


def machine_checks(kb: Knowledge, job: Job, machine: Machine, fit: Fit) -> list[Check]:
    """Return the limits that the machine around the cards breaks."""
    broken = []
    need = host.ram_used(kb, job, fit.layout, fit.rig).value
    if machine.ram_gb is not None and machine.ram_gb < need:
        broken.append(Check("ram", need, machine.ram_gb, "GB"))
    if _avoided(kb, job, machine.gpu):
        broken.append(Check("gpu", None, None, "", "reject.avoid"))
    return broken


def money_checks(limit: Limit, per_hour: float, billed: float, gpus: int) -> list[Check]:
    """Return whether the run costs more than may be spent.

    `billed` are the hours that are paid for.
    """
    if limit.amount is not None:
        spent = counted(limit, per_hour, billed, gpus)
        if spent > limit.amount * (1 + 1e-9):
            return [Check("budget", spent, limit.amount, limit.currency)]
    return []


def _avoided(kb: Knowledge, job: Job, gpu: str) -> bool:
    return job.workload.gpu_rel == "avoid" and gpu in mentioned_cards(kb, job)
