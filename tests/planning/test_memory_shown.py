"""Memory of a plan: the parts add up to the need, and the figure that is opened is the one that is shown."""

from __future__ import annotations

from typing import Any

import pytest
from planning_jobs import FULL_7B, LORA_7B, planned

from assistant.knowledge import Knowledge

RICH = {"budget": {"unlimited": True}}
JOBS: tuple[dict[str, Any], ...] = (
    FULL_7B,
    LORA_7B,
    {"task": "recsys", "params": 10_000_000_000, "dataset_bytes": 2 * 10**12},
    {"task": "vision", "model": "resnet-50", "dataset_samples": 1_000_000},
    {"task": "speech", "model": "whisper-large-v3", "dataset_audio_hours": 1000},
    *(
        {"task": "llm_alignment", "model": "qwen2.5-7b", "dataset_samples": 20_000, "method": way, "alignment": kind}
        for way in ("full", "lora")
        for kind in ("DPO", "PPO", "GRPO")
    ),
)


@pytest.mark.parametrize("job", JOBS, ids=lambda job: "-".join(str(value) for value in job.values()))
def test_parts_add_up_and_derivation_is_the_plans(kb: Knowledge, job: dict[str, Any]) -> None:
    result = planned(kb, **job, **RICH)
    assert result.plan is not None
    assert result.plan.memory is not None
    use = result.plan.memory
    assert sum(use.at_peak_gb.values()) == pytest.approx(use.allocated_gb)
    assert use.allocated_gb + use.overhead_gb == pytest.approx(use.needed_gb)
    assert result.derivations["memory.needed"].value == pytest.approx(use.needed_gb)


def test_models_beside_the_policy_stand_in_the_formula(kb: Knowledge) -> None:
    found = planned(kb, **JOBS[7], **RICH).derivations["memory.needed"]
    assert {"memory.needed_alone", "memory.frozen", "memory.value_model"} <= {part.name for part in found.inputs}
