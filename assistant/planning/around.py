"""What an option shows of the machine around its cards: processors, RAM, disk and network."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from assistant.knowledge import Knowledge
from assistant.planning import host
from assistant.planning.candidate import Candidate
from assistant.planning.candidates import stated_gbps
from assistant.planning.job import Job
from assistant.planning.result import Network, Storage
from assistant.planning.search import Search
from assistant.planning.words import figure, say
from assistant.sizing.data import storage
from assistant.sizing.derivation import Quantity


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the cards, each with its derivation."""

    cores: Quantity
    ram: Quantity
    comfort: Quantity
    checkpoint: Quantity
    disk: Quantity
    read: Quantity
    network: Quantity | None

    def figures(self) -> tuple[Quantity, ...]:
        """Return them in the order in which they are shown."""
        found = (self.cores, self.ram, self.comfort, self.checkpoint, self.disk, self.read, self.network)
        return tuple(figure for figure in found if figure is not None)


def around_of(search: Search, one: Candidate, rate: Quantity) -> Around:
    """Return what stands around the cards of a candidate that trains at `rate`."""
    kb, job, fit = search.kb, search.job, one.fit
    card_gb, count = kb.gpus[fit.rig.gpu].memory_gb, one.machine.count
    used = host.ram_used(kb, job, fit.layout, fit.rig)
    saved = host.saved(kb, search.fitter.trainable)
    return Around(
        cores=host.cores(kb, job, count, rate.value / fit.rig.gpus),
        ram=host.ram_least(count, card_gb, used),
        comfort=host.ram_comfort(kb, count, card_gb, used),
        checkpoint=saved,
        disk=host.disk(kb, job, saved),
        read=host.read_rate(job, rate),
        network=host.network_need(
            kb, job, fit.rig, fit.layout, search.unhindered(one.machine, fit), search.fitter.trainable
        ),
    )


def storage_of(kb: Knowledge, job: Job, one: Candidate, disk_gb: float, read: Quantity, rate: Quantity) -> Storage:
    """Return the disk: local where the machine has room, several in one where a single disk is too slow.

    Files opened a second are those of pictures lying loose, one a sample, or else of shards.
    """
    local = one.machine.disk_gb is not None and one.machine.disk_gb >= disk_gb
    shards = storage.opens_rate(kb, rate, job.bytes_per_unit, packed=True)
    several = storage.medium(kb, read, shards).kind == storage.MEDIA[-1]
    kind = f"NVMe SSD{' RAID' if several else ''}{' (local)' if local else ''}"
    samples = rate.value if job.unit == "samples" else rate.value / job.tokens_per_sample
    opens = samples if job.reads == "image" else shards.value
    return Storage(kind, ceil(disk_gb), read.value, max(opens, 0.0), say(kb, job.lang, f"plan.format.{job.reads}"))


def network_of(kb: Knowledge, job: Job, one: Candidate, need: float) -> Network:
    """Return the links inside a machine and between machines; `need` is the rate that hides the exchange, Gb/s."""
    rig, machine = one.fit.rig, one.machine
    # A link is called the same in every plan; the wording puts it into the reader's language.
    intra = say(kb, "en", f"link.{rig.link}") if rig.per_node > 1 else say(kb, job.lang, "plan.one_card")
    if rig.nodes == 1:
        return Network(intra, say(kb, job.lang, "plan.one_machine"), 0.0)
    told = stated_gbps(job, own=machine.owned)
    if told is not None:
        slow = "plan.stated_network.slow" if told < need else "plan.stated_network"
        return Network(intra, say(kb, job.lang, slow, have=figure(told)), need)
    fabric = machine.fabric.replace("IB", "InfiniBand") if machine.fabric not in {"", "none"} else ""
    if not fabric and (one.fit.layout.sharded or need > kb.number("planning.ethernet_gbps")):
        return Network(intra, say(kb, job.lang, "plan.fabric_unstated"), need)
    return Network(intra, fabric or say(kb, job.lang, "plan.ethernet"), need)
