"""accelerate config with FSDP2."""

from __future__ import annotations

from assistant.errors import InputError
from assistant.handoff.accelerate_base import FILE, base, notes
from assistant.handoff.job import Job
from assistant.handoff.text import yaml_file
from assistant.knowledge import Knowledge
from assistant.sizing.sharding import GRADIENTS, WEIGHTS

__all__ = ["files", "notes"]


def files(kb: Knowledge, job: Job) -> dict[str, str]:  # noqa: ARG001 - the same call for every target
    """Return `accelerate.yaml`.

    Raises:
        InputError: the strategy shards less than FSDP can (no sharding, or optimizer states only).
    """
    stage = job.need_stage("accelerate")
    if stage < GRADIENTS:
        raise InputError(
            f"the plan's strategy is {job.recipe.strategy}: FSDP would shard more than planned; "
            "use the format accelerate",
            f"方案的并行方式是 {job.recipe.strategy}，FSDP 会切分得更多；请改用 accelerate 格式",
        )
    config = base(job, "FSDP")
    config["fsdp_config"] = {
        "fsdp_version": 2,
        "fsdp_reshard_after_forward": stage == WEIGHTS,
        "fsdp_auto_wrap_policy": "TRANSFORMER_BASED_WRAP",
        "fsdp_state_dict_type": "SHARDED_STATE_DICT",
        "fsdp_cpu_ram_efficient_loading": True,
        "fsdp_offload_params": job.recipe.offload == "all",
        "fsdp_activation_checkpointing": job.recipe.checkpointing,
    }
    return {FILE: yaml_file(job, config)}
