"""An accelerator."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from assistant.knowledge.schema.base import Record

Link = Literal["nvswitch", "nvlink_mesh", "nvlink_pair", "pcie_p2p", "pcie"]


class Gpu(Record):
    """One card, by its data sheet.

    Attributes:
        id: stable key ("a100-sxm-80").
        name: as the product prints it ("A100 SXM 80GB").
        aliases: other names people and catalogues use.
        vendor: maker.
        memory_gb: name-plate memory, 1e9 bytes a GB on the safe side.
        memory_bytes: what the driver reports, where known.
        memory_type, memory_bandwidth_gb_s: kind and GB/s.
        bf16_tflops: dense 16-bit tensor rate with fp32 accumulate, TFLOP/s; empty where no source was found.
        fp32_tflops: plain fp32 rate, TFLOP/s.
        bf16, fp8: whether the card computes in them.
        nvlink_gb_s: bidirectional NVLink rate, 0 where it has none.
        link: class of the link between cards of one machine, as the scaling law knows it.
        pcie, tdp_w, architecture, year: as the data sheet says.
        class_: consumer, workstation or datacenter.
        export: note on export rules, empty where none was found.
        note: anything a buyer must know.
        source: id of the source; `source_detail` what exactly was read.
    """

    name: str
    aliases: tuple[str, ...] = ()
    vendor: Literal["nvidia", "amd", "huawei", "intel", "google", "apple", "other"] = "nvidia"
    memory_gb: float = Field(gt=0)
    memory_bytes: int | None = None
    memory_source: str = ""
    memory_type: str = ""
    memory_bandwidth_gb_s: float | None = None
    bf16_tflops: float | None = None
    fp32_tflops: float | None = None
    bf16: bool = True
    fp8: bool = False
    nvlink_gb_s: float = 0
    link: Link = "pcie"
    pcie: str = ""
    tdp_w: float | None = None
    architecture: str = ""
    year: int | None = None
    class_: Literal["consumer", "workstation", "datacenter"] = Field("datacenter", alias="class")
    export: str = ""
    note: str = ""
    source: str
    source_detail: str = ""

    @property
    def capacity_gb(self) -> float:
        """Memory the fit check uses, GB: driver-reported where known, else name-plate."""
        return self.memory_bytes / 1e9 if self.memory_bytes else self.memory_gb
