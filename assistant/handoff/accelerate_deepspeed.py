"""accelerate config with DeepSpeed."""

from __future__ import annotations

from assistant.handoff import deepspeed
from assistant.handoff.accelerate_base import FILE, base, rank_notes
from assistant.handoff.job import Job
from assistant.handoff.text import yaml_file
from assistant.knowledge import Knowledge
from assistant.sizing.sharding import WEIGHTS


def files(kb: Knowledge, job: Job) -> dict[str, str]:
    """Return `accelerate.yaml` and the DeepSpeed JSON it points to. Precision stands in the JSON alone."""
    stage = job.need_stage("DeepSpeed")
    config = base(job, "DEEPSPEED")
    del config["mixed_precision"]
    config["deepspeed_config"] = {
        "deepspeed_config_file": deepspeed.FILE,
        "zero3_init_flag": stage == WEIGHTS,
    }
    if job.nodes > 1:
        config["deepspeed_config"]["deepspeed_multinode_launcher"] = "standard"
    return {FILE: yaml_file(job, config), **deepspeed.files(kb, job)}


def notes(kb: Knowledge, job: Job) -> list[str]:
    """Return the notes of both files."""
    return [*rank_notes(kb, job), *deepspeed.notes(kb, job)]
