"""What speaks against a machine besides its price and its speed: a sum of named weights."""

from __future__ import annotations

from math import log

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.planning import host
from assistant.planning.fit import Fit
from assistant.planning.job import Job
from assistant.planning.machine import Machine
from assistant.sizing.card import is_measured


def risks(kb: Knowledge, job: Job, machine: Machine, fit: Fit, spot: bool, sources: int) -> list[str]:
    """Return the names of the risks, keys of `planning.objective` and of the texts `risk.<name>`.

    `sources` is the number of providers that publish a price for this many of the card in one machine.
    """
    gpu = kb.gpus[fit.rig.gpu]
    rig = fit.rig
    cards_gb = gpu.memory_gb * machine.count
    needed = job.reads != "text" or fit.layout.sharded
    away = not machine.owned
    found = {
        "tight": fit.needed_gb > kb.number("planning.tight") * fit.capacity_gb,
        "brim": fit.needed_gb > kb.number("planning.brim") * fit.capacity_gb and not machine.owned,
        "unmeasured": not is_measured(kb, gpu) and not machine.owned,
        "nodes": rig.nodes > 1,
        "unstated_network": rig.nodes > 1 and rig.rdma is None and fit.layout.sharded,
        "consumer": gpu.class_ == "consumer" and not machine.owned,
        "low_ram": machine.ram_gb is not None and machine.ram_gb < cards_gb and not machine.owned,
        "low_cpu": machine.vcpu is not None and machine.vcpu / 2 < _cores(kb, job, machine, fit) and needed,
        "slow_link": fit.layout.sharded and rig.link in {"pcie", "pcie_p2p"},
        "spot": spot,
        "few_sources": sources <= kb.number("planning.few_sources") and not machine.owned,
        "secondary_price": "secondary" in machine.note,
        "old": not gpu.bf16,
        "arm": gpu.id in kb.constants["planning.arm_cards"].words and not machine.owned,
        "new": is_new(kb, gpu) and away,
    }
    return [name for name, holds in found.items() if holds]


def is_new(kb: Knowledge, gpu: Gpu) -> bool:
    """Return whether a card is of the newest generation."""
    return any(name in gpu.architecture for name in kb.constants["planning.new_architectures"].words)


def risk_of(kb: Knowledge, job: Job, machine: Machine, fit: Fit, spot: bool, sources: int) -> float:
    """Return the sum of the weights of what speaks against the machine."""
    weights = kb.constants["planning.objective"].table
    # Every further copy of a model that fits one card is one more thing to feed, scale and lose.
    copies = weights["copies"] * log(fit.rig.gpus) if fit.layout.strategy == "ddp" else 0.0
    return copies + sum(weights[name] for name in risks(kb, job, machine, fit, spot, sources))


def _cores(kb: Knowledge, job: Job, machine: Machine, fit: Fit) -> float:
    """Return the cores that `host.cores` derives, as a plain number: it is asked for every candidate."""
    workers = host.workers_per_gpu(kb, job, fit.rate[1] / fit.rig.gpus).value
    return machine.count * (workers + 1) + kb.number("data.system_cores")
