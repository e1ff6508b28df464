"""Exports: parsed again, checked against key lists of the launchers, compared with golden files, counted."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from handoff_cases import CASES, files, result

from assistant.conversation.turns.exporting import FORMATS
from assistant.errors import InputError
from assistant.handoff import TARGETS, export
from assistant.knowledge import Knowledge

GOLDEN = Path(__file__).parent / "golden"
NEED_GPU = {"torchrun", "accelerate", "accelerate-fsdp", "accelerate-deepspeed", "deepspeed"}

SKYPILOT = {"name", "resources", "num_nodes", "workdir", "envs", "setup", "run"}
SKYPILOT_RESOURCES = {"infra", "accelerators", "cpus", "memory", "disk_size", "use_spot"}
DSTACK = {
    "type",
    "name",
    "nodes",
    "env",
    "commands",
    "resources",
    "backends",
    "spot_policy",
    "max_price",
    "max_duration",
}
DSTACK_RESOURCES = {"cpu", "memory", "gpu", "disk", "shm_size"}
ACCELERATE = {
    "compute_environment",
    "distributed_type",
    "mixed_precision",
    "num_machines",
    "num_processes",
    "machine_rank",
    "main_training_function",
    "use_cpu",
    "main_process_ip",
    "main_process_port",
    "rdzv_backend",
    "same_network",
    "fsdp_config",
    "deepspeed_config",
}
FSDP = {
    "fsdp_version",
    "fsdp_reshard_after_forward",
    "fsdp_auto_wrap_policy",
    "fsdp_state_dict_type",
    "fsdp_cpu_ram_efficient_loading",
    "fsdp_offload_params",
    "fsdp_activation_checkpointing",
}
DEEPSPEED = {
    "train_micro_batch_size_per_gpu",
    "gradient_accumulation_steps",
    "gradient_clipping",
    "bf16",
    "fp16",
    "zero_optimization",
}
ZERO = {
    "stage",
    "overlap_comm",
    "contiguous_gradients",
    "offload_optimizer",
    "offload_param",
    "stage3_gather_16bit_weights_on_model_save",
}
SBATCH = {"job-name", "nodes", "ntasks-per-node", "gres", "cpus-per-task", "mem", "time", "output", "exclusive"}


@pytest.mark.parametrize("target", [name for name in TARGETS if name not in {"json", "markdown", "html"}])
@pytest.mark.parametrize("case", CASES)
def test_golden_files(kb: Knowledge, case: str, target: str) -> None:
    """Set GOLDEN=accept to write them anew after a change that was meant."""
    if case == "no-gpu" and target in NEED_GPU:
        with pytest.raises(InputError):
            export(kb, CASES[case], target)
        return
    for name, text in files(kb, CASES[case], target).items() if not _refused(case, target) else ():
        path = GOLDEN / case / target / name.lstrip(".")
        if os.environ.get("GOLDEN") == "accept":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")


def _refused(case: str, target: str) -> bool:
    return case == "no-gpu" and target in NEED_GPU


@pytest.mark.parametrize("case", CASES)
def test_skypilot_and_dstack_have_only_known_keys(kb: Knowledge, case: str) -> None:
    task = yaml.safe_load(files(kb, CASES[case], "skypilot")["task.yaml"])
    assert task.keys() <= SKYPILOT
    assert task["resources"].keys() <= SKYPILOT_RESOURCES
    task = yaml.safe_load(files(kb, CASES[case], "dstack")[".dstack.yml"])
    assert task.keys() <= DSTACK
    assert task["resources"].keys() <= DSTACK_RESOURCES
    assert re.fullmatch(r"\d+h", task["max_duration"])


@pytest.mark.parametrize("strategy", ["none", "ddp", "zero1", "zero2", "zero3", "fsdp"])
@pytest.mark.parametrize("precision", ["fp32", "amp", "bf16", "fp16"])
def test_accelerate_and_deepspeed(kb: Knowledge, strategy: str, precision: str) -> None:
    case = result(strategy=strategy, precision=precision)
    written = files(kb, case, "accelerate")
    config = yaml.safe_load(written["accelerate.yaml"])
    kinds = {"none": "MULTI_GPU", "ddp": "MULTI_GPU", "fsdp": "FSDP"}
    assert config.keys() <= ACCELERATE
    assert config["distributed_type"] == kinds.get(strategy, "DEEPSPEED")
    assert config.get("fsdp_config", {}).keys() <= FSDP
    assert ("ds_config.json" in written) == (config["distributed_type"] == "DEEPSPEED")
    if "mixed_precision" in config:
        assert config["mixed_precision"] == {"amp": "bf16", "fp16": "fp16"}.get(precision, "no")
    deepspeed = json.loads(files(kb, case, "deepspeed")["ds_config.json"])
    assert deepspeed.keys() <= DEEPSPEED
    assert deepspeed["zero_optimization"].keys() <= ZERO
    assert deepspeed["zero_optimization"]["stage"] == {"zero1": 1, "zero2": 2, "zero3": 3, "fsdp": 3}.get(strategy, 0)
    assert not {"bf16", "fp16"} <= deepspeed.keys()
    assert ("bf16" in deepspeed, "fp16" in deepspeed) == (precision in {"amp", "bf16"}, precision == "fp16")


def test_a_card_without_bf16_gets_fp16(kb: Knowledge) -> None:
    case = result("V100 SXM2 32GB", strategy="ddp")
    assert yaml.safe_load(files(kb, case, "accelerate")["accelerate.yaml"])["mixed_precision"] == "fp16"
    assert "fp16" in json.loads(files(kb, case, "deepspeed")["ds_config.json"])


@pytest.mark.parametrize("case", CASES)
def test_scripts_parse_and_directives_are_known(kb: Knowledge, case: str, tmp_path: Path) -> None:
    scripts = dict(files(kb, CASES[case], "slurm"))
    if case != "no-gpu":
        scripts |= files(kb, CASES[case], "torchrun")
    task = yaml.safe_load(files(kb, CASES[case], "skypilot")["task.yaml"])
    scripts["run.sh"] = task["setup"] + task["run"]
    for name, text in scripts.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        bash = shutil.which("bash")
        if bash is not None:
            assert subprocess.run([bash, "-n", str(path)], capture_output=True, check=False).returncode == 0, text
    directives = re.findall(r"^#SBATCH --([a-z-]+)", scripts["job.sbatch"], re.MULTILINE)
    assert set(directives) <= SBATCH
    assert len(directives) == len(set(directives))
    head = scripts["job.sbatch"].split("\n#SBATCH")[0]
    assert head == "#!/usr/bin/env bash", "directives after a command are ignored by sbatch"
    assert re.search(r"^#SBATCH --time=2-13:00:00$", scripts["job.sbatch"], re.MULTILINE)


@pytest.mark.parametrize(("nodes", "per_node"), [(1, 1), (1, 8), (2, 8), (4, 4)])
def test_counts_agree_between_targets(kb: Knowledge, nodes: int, per_node: int) -> None:
    """accelerate counts processes in total, all the others on each machine."""
    case = result(nodes=nodes, per_node=per_node)
    total = yaml.safe_load(files(kb, case, "accelerate")["accelerate.yaml"])["num_processes"]
    assert total == nodes * per_node
    sky = yaml.safe_load(files(kb, case, "skypilot")["task.yaml"])
    assert (sky["num_nodes"], sky["resources"]["accelerators"]) == (nodes, f"A100-80GB:{per_node}")
    dstack = yaml.safe_load(files(kb, case, "dstack")[".dstack.yml"])
    assert (dstack["nodes"], dstack["resources"]["gpu"]) == (nodes, f"A100:80GB:{per_node}")
    sbatch = files(kb, case, "slurm")["job.sbatch"]
    assert f"--nodes={nodes}\n" in sbatch
    assert f"--gres=gpu:{per_node}\n" in sbatch
    for text in (sbatch, files(kb, case, "torchrun")["launch.sh"]):
        assert f"--nproc-per-node={per_node} " in text
        assert ("--standalone" in text) == (nodes == 1)
    documents = list(yaml.safe_load_all(files(kb, case, "kubernetes")["job.yaml"]))
    spec = documents[0]["spec"]
    container = spec["template"]["spec"]["containers"][0]
    assert spec["completions"] == spec["parallelism"] == nodes
    assert container["resources"]["limits"]["nvidia.com/gpu"] == str(per_node)
    assert len(documents) == (2 if nodes > 1 else 1)
    assert spec["template"]["metadata"]["labels"] == ({"app": documents[0]["metadata"]["name"]})


@pytest.mark.parametrize(
    ("gpu", "provider", "sky", "dstack"),
    [
        ("RTX 4090", "runpod", "RTX4090:2", "RTX4090:24GB:2"),
        ("RTX A6000", "lambda", "A6000:2", "A6000:48GB:2"),
        ("RTX A6000", "vast", "RTXA6000:2", "A6000:48GB:2"),
        ("A100 PCIe 40GB", "gcp", "A100:2", "A100:40GB:2"),
        ("V100 SXM2 32GB", "aws", "V100-32GB:2", "V100:32GB:2"),
        ("H100", "runpod", "H100-SXM:2", "H100:80GB:2"),
    ],
)
def test_cards_are_named_as_each_tool_names_them(kb: Knowledge, gpu: str, provider: str, sky: str, dstack: str) -> None:
    case = result(gpu, offer={"provider": provider})
    assert yaml.safe_load(files(kb, case, "skypilot")["task.yaml"])["resources"]["accelerators"] == sky
    assert yaml.safe_load(files(kb, case, "dstack")[".dstack.yml"])["resources"]["gpu"] == dstack


def test_every_card_of_the_table_exists(kb: Knowledge) -> None:
    machines = {f"{offer.provider}/{offer.instance}" for offer in kb.offers.values()}
    for constant in ("handoff.skypilot_gpus", "handoff.dstack_gpus"):
        for key in kb.constants[constant].words:
            assert key in machines or key.rsplit("/", 1)[-1] in kb.gpus


def test_a_cloud_without_support_is_said(kb: Knowledge) -> None:
    done = export(kb, result(offer={"provider": "alibaba"}), "skypilot")
    assert "infra" not in yaml.safe_load(done.files["task.yaml"])["resources"]
    assert "alibaba" in done.notes[0]
    own = export(kb, result(offer={"provider": "owned", "instance": ""}), "skypilot")
    assert own.notes == (kb.texts["handoff.note.own_hardware"].en,)
    assert not export(kb, result(offer={"provider": "runpod"}), "skypilot").notes


@pytest.mark.parametrize("target", ["accelerate", "deepspeed", "accelerate-fsdp"])
def test_split_layers_are_refused_where_they_can_not_be_said(kb: Knowledge, target: str) -> None:
    case = result(strategy="tensor_pipeline", tensor_parallel=8, pipeline_parallel=2)
    with pytest.raises(InputError):
        export(kb, case, target)
    assert export(kb, case, "torchrun").notes
    assert "TENSOR_PARALLEL=8" in files(kb, case, "torchrun")["launch.sh"]


def test_the_chat_offers_every_format_and_stands_in_with_one_that_is_written(kb: Knowledge) -> None:
    assert set(FORMATS) == {name for name in TARGETS if name not in {"accelerate-fsdp", "accelerate-deepspeed"}}
    nearest, names = (kb.constants[f"handoff.{table}"].words for table in ("nearest_format", "format_names"))
    assert {*nearest.values(), *names.values()} <= TARGETS.keys()
    assert not {*nearest, *names} & TARGETS.keys()


def test_refusals(kb: Knowledge) -> None:
    for wanted, near in (("docker", "kubernetes"), ("kubernets", "kubernetes"), ("pdf", "html"), ("sbach", "slurm")):
        with pytest.raises(InputError, match=f"nearest is {near}; there are skypilot"):
            export(kb, result(), wanted)
    with pytest.raises(InputError, match="format 'xyz'; there are skypilot"):
        export(kb, result(), "xyz")
    with pytest.raises(InputError):
        export(kb, {"plan": None, "feasible": False}, "skypilot")
    with pytest.raises(InputError):
        export(kb, result(strategy="ddp"), "accelerate-fsdp")


@pytest.mark.parametrize(
    ("name", "target"), [("k8s", "kubernetes"), ("sbatch", "slurm"), ("MD", "markdown"), (" sky ", "skypilot")]
)
def test_other_names(kb: Knowledge, name: str, target: str) -> None:
    assert export(kb, result(), name) == export(kb, result(), target)


def test_an_infeasible_plan_says_so_in_every_file(kb: Knowledge) -> None:
    case = result() | {"feasible": False, "violates": ["budget"]}
    for target in ("skypilot", "dstack", "slurm", "torchrun", "kubernetes", "accelerate", "markdown", "html"):
        assert "budget" in next(iter(files(kb, case, target).values())), target
