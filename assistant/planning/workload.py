"""What is to be trained: the resolved slots, and what was assumed where nobody said anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from assistant.planning.stack import Stack

Task = Literal[
    "llm_finetune", "llm_pretrain", "llm_alignment", "vision", "nlp", "diffusion", "multimodal", "speech", "recsys",
    "rl", "data_prep", "inference", "other",
]  # fmt: skip
Method = Literal["full", "lora", "qlora", "scratch"]
Strategy = Literal["none", "ddp", "zero1", "zero2", "zero3", "fsdp", "tensor", "tensor_pipeline"]
Period = Literal["hour", "day", "week", "month", "year", "total", "none"]


class Budget(BaseModel):
    """Money, or how money matters; `currency` empty = not said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    amount: float | None = Field(None, gt=0)
    amount_min: float | None = None
    currency: str | None = None
    per: Period = "none"
    per_gpu: bool = False
    unlimited: bool = False
    minimize: bool = False


class Owned(BaseModel):
    """Hardware the user has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    gpu: str
    count: int = Field(1, ge=1)
    vram_gb: float | None = None
    ram_gb: float | None = None
    cpu_cores: int | None = None
    disk_gb: float | None = None


class Workload(Stack):
    """The slots of one job; an absent slot is None. Names and units are those of the public interface.

    Attributes beyond the slots (those of a training stack stand in `Stack`):
        lang: language of the conversation; it decides the default currency and whose offers come first.
        provider, region: where it must run, if said.
        allow: levers the user has accepted ("adamw_8bit", "bf16", "offload", "spot", "qlora", ...).
        owned: hardware the user has.
        language_of_data: "en", "zh", "code" or "mixed", for bytes per token.
        data_format: "text", "jsonl", "parquet", "tokenized", "jpeg", ... where said.
        alignment: the preference method, or the words it was named with ("DPO", "ppo", "GRPO 全参").
        facts: what was said of the surroundings (CUDA version, place, line rate, ...), facts of the knowledge base that
            only rules read.
        home: whose currency and clouds go without saying, where it is not the language of the answer: so a change of
            language words a plan anew and does not change it.
    """

    task: Task | None = None
    method: Method | None = None
    params: int | None = Field(None, gt=0)
    params_range: tuple[int, int] | None = None
    model: str | None = None
    dataset_bytes: int | None = Field(None, gt=0)
    dataset_samples: int | None = Field(None, gt=0)
    dataset_tokens: int | None = Field(None, gt=0)
    dataset_audio_hours: float | None = Field(None, gt=0)
    budget: Budget | None = None
    gpu_mentioned: tuple[str, ...] = ()
    gpu_rel: Literal["have", "want", "avoid", "ask"] | None = None
    gpu_count: int | None = Field(None, ge=1)
    vram_gb: float | None = Field(None, gt=0)
    ram_gb: float | None = Field(None, gt=0)
    precision: Literal["fp32", "tf32", "fp16", "bf16", "fp8", "int8", "int4"] | None = None
    seq_len: int | None = Field(None, gt=0)
    batch: int | None = Field(None, gt=0)
    train_steps: int | None = Field(None, gt=0)
    epochs: float | None = Field(None, gt=0)
    image_size: int | str | None = None
    deadline_hours: float | None = Field(None, gt=0)
    spot_ok: bool | None = None

    lang: Literal["en", "zh"] = "en"
    provider: str | None = None
    region: str | None = None
    optimizer: Literal["adamw", "adamw_8bit", "sgd", "adafactor"] | None = None
    offload: Literal["none", "optimizer", "all"] | None = None
    checkpointing: bool | None = None
    strategy: Strategy | None = None
    allow: tuple[str, ...] = ()
    owned: Owned | None = None
    language_of_data: str | None = None
    data_format: str | None = None
    alignment: str | None = None
    facts: Mapping[str, str | float | bool] = Field(default_factory=dict)
    home: Literal["en", "zh"] | None = None

    def slots(self) -> dict[str, Any]:
        """Return the slots that are set, as the JSON of the public interface shows them."""
        return {
            key: value
            for key, value in self.model_dump(mode="json", exclude_none=True, exclude={"home", "alignment"}).items()
            if value not in ([], (), {})
        }


def applied(workload: Workload, change: Mapping[str, Any]) -> Workload:
    """Return `workload` with the fields of `change` in force."""
    return Workload.model_validate({**workload.model_dump(), **change})
