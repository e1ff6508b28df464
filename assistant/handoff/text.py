"""YAML and shell text with a head of comments."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

import yaml

from assistant.handoff.job import Job


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, so that commands stay readable."""


def _represent(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _represent)


def head(job: Job) -> list[str]:
    """Return the comment lines that stand over every file: what the plan is."""
    cards = f"{job.processes} x {job.gpu_name}" if job.per_node else "no GPU"
    machines = f"{job.nodes} machine{'s' if job.nodes > 1 else ''}"
    offer = " ".join(part for part in (job.offer.provider, job.offer.instance, job.offer.place) if part)
    lines = [f"Written by rigwise: {cards} on {machines}" + (f" ({offer})" if offer else "")]
    if job.per_node:
        lines.append(
            f"strategy {job.recipe.strategy}, precision {job.recipe.precision}, optimizer {job.recipe.optimizer}, "
            f"micro-batch {job.recipe.micro_batch}, accumulation {job.recipe.grad_accum}, "
            f"checkpointing {'on' if job.recipe.checkpointing else 'off'}"
        )
    if not job.result.get("feasible", True):
        lines.append(
            f"WARNING: this plan breaks a limit: {', '.join(job.result.get('violates') or ()) or 'see the report'}"
        )
    return [line.replace("\n", " ") for line in lines]


def comments(job: Job) -> str:
    """Return the head as comment lines for YAML and shell."""
    return "".join(f"# {line}\n" for line in head(job))


def yaml_file(job: Job, *documents: Mapping[str, Any]) -> str:
    """Return the documents as YAML under the head."""
    body = "---\n".join(
        yaml.dump(
            dict(document), Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=False, width=1000
        )
        for document in documents
    )
    return comments(job) + body


def settings(job: Job) -> dict[str, str]:
    """Return the run's knobs as environment variables, for the script to read."""
    if not job.per_node:
        return {"NUM_WORKERS": str(job.cores)}
    return {
        "MICRO_BATCH_SIZE": str(job.recipe.micro_batch),
        "GRADIENT_ACCUMULATION_STEPS": str(job.recipe.grad_accum),
        "GRADIENT_CHECKPOINTING": "1" if job.recipe.checkpointing else "0",
        "TENSOR_PARALLEL": str(job.recipe.tensor_parallel),
        "PIPELINE_PARALLEL": str(job.recipe.pipeline_parallel),
        "OMP_NUM_THREADS": str(max(job.cores // job.per_node, 1)),
    }


def exports(job: Job) -> str:
    """Return `settings` as shell lines."""
    return "".join(f"export {name}={shlex.quote(value)}\n" for name, value in settings(job).items())


def command(job: Job, nodes: str, rank: str, per_node: str, address: str) -> str:
    """Return the torchrun command of one machine; the arguments are the shell expressions of the target.

    One machine needs no rendezvous and gets `--standalone`; without GPUs plain python is called.
    """
    if not job.per_node:
        return f"python {job.script}"
    if job.nodes == 1:
        return f"torchrun --standalone --nproc-per-node={per_node} {job.script}"
    return (
        f"torchrun --nnodes={nodes} --node-rank={rank} --nproc-per-node={per_node} "
        f"--master-addr={address} --master-port={job.port} {job.script}"
    )
