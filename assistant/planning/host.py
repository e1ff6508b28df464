"""What must stand around the cards: CPU cores, RAM, disk, and the network between machines."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from assistant.knowledge import Knowledge
from assistant.planning.estimates import Layout, memory_of, memory_request, shape_of
from assistant.planning.job import Job
from assistant.planning.machine import Machine, Rig
from assistant.sizing import network, tables
from assistant.sizing.data import checkpoint, loader, ram, storage
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive, walk
from assistant.sizing.facts import constant
from assistant.sizing.memory import MemoryRequest, estimate


@lru_cache(maxsize=64)
def _usual_workers(kb: Knowledge, reads: loader.Reads) -> Derivation:
    return loader.workers(kb, reads)


def workers_per_gpu(kb: Knowledge, job: Job, rate: float = 0.0) -> Derivation:
    """Return loader processes a card; `rate` is the samples a second of one card, for pictures that must be decoded."""
    if rate and (job.task == "vision" or job.kind == "clip"):
        each = Fact("R_1", rate, "samples/s", "plan.rate_per_gpu", "plan")
        return loader.workers(kb, _reads(job), each, job.kind)
    return _usual_workers(kb, _reads(job))


def _reads(job: Job) -> loader.Reads:
    """Return what the loader reads, as its tables call it: rows of tables are read like text."""
    return "audio" if job.reads == "audio" else "image" if job.reads == "image" else "text"


def cores(kb: Knowledge, job: Job, gpus: int, rate: float = 0.0) -> Derivation:
    """Return physical cores a machine needs; `rate` is the samples a second of one card."""
    return replace(loader.cores(kb, gpus, workers_per_gpu(kb, job, rate)), name="host.cores")


def fed(kb: Knowledge, job: Job, machine: Machine, nodes: int) -> Derivation | None:
    """Return samples a second that the processors of a job deliver: pictures, or steps of a simulated world.

    None where that is no limit, or where the processors of the machine are not known. A simulator is then taken to have
    the cores that the plan asks for.
    """
    pictures = job.task == "vision" or job.kind == "clip"
    if not (job.task == "rl" or (pictures and machine.vcpu)):
        return None
    if machine.vcpu:
        virtual = Fact("v", machine.vcpu, "vCPU", "offer.vcpu", "offer")
        real = derive("host.cores_there", "n_c", "cores", "v / 2", virtual)
    else:
        real = cores(kb, job, machine.count)
    if job.task == "rl":
        return loader.simulated(kb, real, nodes)
    return loader.fed(kb, real, job.kind, nodes)


def loading(kb: Knowledge, job: Job, nodes: int) -> Derivation | None:
    """Return hours until all machines have read the weights from a store they share; None where there are none yet."""
    if job.task == "llm_pretrain" or job.workload.method == "scratch":
        return None
    half = constant(kb, "memory.bytes", "weight_bf16", "b_w")
    stored = derive("host.stored_weights", "W_s", "GB", "P * b_w / 1e9", job.params, half)
    return checkpoint.load_time(kb, stored, nodes)


@lru_cache(maxsize=256)
def _usual_ram(kb: Knowledge, reads: loader.Reads, gpus: int) -> Derivation:
    return ram.computed(kb, gpus, _usual_workers(kb, reads))


@lru_cache(maxsize=1024)
def _moved(kb: Knowledge, request: MemoryRequest) -> Derivation:
    return estimate(kb, request).host_ram


def ram_used(kb: Knowledge, job: Job, layout: Layout, rig: Rig) -> Derivation:
    """Return host memory that runs on each machine, GB: processes, loaders, and what an offload puts there."""
    if job.offload == "none":
        return _usual_ram(kb, _reads(job), rig.per_node)
    moved = _moved(kb, memory_request(job, layout))
    machines = Fact("k", rig.nodes, "", "plan.nodes", "plan")
    offloaded = derive("host.offloaded", "S_h", "GB", f"{moved.symbol} / k", moved, machines)
    return ram.computed(kb, rig.per_node, workers_per_gpu(kb, job), offloaded=offloaded)


def ram_least(gpus: int, memory_gb: float, used: Quantity) -> Derivation:
    """Return host memory a machine needs, GB: what runs on it, and at least as much as its cards have."""
    card = Fact("m_g", memory_gb, "GB", "gpu.memory", "gpu")
    return replace(ram.minimum(gpus, card, used), name="host.ram")


def ram_comfort(kb: Knowledge, gpus: int, memory_gb: float, used: Quantity) -> Derivation:
    """Return host memory that leaves no worry, GB: twice the cards' memory, or what is used."""
    card = Fact("m_g", memory_gb, "GB", "gpu.memory", "gpu")
    return replace(ram.comfort(kb, gpus, card, used), name="host.ram_comfort")


def saved(kb: Knowledge, trainable: Quantity) -> Derivation:
    """Return the size of one full checkpoint, GB: weights and optimizer states of what is trained."""
    return replace(checkpoint.size(kb, trainable), name="host.checkpoint")


def spot_waste(kb: Knowledge, trainable: Quantity) -> Derivation:
    """Return the share of time that an interruptible machine loses: saving, work done twice, and restarts."""
    write = checkpoint.write_time(kb, checkpoint.size(kb, trainable))
    between = constant(kb, "data.mean_time", "spot_mid")
    return checkpoint.waste(kb, write, between, checkpoint.interval(kb, write, between))


def disk(kb: Knowledge, job: Job, checkpoint_gb: Quantity) -> Derivation:
    """Return disk space, GB: the data with room for a packed copy, and the checkpoints kept."""
    copies = Fact(
        "n_c", kb.number("planning.checkpoint_copies"), "", "host.checkpoint_copies", "default:checkpoint_copies"
    )
    room = Fact("k_d", kb.number("planning.disk_headroom"), "", "host.disk_headroom", "default:disk_headroom")
    weights = Fact("b_w", 2, "B", "host.weight_bytes", "planning-choice")
    return derive(
        "host.disk",
        "disk",
        "GB",
        f"D / 1e9 * k_d + n_c * {checkpoint_gb.symbol} + P * b_w / 1e9",
        job.dataset_bytes,
        room,
        copies,
        checkpoint_gb,
        job.params,
        weights,
    )


def read_rate(job: Job, rate: Quantity) -> Derivation:
    """Return what the disk must deliver, GB/s."""
    return replace(storage.read_rate(rate, job.bytes_per_unit), name="host.read")


def network_need(
    kb: Knowledge, job: Job, rig: Rig, layout: Layout, rate: float, trainable: Quantity
) -> Derivation | None:
    """Return the network rate a machine needs so that the exchange hides behind the compute, Gb/s; None on one machine.

    Sharded weights are gathered twice and their gradients scattered once in each micro-step; data parallelism exchanges
    the gradients of what is trained once an optimizer step.
    """
    if rig.nodes == 1:
        return None
    if layout.strategy == "tensor_pipeline":
        return _between_stages(kb, job, layout, rate)
    if tables.splits_tables(kb, job.kind, job.params.value, gathers=layout.sharded):
        whole = Fact("R", rate, "samples/s", "plan.rate", "plan")
        return replace(tables.rows_need(kb, whole, rig.nodes), name="network.need")
    units = job.seq_len or 1
    step = Fact(
        "t_m", layout.micro_batch * layout.replicas * units / max(rate, 1e-9), "s", "network.micro_step", "plan"
    )
    if layout.sharded:
        found = network.sharded_need(kb, job.params, step, rig.nodes, job.method)
    else:
        found = network.gradient_need(kb, trainable, step, rig.nodes, layout.grad_accum)
    return replace(found, name="network.need")


def _between_stages(kb: Knowledge, job: Job, layout: Layout, rate: float) -> Derivation:
    """Return the network rate of a cut between two stages, Gb/s: what one micro-batch hands over in one turn.

    A turn is what the fullest stage takes for one micro-batch; the rate of the job also counts the turns in which the
    pipeline fills and drains, so it is shorter than the rate alone says.
    """
    width = Fact("d", shape_of(kb, job).hidden, "", "model.hidden", "model")
    tokens = Fact("T", layout.micro_batch * (job.seq_len or 1), "tokens", "network.tokens", "plan")
    turn = derive(
        "network.turn", "t_m", "s", "r * m * T / ((m + p - 1) * R)",
        Fact("r", layout.replicas, "copies", "plan.copies", "plan"),
        Fact("m", layout.grad_accum, "micro-batches", "plan.grad_accum", "plan"), tokens,
        Fact("p", layout.pipeline, "stages", "plan.stages", "plan"),
        Fact("R", rate, "tokens/s", "plan.rate", "plan"), sources=("megatron",),
    )  # fmt: skip
    return replace(network.stages_need(kb, width, tokens, turn, layout.replicas), name="network.need")


def trainable_params(kb: Knowledge, job: Job) -> Quantity:
    """Return the parameters that get gradients: all, or the adapters, as the memory formulas count them."""
    if job.method == "full":
        return job.params
    alone = memory_of(kb, job, Layout("none", 1, 1, 1, checkpointing=True))
    for quantity in walk(alone.needed):
        if quantity.name == "memory.adapters":
            return quantity
    share = Fact("k_l", kb.number("planning.lora_share"), "", "model.lora_share", "planning-choice")
    return derive("model.trainable", "P_t", "", "k_l * P", share, job.params)
