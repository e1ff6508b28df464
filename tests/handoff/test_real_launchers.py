"""The tools themselves take what we write for five plans of today; each part runs where its tool is installed."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from handoff_cases import result

from assistant.cli import main
from assistant.handoff import export
from assistant.knowledge import Knowledge

PLANS = {
    "one-gpu-lora": ["--task", "llm_finetune", "--model", "llama-3-8b", "--method", "lora", "--dataset", "2GB"],
    "eight-gpus-full": ["--task", "llm_finetune", "--model", "llama-3-8b", "--method", "full", "--dataset", "20GB",
                        "--gpu", "H100", "--gpu-rel", "want", "--gpu-count", "8"],
    "several-machines": ["--task", "llm_finetune", "--model", "llama-3-70b", "--method", "full", "--dataset", "20GB",
                         "--gpu", "H100", "--gpu-rel", "want", "--gpu-count", "32"],
    "spot": ["--task", "llm_finetune", "--model", "qwen2.5-7b", "--method", "lora", "--dataset", "5GB", "--spot"],
    "data-prep": ["--task", "data_prep", "--dataset", "500GB"],
}  # fmt: skip


def missing(module: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        importlib.util.find_spec(module) is None, reason=f"{module} is not installed: see the extras of pyproject.toml"
    )


@cache
def base() -> Knowledge:
    return Knowledge.load()


@cache
def plan_of(name: str) -> dict[str, Any]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["plan", *PLANS[name], "--json"]) == 0
    plan: dict[str, Any] = json.loads(out.getvalue())
    return plan


def text_of(name: str, target: str) -> str:
    return next(iter(export(base(), plan_of(name), target).files.values()))


def test_the_plans_are_what_they_are_called() -> None:
    shapes = {name: (plan_of(name)["plan"]["nodes"], plan_of(name)["plan"]["gpus_per_node"]) for name in PLANS}
    assert shapes["one-gpu-lora"] == shapes["spot"] == (1, 1)
    assert (shapes["eight-gpus-full"], shapes["data-prep"]) == ((1, 8), (1, 0))
    assert shapes["several-machines"][0] > 1
    assert plan_of("spot")["plan"]["offer"]["spot"]


@missing("kubernetes_validate")
@pytest.mark.parametrize("name", PLANS)
def test_kubernetes_takes_the_manifest(name: str) -> None:
    import kubernetes_validate

    for document in yaml.safe_load_all(text_of(name, "kubernetes")):
        kubernetes_validate.validate(document, "1.34", strict=True)


@missing("dstack")
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", PLANS)
def test_dstack_takes_the_task(name: str) -> None:
    from dstack._internal.core.models.configurations import parse_run_configuration

    plan = plan_of(name)["plan"]
    task = parse_run_configuration(yaml.safe_load(text_of(name, "dstack")))
    assert task.nodes == plan["nodes"]
    assert (task.resources.gpu.count.min, task.resources.gpu.count.max) == (plan["gpus_per_node"],) * 2
    assert task.spot_policy.value == ("spot" if plan["offer"]["spot"] else "on-demand")


READ_TASK = """
import json, sys, sky
task = sky.Task.from_yaml(sys.argv[1])
(ask,) = task.resources
print(json.dumps([task.num_nodes, ask.accelerators, ask.use_spot, ask.cpus, ask.memory, str(ask.cloud or "")]))
"""


@missing("sky")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", PLANS)
def test_skypilot_takes_the_task(name: str, tmp_path: Path) -> None:
    file = tmp_path / "task.yaml"
    file.write_text(text_of(name, "skypilot"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", READ_TASK, str(file)],
        env={**os.environ, "HOME": str(tmp_path), "SKYPILOT_DISABLE_USAGE_COLLECTION": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    nodes, cards, spot, cpus, memory, cloud = json.loads(done.stdout.splitlines()[-1])
    plan = plan_of(name)["plan"]
    assert nodes == plan["nodes"]
    assert sum((cards or {}).values()) == plan["gpus_per_node"]
    assert spot is plan["offer"]["spot"]
    assert (cpus[-1], memory[-1]) == ("+", "+")
    assert cloud.lower() == plan["offer"]["provider"]


SLURM_CONF = """
ClusterName=test
SlurmctldHost=localhost
SlurmctldPort={port}
AuthType=auth/none
GresTypes=gpu
NodeName=n1 Gres=gpu:8
PartitionName=all Nodes=n1 Default=YES
"""


@pytest.mark.skipif(shutil.which("sbatch") is None, reason="Slurm's sbatch is not installed")
@pytest.mark.parametrize("spoilt", ["", "--nodes=|--nodez=", r"--time=.*|--time=24hours", "--mem=|--mem=lots"])
@pytest.mark.parametrize("name", PLANS)
def test_sbatch_reads_every_directive(name: str, spoilt: str, tmp_path: Path) -> None:
    """Without a controller sbatch reads the script first and then waits for one: no error in a second is a yes."""
    text = text_of(name, "slurm")
    if spoilt:
        text = re.sub(*spoilt.split("|"), text)
    script, conf = tmp_path / "job.sbatch", tmp_path / "slurm.conf"
    script.write_text(text, encoding="utf-8")
    conf.write_text(SLURM_CONF.format(port=free_port()), encoding="utf-8")
    try:
        done = subprocess.run(
            [str(shutil.which("sbatch")), "--test-only", str(script)],
            env={**os.environ, "SLURM_CONF": str(conf)},
            capture_output=True,
            text=True,
            check=False,
            timeout=1,
        )
        said = done.stderr
    except subprocess.TimeoutExpired:
        said = ""
    refused = re.search(r"unrecognized|[Ii]nvalid", said) is not None
    assert refused is bool(spoilt), said


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


TRAIN = """
import os, torch
import torch.distributed as dist
dist.init_process_group("gloo")
ranks = torch.tensor([float(dist.get_rank())])
dist.all_reduce(ranks)
seen = ("RANKS", dist.get_world_size(), int(ranks), os.environ["LOCAL_WORLD_SIZE"], os.environ["MICRO_BATCH_SIZE"])
os.write(1, (" ".join(map(str, seen)) + "\\n").encode())  # in one piece: both processes write here
dist.destroy_process_group()
"""


def commands(case: dict[str, Any], rank: int, port: int) -> dict[str, tuple[str, dict[str, str]]]:
    """Return for each tool the command of machine `rank`, and the variables that the tool would set."""
    nodes, cards = case["plan"]["nodes"], case["plan"]["gpus_per_node"]
    files = {name: next(iter(export(base(), case, name).files.values())) for name in TOOLS}
    sky, dstack = yaml.safe_load(files["skypilot"]), yaml.safe_load(files["dstack"])
    pod = next(yaml.safe_load_all(files["kubernetes"]))["spec"]["template"]["spec"]["containers"][0]
    here = "127.0.0.1"
    told = {
        "torchrun": (files["torchrun"], {"NODE_RANK": str(rank), "MASTER_ADDR": here}),
        "skypilot": (
            sky["run"],
            sky["envs"]
            | {"SKYPILOT_NUM_NODES": str(nodes), "SKYPILOT_NODE_RANK": str(rank)}
            | {"SKYPILOT_NUM_GPUS_PER_NODE": str(cards), "SKYPILOT_NODE_IPS": f"{here}\n10.0.0.2"},
        ),
        "dstack": (
            dstack["commands"][-1],
            dict(entry.split("=", 1) for entry in dstack["env"])
            | {"DSTACK_NODES_NUM": str(nodes), "DSTACK_NODE_RANK": str(rank)}
            | {"DSTACK_GPUS_PER_NODE": str(cards), "DSTACK_MASTER_NODE_IP": here},
        ),
        "kubernetes": (
            re.sub(r"--master-addr=\S+", f"--master-addr={here}", pod["command"][-1]),
            {entry["name"]: entry["value"] for entry in pod["env"]} | {"JOB_COMPLETION_INDEX": str(rank)},
        ),
    }
    return {tool: (script.replace("29500", str(port)), env) for tool, (script, env) in told.items()}


TOOLS = ("torchrun", "skypilot", "dstack", "kubernetes")


@missing("torch")
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("nodes", "per_node"), [(1, 2), (2, 1)])
@pytest.mark.parametrize("tool", TOOLS)
def test_the_processes_find_one_another(tool: str, nodes: int, per_node: int, tmp_path: Path) -> None:
    """Really started, on the processor: one process a card, and the machines all on this one."""
    (tmp_path / "train.py").write_text(TRAIN, encoding="utf-8")
    port, case = free_port(), result(nodes=nodes, per_node=per_node, micro_batch=5)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    started = []
    for rank in range(nodes):
        script, env = commands(case, rank, port)[tool]
        started.append(
            subprocess.Popen(
                ["bash", "-c", script],
                cwd=tmp_path,
                env={**os.environ, **env, "PATH": path, "OMP_NUM_THREADS": "1"},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
    said = [process.communicate(timeout=200) for process in started]
    assert [process.returncode for process in started] == [0] * nodes, said
    lines = [line for out, _ in said for line in out.splitlines() if line.startswith("RANKS")]
    assert lines == [f"RANKS 2 1 {per_node} 5"] * 2
