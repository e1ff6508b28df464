"""Slurm batch script."""

from __future__ import annotations

import math

from assistant.handoff.job import Job
from assistant.handoff.text import comments, exports
from assistant.knowledge import Knowledge

CORES = """# Since Slurm 22.05 srun does not take the cores from the lines above by itself.
export SRUN_CPUS_PER_TASK="$SLURM_CPUS_PER_TASK"
"""


def files(kb: Knowledge, job: Job) -> dict[str, str]:  # noqa: ARG001 - the same call for every target
    """Return `job.sbatch`: one task a machine, torchrun starts the processes; memory in GiB, as Slurm counts."""
    directives = [
        f"--job-name={job.name}",
        f"--nodes={job.nodes}",
        "--ntasks-per-node=1",
        *([f"--gres=gpu:{job.per_node}"] if job.per_node else []),
        f"--cpus-per-task={job.vcpus}",
        f"--mem={job.ram_gib}G",
        f"--time={limit(job.hours)}",
        "--output=%x-%j.out",
    ]
    if job.nodes > 1:
        directives.append("--exclusive")
    text = "#!/usr/bin/env bash\n" + "".join(f"#SBATCH {entry}\n" for entry in directives) + comments(job)
    if job.per_node:
        text += "# The name of the card is site specific: use --gres=gpu:<type>:<count> where your site has several.\n"
    return {"job.sbatch": text + "set -euo pipefail\n\n" + exports(job) + CORES + "\n" + _start(job)}


def _start(job: Job) -> str:
    if not job.per_node:
        return f"srun python {job.script}\n"
    if job.nodes == 1:
        return f"srun torchrun --standalone --nproc-per-node={job.per_node} {job.script}\n"
    return (
        'MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)\n'
        f"srun torchrun --nnodes={job.nodes} --nproc-per-node={job.per_node} \\\n"
        f'  --rdzv-id="$SLURM_JOB_ID" --rdzv-backend=c10d --rdzv-endpoint="$MASTER_ADDR:{job.port}" \\\n'
        f"  {job.script}\n"
    )


def limit(hours: float) -> str:
    """Return a time limit as Slurm writes it, "days-hours:00:00", rounded up to whole hours, at least one."""
    whole = max(math.ceil(hours), 1)
    return f"{whole // 24}-{whole % 24:02d}:00:00"
