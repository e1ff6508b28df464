"""Jobs that several tests plan."""

from __future__ import annotations

from typing import Any

from assistant.knowledge import Knowledge
from assistant.planning import PlanResult, Workload, plan

FULL_7B = {"task": "llm_finetune", "method": "full", "params": 7_000_000_000, "dataset_tokens": 100_000_000}
LORA_7B = {"task": "llm_finetune", "method": "lora", "params": 7_000_000_000, "dataset_tokens": 10_000_000}


def planned(kb: Knowledge, **slots: Any) -> PlanResult:
    """Return the plan of the job that `slots` describe."""
    return plan(kb, Workload.model_validate(slots))
