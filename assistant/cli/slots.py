"""The slots of a job as options of the command line: which option fills which slot, and how its text is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from assistant.cli import literals
from assistant.cli.config_file import read_config

Reader = Callable[[str], Any]

TASKS = (
    "llm_finetune", "llm_pretrain", "llm_alignment", "vision", "nlp", "diffusion", "multimodal", "speech", "recsys",
    "rl", "data_prep", "inference", "other",
)  # fmt: skip


def read_yes(text: str) -> bool:
    """Return whether the text is "yes"."""
    return text == "yes"


class Slot(NamedTuple):
    """One option: the slot it fills, how its text is read, and what it means."""

    option: str
    slot: str
    read: Reader
    help: str
    choices: tuple[str, ...] = ()


SLOTS = (
    Slot("--task", "task", str, "what is trained", TASKS),
    Slot("--method", "method", str, "how", ("full", "lora", "qlora", "scratch")),
    Slot("--model", "model", str, "model by name, e.g. qwen2.5-7b"),
    Slot("--params", "params", literals.read_count, "number of parameters, e.g. 7B"),
    Slot("--dataset", "dataset_bytes", literals.read_bytes, "size of the data, e.g. 200GB"),
    Slot("--samples", "dataset_samples", literals.read_count, "number of samples"),
    Slot("--tokens", "dataset_tokens", literals.read_count, "number of tokens, e.g. 2B"),
    Slot("--audio-hours", "dataset_audio_hours", literals.read_number, "hours of audio"),
    Slot(
        "--budget",
        "budget",
        literals.read_money,
        "'30000 CNY/month', '$20/hour', '500 USD total', 'minimize', 'unlimited'",
    ),
    Slot("--gpu", "gpu_mentioned", lambda text: (text,), "a card to plan with, e.g. 'A100 80GB'"),
    Slot("--gpu-rel", "gpu_rel", str, "what that card is", ("have", "want", "avoid", "ask")),
    Slot("--gpu-count", "gpu_count", literals.read_count, "number of cards"),
    Slot("--vram", "vram_gb", literals.read_number, "memory of one card, GB"),
    Slot("--ram", "ram_gb", literals.read_number, "host memory, GB"),
    Slot("--owned", "owned", literals.read_owned, "hardware you have, e.g. '2x RTX 3090, 64GB RAM'"),
    Slot("--precision", "precision", str, "compute precision", ("fp32", "tf32", "fp16", "bf16", "fp8", "int8", "int4")),
    Slot("--seq-len", "seq_len", literals.read_count, "tokens of a sample"),
    Slot("--image-size", "image_size", str, "640 or 800x1344"),
    Slot("--batch", "batch", literals.read_count, "samples of an optimizer step over all cards"),
    Slot("--micro-batch", "micro_batch", literals.read_count, "samples of one card at a time, where that is fixed"),
    Slot("--checkpointing", "checkpointing", read_yes, "recomputation, where that is fixed", ("yes", "no")),
    Slot("--lora-rank", "lora_rank", literals.read_count, "rank of the adapters"),
    Slot("--model-config", "config", read_config, "a Hugging Face config.json, for a network of your own"),
    Slot("--epochs", "epochs", literals.read_number, "passes over the data"),
    Slot("--steps", "train_steps", literals.read_count, "optimizer steps"),
    Slot("--deadline", "deadline_hours", literals.read_hours, "36h, '3 days'"),
    Slot("--optimizer", "optimizer", str, "optimizer", ("adamw", "adamw_8bit", "sgd", "adafactor")),
    Slot("--offload", "offload", str, "what moves to host memory", ("none", "optimizer", "all")),
    Slot(
        "--strategy",
        "strategy",
        str,
        "parallelism",
        ("none", "ddp", "zero1", "zero2", "zero3", "fsdp", "tensor", "tensor_pipeline"),
    ),
    Slot(
        "--allow",
        "allow",
        lambda text: tuple(word for word in text.split(",") if word),
        "changes that are fine: bf16,amd",
    ),
    Slot("--provider", "provider", str, "cloud"),
    Slot("--region", "region", str, "region of the cloud"),
    Slot("--lang", "lang", str, "language of the texts, and whose offers come first", ("en", "zh")),
)
