"""torchrun command as a shell script."""

from __future__ import annotations

from assistant.handoff.job import Job
from assistant.handoff.notes import note
from assistant.handoff.text import command, comments, exports
from assistant.knowledge import Knowledge


def files(kb: Knowledge, job: Job) -> dict[str, str]:  # noqa: ARG001 - the same call for every target
    """Return `launch.sh`, to be started on every machine with its own NODE_RANK."""
    job.need_gpu("torchrun")
    lines = "#!/usr/bin/env bash\n" + comments(job) + "set -euo pipefail\n\n" + exports(job) + "\n"
    if job.nodes > 1:
        lines += ': "${NODE_RANK:?set NODE_RANK to 0 on the first machine, 1 on the next, and so on}"\n'
        lines += ': "${MASTER_ADDR:?set MASTER_ADDR to the address of the first machine}"\n'
    return {
        "launch.sh": lines + command(job, str(job.nodes), '"$NODE_RANK"', str(job.per_node), '"$MASTER_ADDR"') + "\n"
    }


def notes(kb: Knowledge, job: Job) -> list[str]:
    """Return how tensor and pipeline parallelism reach the training script."""
    return [note(kb, job, "split_layers")] if job.stage is None else []
