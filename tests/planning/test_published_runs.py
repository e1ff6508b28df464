"""Published runs with a verdict, and what a training stack fixes."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import ValidationError

from assistant.knowledge import Knowledge
from assistant.planning import Owned, Workload, plan
from assistant.planning.exploration import bare_plan
from assistant.planning.stack import Stack
from assistant.sizing.memory import MemoryRequest

ROOT = Path(__file__).parents[2]
KB = Knowledge.load()
A100 = Owned(gpu="A100 40GB", count=1)


def _module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("accuracy_plan", ROOT / "benchmarks" / "accuracy_plan.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


ACCURACY = _module()
ROWS = ACCURACY.rows(KB)


def test_a_run_that_is_fully_stated_is_judged_as_published() -> None:
    assert [row.name for row in ROWS if row.verdicts[-1] != row.said] == []
    assert len(ROWS) >= 30


def test_nothing_that_ran_is_refused_when_the_knobs_are_free() -> None:
    assert all(row.verdicts[0] == "ran" for row in ROWS if row.said == "ran")


def test_the_section_states_the_measured_figures() -> None:
    assert ACCURACY.section(KB) in (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")


def test_every_option_of_a_stack_is_one_of_the_memory_estimate() -> None:
    assert set(Stack.model_fields) <= set(MemoryRequest.model_fields)


def test_a_stated_micro_batch_is_kept_and_only_accumulation_is_turned() -> None:
    job = {"task": "llm_finetune", "method": "lora", "params": 7_000_000_000, "seq_len": 1024, "batch": 32}
    for stated in (1, 2, 8):
        plan = bare_plan(KB, Workload(**job, micro_batch=stated, owned=A100)).plan
        assert plan is not None
        assert plan.parallelism is not None
        assert (plan.parallelism.micro_batch, plan.parallelism.grad_accum) == (stated, 32 // stated)


def test_a_stated_layout_that_does_not_fit_is_refused_for_its_memory_not_for_its_name() -> None:
    workload = Workload(
        task="llm_pretrain", params=7_000_000_000, seq_len=2048, micro_batch=16, checkpointing=False, strategy="fsdp",
        owned=Owned(gpu="A100 80GB", count=8),
    )  # fmt: skip
    result = bare_plan(KB, workload)
    assert result.violates == ("memory",)
    assert result.rejected[0].need > result.rejected[0].have


def test_a_network_of_ones_own_is_planned_by_its_config() -> None:
    config = {
        "model_type": "llama", "hidden_size": 1024, "num_hidden_layers": 12, "intermediate_size": 2816,
        "num_attention_heads": 16, "num_key_value_heads": 4, "vocab_size": 20_000, "tie_word_embeddings": True,
    }  # fmt: skip
    result = bare_plan(KB, Workload(task="llm_pretrain", method="scratch", config=config))
    assert result.feasible
    params = 20_000 * 1024 + 12 * (2 * 1024 * 1024 + 2 * 1024 * 256 + 3 * 1024 * 2816 + 2 * 1024) + 1024
    assert result.derivations["work.amount"].inputs[0].inputs[1].value == params


def test_a_knob_that_was_fixed_and_does_not_fit_is_offered_as_a_lever() -> None:
    job = {"task": "llm_finetune", "method": "lora", "model": "llama-2-7b", "seq_len": 1304, "batch": 8}
    result = plan(KB, Workload(**job, micro_batch=8, checkpointing=False, owned=A100))
    assert result.violates == ("memory",)
    assert {"checkpointing", "micro_batch"} <= {lever.id for lever in result.levers}
    for lever in result.levers[:2]:
        assert lever.plan is not None
        assert lever.plan.offer.provider == "owned"


@pytest.mark.parametrize(
    "stated", [{"micro_batch": 0}, {"bitsandbytes": "newest"}, {"lora_dropout": 1.0}, {"attention": "fast"}]
)
def test_a_stated_option_that_can_not_be_is_refused(stated: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Workload(task="llm_finetune", **stated)
