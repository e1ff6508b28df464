"""What the disk must deliver, and which kind of disk does."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import constant

MEDIA = ("hdd", "sata_ssd", "nvme", "nvme_raid")
"""Local media from the slowest on; `data.medium_read` and `data.medium_opens` know them."""


@dataclass(frozen=True, slots=True)
class Medium:
    """A kind of disk and how much of it the job uses.

    Attributes:
        kind: one of `MEDIA`.
        read_use, opens_use: need over what it gives; above 1 the disk is the bottleneck.
        enough: whether it does with the margin; False where even the fastest does not.
    """

    kind: str
    read_use: Derivation
    opens_use: Derivation
    enough: bool


def read_rate(rate: Quantity, per_unit: Quantity) -> Derivation:
    """Return what the job reads, GB/s.

    Args:
        rate: samples or tokens per second of one machine.
        per_unit: bytes of one of them as stored.
    """
    formula = f"{rate.symbol} * {per_unit.symbol} / 1e9"
    return derive("data.read", "D_r", "GB/s", formula, rate, per_unit, sources=("mlperf-storage",))


def opens_rate(kb: Knowledge, rate: Quantity, per_unit: Quantity, *, packed: bool) -> Derivation:
    """Return files opened per second: one for each sample, or one for each shard of packed data."""
    if not packed:
        return derive("data.opens", "D_o", "opens/s", rate.symbol, rate)
    shard = constant(kb, "data.shard_bytes")
    return derive("data.opens", "D_o", "opens/s", f"{rate.symbol} * {per_unit.symbol} / b_f", rate, per_unit, shard)


def medium(kb: Knowledge, read: Quantity, opens: Quantity) -> Medium:
    """Return the slowest local medium that delivers `read` GB/s and `opens` files/s with some margin."""
    margin = constant(kb, "data.storage_margin")
    found: Medium | None = None
    for kind in MEDIA:
        by_read = derive(
            "data.read_use",
            "x_r",
            "",
            f"{read.symbol} * k_s / S_r",
            read,
            margin,
            constant(kb, "data.medium_read", kind),
        )
        by_opens = derive(
            "data.opens_use",
            "x_o",
            "",
            f"{opens.symbol} * k_s / S_o",
            opens,
            margin,
            constant(kb, "data.medium_opens", kind),
        )
        found = Medium(kind, by_read, by_opens, by_read.value <= 1 and by_opens.value <= 1)
        if found.enough:
            break
    assert found is not None  # noqa: S101 - MEDIA is not empty
    return found


def sample_bytes(kb: Knowledge, kind: str) -> Fact | None:
    """Return the stored bytes of one sample of a catalogue kind, None where it is counted in tokens."""
    if kind not in kb.constants["data.sample_bytes"].table:
        return None
    return constant(kb, "data.sample_bytes", kind)
