"""`rigwise memory`: the training memory of one configuration."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from assistant.cli.config_file import read_config
from assistant.cli.literals import read_count, spelled

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory import MemoryEstimate

CHOICES: dict[str, tuple[str, ...]] = {
    "method": ("full", "lora", "qlora", "scratch"),
    "precision": ("fp32", "amp", "bf16"),
    "optimizer": ("adamw", "adamw_8bit", "sgd", "adafactor"),
    "attention": ("flash", "eager"),
    "lora_targets": ("all-linear", "attention", "qv"),
    "offload": ("none", "optimizer", "all"),
    "sharding": ("none", "zero1", "zero2", "zero3", "fsdp"),
    "head": ("lm", "none"),
}
INTEGERS = {
    "micro_batch": "samples per GPU in one forward pass",
    "seq_len": "tokens per sample, image tokens included",
    "target_len": "tokens of the decoder (T5, Whisper)",
    "lora_rank": "rank of the adapters",
    "loss_chunks": "pieces in which the loss is computed",
    "gpus": "GPUs of the job, over all machines",
    "tensor_parallel": "GPUs that share each layer",
    "pipeline_parallel": "stages the layers are cut into",
}
TEXTS = {
    "model": "catalogue id or name",
    "image_size": '640, "800x1344" or "128x128x128"',
    "bitsandbytes": "version, for QLoRA with an old one",
    "gpu": "card to check against",
    "kind": "what a bare --params is: llm-dense, vision-cls, detection, diffusion-image, ...",
}
FLAGS = {
    "checkpointing": "recompute activations in the backward pass",
    "gradient_accumulation": "gradients are kept between forward passes",
    "optimizer_in_backward": "each layer steps in the backward pass and frees its gradient",
    "encoders_on_card": "text encoders and VAE of a diffusion pipeline stay on the card",
    "frozen_fp32": "LoRA over weights that stay in fp32 under autocast",
    "norms_fp32": "k-bit preparation: norms, embeddings and head in fp32",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command; they are the fields of the JSON request."""
    from assistant.cli.batch import add_output_arguments

    add_output_arguments(parser)
    parser.add_argument("--params", metavar="N", help="parameters where no model is named: 7e9, 7B, 350M")
    parser.add_argument("--model-config", metavar="FILE", help="a Hugging Face config.json")
    parser.add_argument("--audio-seconds", type=float, metavar="S", help="length of an audio clip")
    parser.add_argument("--lora-dropout", type=float, metavar="P", help="dropout before the adapters")
    for name, text in TEXTS.items():
        parser.add_argument(_option(name), metavar=name.split("_")[-1].upper(), help=text)
    for name, text in INTEGERS.items():
        parser.add_argument(_option(name), type=int, metavar="N", help=text)
    for name, words in CHOICES.items():
        parser.add_argument(_option(name), choices=words)
    for name, text in FLAGS.items():
        parser.add_argument(_option(name), action="store_true", default=None, help=text)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def run(args: argparse.Namespace) -> int:
    """Print the estimate, return the exit code.

    Raises:
        InputError: the request can not be answered; one sentence says why.
    """
    from assistant.cli.batch import print_json, run_jsonl
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory import MemoryRequest, estimate

    data = None if args.jsonl else request_of(args)
    kb = Knowledge.load()
    if data is None:
        return run_jsonl(args.jsonl, lambda line: estimate(kb, MemoryRequest.of(spelled(line))).to_json())
    answer = estimate(kb, MemoryRequest.of(data))
    if args.json:
        print_json(answer.to_json())
    else:
        print("\n".join(report(kb, answer)))
    return 0


def request_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return the JSON request that the options spell.

    Raises:
        InputError: the config file can not be read, or the parameter count is no number.
    """
    names = (*TEXTS, *INTEGERS, *CHOICES, *FLAGS, "audio_seconds", "lora_dropout")
    data: dict[str, Any] = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    if args.params is not None:
        data["params"] = read_count(args.params)
    if args.model_config is not None:
        data["config"] = read_config(args.model_config)
    return data


def report(kb: Knowledge, answer: MemoryEstimate) -> list[str]:
    """Return the answer as lines: the parts, the verdict, then every term with its formula and its numbers."""
    from assistant.wording.derivations import one_line

    parts = ("weights", "gradients", "optimizer", "activations", "allocated", "overhead", "needed")
    lines = [f"{name:<12}{getattr(answer, name).value:>12.2f} GB" for name in parts]
    if answer.high > answer.low:
        lines.append(f"{'range':<12}{answer.low:>12.2f} to {answer.high:.2f} GB")
    if answer.host_ram.value:
        lines.append(f"{'host RAM':<12}{answer.host_ram.value:>12.2f} GB")
    if answer.capacity is not None:
        word = "fits" if answer.fits else "does not fit"
        lines.append(f"{word} {answer.capacity.value:.2f} GB, {answer.capacity.value - answer.needed.value:+.2f} GB")
    lines += [f"assumed: {text}" for text in answer.assumptions]
    terms = [derivation for derivation in answer.derivations().values() if derivation.inputs]
    return [*lines, "", "terms, per GPU:", *(f"  {one_line(kb, derivation, 'en')}" for derivation in terms)]
