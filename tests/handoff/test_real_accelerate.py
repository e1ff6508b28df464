"""accelerate and DeepSpeed themselves read our configs; runs where they are installed, with torch for CPU too."""

from __future__ import annotations

import importlib.util
import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
from handoff_cases import CASES, result

from assistant.errors import InputError
from assistant.handoff import export
from assistant.knowledge import Knowledge

pytestmark = [
    pytest.mark.skipif(
        not all(importlib.util.find_spec(name) for name in ("torch", "accelerate", "deepspeed")),
        reason="accelerate or DeepSpeed is not installed: pip install 'rigwise[launchers]'",
    ),
    pytest.mark.filterwarnings("default"),
]

SHAPES = ((1, 1), (1, 8), (2, 8))
STAGE = {"none": 0, "ddp": 0, "zero1": 1, "zero2": 2, "zero3": 3, "fsdp": 3}
PRECISION = {"amp": "bf16", "fp16": "fp16", "bf16": "no", "fp32": "no"}
TARGETS = ("accelerate", "accelerate-fsdp", "accelerate-deepspeed")


def written(kb: Knowledge, case: dict[str, Any], target: str, folder: Path) -> bool:
    """Write the files of `target` into `folder`; false where the plan can not be said in it."""
    try:
        files = export(kb, case, target).files
    except InputError:
        return False
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return True


def launched(config: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Namespace, dict[str, str]]:
    """Return the launcher that `accelerate launch` chooses, its arguments, and the environment of the processes."""
    from accelerate.commands import launch
    from accelerate.utils import launch as prepare

    seen: list[tuple[str, Namespace]] = []
    for name in ("simple_launcher", "multi_gpu_launcher", "deepspeed_launcher"):
        monkeypatch.setattr(launch, name, lambda args, name=name: seen.append((name, args)))
    monkeypatch.setattr(prepare, "is_port_in_use", lambda *_: False)
    launch.launch_command(launch.launch_command_parser().parse_args(["--config_file", str(config), "train.py"]))
    ((name, args),) = seen
    if name == "simple_launcher":
        return name, args, prepare.prepare_simple_launcher_cmd_env(args)[1]
    if name == "multi_gpu_launcher":
        return name, args, prepare.prepare_multi_gpu_env(args)
    return name, args, prepare.prepare_deepspeed_cmd_env(args)[1]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("offload", ["none", "optimizer", "all"])
@pytest.mark.parametrize("strategy", STAGE)
def test_accelerate_launches_what_the_plan_says(
    strategy: str, offload: str, target: str, kb: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accelerate.commands.config.config_args import load_config_from_file

    monkeypatch.chdir(tmp_path)
    said = 0
    for nodes, per_node in SHAPES:
        for precision, mixed in PRECISION.items():
            case = result(nodes=nodes, per_node=per_node, strategy=strategy, precision=precision, offload=offload)
            if not written(kb, case, target, tmp_path):
                continue
            said += 1
            config = load_config_from_file(str(tmp_path / "accelerate.yaml"))
            assert (config.num_machines, config.num_processes) == (nodes, nodes * per_node)
            name, args, env = launched(tmp_path / "accelerate.yaml", monkeypatch)
            if nodes * per_node > 1:
                assert int(args.nproc_per_node) == per_node
            if nodes > 1:
                assert (int(args.nnodes), args.rdzv_backend) == (nodes, "static")
                assert "10.0.0.1:29500" in {args.rdzv_endpoint, f"{args.main_process_ip}:{args.main_process_port}"}
            if name == "deepspeed_launcher":
                check_deepspeed(case, env, precision, monkeypatch)
            else:
                assert env["ACCELERATE_MIXED_PRECISION"] == mixed
                check_fsdp(case, env, monkeypatch)
    assert said or target == "accelerate-fsdp"


def check_fsdp(case: dict[str, Any], env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check what an FSDP process makes of its environment, if FSDP it is."""
    from accelerate.utils import FullyShardedDataParallelPlugin

    if "ACCELERATE_USE_FSDP" not in env:
        return
    with monkeypatch.context() as process:
        for name, value in env.items():
            process.setenv(name, value)
        plugin = FullyShardedDataParallelPlugin()
    way = case["plan"]["parallelism"]
    assert plugin.fsdp_version == 2
    assert plugin.reshard_after_forward is (STAGE[way["strategy"]] == 3)
    assert plugin.activation_checkpointing is way["checkpointing"]
    assert bool(getattr(plugin.cpu_offload, "pin_memory", False)) is (way["offload"] == "all")
    assert str(plugin.state_dict_type).endswith("SHARDED_STATE_DICT")


def check_deepspeed(case: dict[str, Any], env: dict[str, str], precision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check what a DeepSpeed process makes of its environment and of the JSON."""
    from accelerate.utils import DeepSpeedPlugin

    with monkeypatch.context() as process:
        for name, value in env.items():
            process.setenv(name, value)
        plugin = DeepSpeedPlugin()
        plugin.set_mixed_precision(env.get("ACCELERATE_MIXED_PRECISION", "no"))
    way, config = case["plan"]["parallelism"], plugin.deepspeed_config
    assert config["zero_optimization"]["stage"] == plugin.zero_stage == STAGE[way["strategy"]]
    assert plugin.zero3_init_flag is (plugin.zero_stage == 3)
    assert config["train_micro_batch_size_per_gpu"] == way["micro_batch"]
    assert plugin.gradient_accumulation_steps == way["grad_accum"]
    half = {"amp": "bf16", "bf16": "bf16", "fp16": "fp16", "fp32": ""}[precision]
    assert {name for name in ("bf16", "fp16") if config.get(name, {}).get("enabled")} == ({half} if half else set())


@pytest.mark.parametrize("strategy", STAGE)
@pytest.mark.parametrize("precision", PRECISION)
def test_deepspeed_takes_every_key(strategy: str, precision: str, kb: Knowledge) -> None:
    from deepspeed.runtime.config import DeepSpeedConfig
    from deepspeed.runtime.zero.config import DeepSpeedZeroConfig

    for offload in ("none", "optimizer", "all"):
        case = result(strategy=strategy, precision=precision, offload=offload, micro_batch=4, grad_accum=3)
        data = json.loads(export(kb, case, "deepspeed").files["ds_config.json"])
        zero = DeepSpeedZeroConfig(**data["zero_optimization"])
        fields = type(zero).model_fields
        names = fields.keys() | {field.alias for field in fields.values()}
        assert data["zero_optimization"].keys() <= names
        config = DeepSpeedConfig(data)
        assert (config.train_micro_batch_size_per_gpu, config.gradient_accumulation_steps) == (4, 3)
        assert config.train_batch_size == 12, "world size is 1 in a test"
        stage = STAGE[strategy]
        assert config.zero_config.stage == stage
        assert (config.zero_config.offload_optimizer is not None) is (stage > 0 and offload != "none")
        assert (config.zero_config.offload_param is not None) is (stage == 3 and offload == "all")
        assert config.bfloat16_config.enabled is (precision in {"amp", "bf16"})
        assert config.float16_config.enabled is (precision == "fp16")
        assert config.gradient_clipping == 1.0


@pytest.mark.parametrize("case", [name for name in CASES if name != "no-gpu"])
@pytest.mark.parametrize("target", TARGETS)
def test_golden_configs_are_read(case: str, target: str) -> None:
    from accelerate.commands.config.config_args import load_config_from_file

    file = Path(__file__).parent / "golden" / case / target / "accelerate.yaml"
    assert load_config_from_file(str(file)).num_processes == 2 * (8 if case.startswith("two") else 1)
