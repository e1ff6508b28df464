"""The plan as JSON, in the public form."""

from __future__ import annotations

import json

from assistant.handoff.job import Job
from assistant.knowledge import Knowledge


def files(kb: Knowledge, job: Job) -> dict[str, str]:  # noqa: ARG001 - the same call for every target
    """Return `plan.json`."""
    return {"plan.json": json.dumps(job.result, ensure_ascii=False, indent=2, allow_nan=False) + "\n"}
