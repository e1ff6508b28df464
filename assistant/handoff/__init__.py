"""Plan -> files that launchers accept: SkyPilot, dstack, Slurm, torchrun, accelerate, DeepSpeed, Kubernetes, reports.

Every target is one module with one function `files(kb, job) -> dict[file name, text]`. All of them read the same `Job`,
so that process counts, memory and names can not disagree between two exports of one plan.
"""

from __future__ import annotations

from assistant.handoff.export import Handoff, export
from assistant.handoff.targets import TARGETS
from assistant.handoff.writing import beside_others, write_files

__all__ = ["TARGETS", "Handoff", "beside_others", "export", "write_files"]
