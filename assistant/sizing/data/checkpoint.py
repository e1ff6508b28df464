"""Checkpoints: their size, the time to write one, how often to write, and what interruptions cost."""

from __future__ import annotations

from typing import Literal

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant, said

Content = Literal["full", "bf16", "weights"]
_SHARED = frozenset({"network_fs"})
"""Media whose rate all machines of a job share."""


def size(kb: Knowledge, trainable: Quantity, content: Content = "full") -> Derivation:
    """Return the size of one checkpoint, GB: of what is trained, with its optimizer states or without ("weights")."""
    per = constant(kb, "data.checkpoint_bytes", content)
    return derive("data.checkpoint", "C_b", "GB", f"{trainable.symbol} * b_c / 1e9", trainable, per)


def write_time(kb: Knowledge, checkpoint_gb: Quantity, onto: str = "nvme") -> Derivation:
    """Return the seconds to write one checkpoint onto a medium of `data.write_rate`."""
    rate = constant(kb, "data.write_rate", onto)
    return derive("data.write_time", "C", "s", f"{checkpoint_gb.symbol} / S_w", checkpoint_gb, rate)


def load_time(kb: Knowledge, weights_gb: Quantity, machines: int = 1, medium: str = "network_fs") -> Derivation:
    """Return the hours until a job computes: starting a machine and its processes, and reading the weights onto it.

    Each machine reads them all; on a shared store they share its rate.

    Args:
        kb: the knowledge base.
        weights_gb: weights as stored, GB.
        machines: machines that read them.
        medium: an entry of `data.load_rate`.
    """
    rate, start = constant(kb, "data.load_rate", medium), constant(kb, "data.start_s")
    shared = said("k", machines if medium in _SHARED else 1, "request.nodes")
    formula = f"(r_s + k * {weights_gb.symbol} / S_l) / 3600"
    return derive("time.loading", "H_l", "h", formula, start, shared, weights_gb, rate, sources=("storage-classes",))


def time_between_failures(kb: Knowledge, gpus: int) -> Derivation:
    """Return the mean hours between hardware failures of a job on `gpus` cards."""
    each = constant(kb, "data.mean_time", "failure_gpu_hours", "M_1")
    cards = said("n", gpus, "request.n_gpus", "GPUs")
    return derive("data.failures", "M", "h", "M_1 / n", each, cards, sources=("llama3-failures",))


def interval(kb: Knowledge, write: Quantity, mean_hours: Quantity) -> Derivation:
    """Return the seconds between checkpoints that lose least time.

    Args:
        kb: the knowledge base.
        write: seconds of one save, as `write_time` returns them.
        mean_hours: mean hours between interruptions.

    Source: Young 1974 and Daly 2006, as refined in arXiv 2410.18124.
    """
    restart = constant(kb, "data.restart_s")
    c, m = write.symbol, mean_hours.symbol
    formula = f"{c} + sqrt(2 * ({m} * 3600 + r) * {c} + {c} ** 2)"
    return derive("data.interval", "tau", "s", formula, write, mean_hours, restart, sources=("young-daly",))


def waste(kb: Knowledge, write: Quantity, mean_hours: Quantity, every: Quantity) -> Derivation:
    """Return the share of time lost to saving, to work done twice, and to restarts."""
    restart = constant(kb, "data.restart_s")
    c, m, tau = write.symbol, mean_hours.symbol, every.symbol
    formula = f"{c} / {tau} + {tau} / (2 * {m} * 3600) + r / ({m} * 3600)"
    return derive("data.waste", "w_s", "", formula, write, every, mean_hours, restart, sources=("young-daly",))
