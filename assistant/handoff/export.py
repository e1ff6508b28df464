"""One entry for all targets."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.errors import InputError
from assistant.handoff.job import Job
from assistant.handoff.targets import TARGETS

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge

_OTHER_NAMES = {
    "sky": "skypilot",
    "sbatch": "slurm",
    "k8s": "kubernetes",
    "md": "markdown",
    "report": "markdown",
    "fsdp": "accelerate-fsdp",
    "ds": "deepspeed",
    "torch": "torchrun",
    "huggingface": "accelerate",
}
"""What people call the formats besides."""


@dataclass(frozen=True, slots=True)
class Handoff:
    """What an export gives.

    Attributes:
        files: file name -> text, the main file first.
        notes: what the reader must know and the format can not say, in the language of the plan.
    """

    files: Mapping[str, str]
    notes: tuple[str, ...] = ()


def export(kb: Knowledge, result: Mapping[str, Any], target: str, lang: str = "en") -> Handoff:
    """Return the files of `target` for a plan.

    Args:
        kb: the knowledge base, for names of cards and clouds.
        result: a plan result in the public JSON form.
        target: a key of `TARGETS`, or a common other name for one ("k8s", "sbatch", "md").
        lang: language of the report and of comments.

    Raises:
        InputError: no such target, no plan, or a plan that the target can not express.
    """
    name = target.strip().lower()
    name = _OTHER_NAMES.get(name, name)
    if name not in TARGETS:
        known = ", ".join(TARGETS)
        raise InputError(f"no export format {target!r}; there are {known}", f"没有导出格式 {target!r}，可用：{known}")
    job = Job.of(kb, result, lang)
    module = importlib.import_module(TARGETS[name].module)
    notes = tuple(module.notes(job)) if hasattr(module, "notes") else ()
    return Handoff(dict(module.files(kb, job)), notes)
