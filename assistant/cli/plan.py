"""`rigwise plan`: one plan from options, without a conversation."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from assistant.cli import literals
from assistant.cli.batch import add_output_arguments, print_json, run_jsonl
from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.planning import PlanResult, Workload

Reader = Callable[[str], Any]

TASKS = (
    "llm_finetune", "llm_pretrain", "llm_alignment", "vision", "nlp", "diffusion", "multimodal", "speech", "recsys",
    "rl", "data_prep", "inference", "other",
)  # fmt: skip


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
    Slot("--audio-hours", "dataset_audio_hours", float, "hours of audio"),
    Slot(
        "--budget",
        "budget",
        literals.read_money,
        "'30000 CNY/month', '$20/hour', '500 USD total', 'minimize', 'unlimited'",
    ),
    Slot("--gpu", "gpu_mentioned", lambda text: (text,), "a card to plan with, e.g. 'A100 80GB'"),
    Slot("--gpu-rel", "gpu_rel", str, "what that card is", ("have", "want", "avoid", "ask")),
    Slot("--gpu-count", "gpu_count", literals.read_count, "number of cards"),
    Slot("--vram", "vram_gb", float, "memory of one card, GB"),
    Slot("--ram", "ram_gb", float, "host memory, GB"),
    Slot("--owned", "owned", literals.read_owned, "hardware you have, e.g. '2x RTX 3090, 64GB RAM'"),
    Slot("--precision", "precision", str, "compute precision", ("fp32", "tf32", "fp16", "bf16", "fp8", "int8", "int4")),
    Slot("--seq-len", "seq_len", literals.read_count, "tokens of a sample"),
    Slot("--image-size", "image_size", str, "640 or 800x1344"),
    Slot("--batch", "batch", literals.read_count, "samples of an optimizer step over all cards"),
    Slot("--epochs", "epochs", float, "passes over the data"),
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


def add_slot_arguments(parser: argparse.ArgumentParser) -> None:
    """Add every slot as an option of `parser`."""
    for slot in SLOTS:
        parser.add_argument(
            slot.option,
            dest=slot.slot,
            choices=slot.choices or None,
            help=slot.help,
            metavar=None if slot.choices else "X",
        )
    spot = parser.add_mutually_exclusive_group()
    spot.add_argument(
        "--spot", dest="spot_ok", action="store_true", default=None, help="machines that may be taken away are fine"
    )
    spot.add_argument("--no-spot", dest="spot_ok", action="store_false", help="no machines that may be taken away")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    add_slot_arguments(parser)
    parser.add_argument(
        "--offers",
        metavar="FILE",
        type=Path,
        help="your own prices in place of the catalogue (CSV or JSON, see `rigwise offers`)",
    )
    parser.add_argument("--knowledge", action="append", default=[], metavar="DIR", help="your own folder over the base")
    parser.add_argument(
        "--detect", action="store_true", help="read the NVIDIA cards of this machine and plan for them first"
    )
    parser.add_argument("--explain", action="store_true", help="print every figure with its formula")
    add_output_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the plan; the exit code is 1 where nothing keeps the limits."""
    from assistant.planning import plan

    kb = _knowledge(args)
    if args.jsonl:
        return run_jsonl(args.jsonl, lambda request: plan(kb, known(kb, request_workload(request))).to_json())
    result = plan(kb, known(kb, workload_of(args)))
    if args.json:
        print_json(result.to_json())
    else:
        print(_words(kb, result, explain=args.explain))
    return 0 if result.feasible else 1


def _words(kb: Knowledge, result: PlanResult, *, explain: bool) -> str:
    """Return the plan in words; with `explain` every figure with its formula and the numbers put in."""
    from assistant.wording.derivations import one_line
    from assistant.wording.plain import blocks_to_text
    from assistant.wording.plan_report import report_blocks

    lang = result.workload.lang
    text = blocks_to_text(report_blocks(kb, result, lang))
    sums = [one_line(kb, quantity, lang) for quantity in result.derivations.values()] if explain else []
    return "\n\n".join([text, "\n".join(sums)] if sums else [text])


def known(kb: Knowledge, workload: Workload) -> Workload:
    """Return `workload` if the catalogue knows the names in it.

    Raises:
        InputError: a model or a card has no entry; the message says what to give instead.
    """
    if workload.model and kb.find_model(workload.model) is None and workload.params is None:
        raise InputError(
            f"no model named {workload.model!r}; give its size with params",
            f"没有名为 {workload.model!r} 的模型；请给出参数量",
        )
    from assistant.planning.mentions import find_card

    owned = (workload.owned.gpu,) if workload.owned else ()
    for name in (*workload.gpu_mentioned, *owned):
        if find_card(kb, name) is None:
            raise InputError(f"no card named {name!r} in the catalogue", f"目录中没有名为 {name!r} 的显卡")
    return workload


def workload_of(args: argparse.Namespace) -> Workload:
    """Return the workload that the options describe.

    Raises:
        InputError: an option can not be read.
    """
    fields = {slot.slot: slot.read(value) for slot in SLOTS if (value := getattr(args, slot.slot)) is not None}
    if args.spot_ok is not None:
        fields["spot_ok"] = args.spot_ok
    if getattr(args, "detect", False):
        from assistant.planning.detect import detected

        fields.setdefault("owned", detected())
    return request_workload(fields)


def request_workload(request: dict[str, Any]) -> Workload:
    """Return the workload of one request: slots, provider, region, lang.

    Raises:
        InputError: a key is unknown or a value is not one of the slot's; the message names it.
    """
    from pydantic import ValidationError

    from assistant.planning import Workload

    fields = {
        key: tuple(value) if isinstance(value, list) else value for key, value in request.items() if value is not None
    }
    try:
        return Workload.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise InputError(f"unknown key {where!r}", f"未知的字段 {where!r}") from error
        raise InputError(
            f"{where}: {first['msg']}, got {first['input']!r}", f"{where}：不可用的值 {first['input']!r}"
        ) from error


def _knowledge(args: argparse.Namespace) -> Knowledge:
    from assistant.knowledge import Knowledge

    kb = Knowledge.load(*args.knowledge)
    if args.offers is None:
        return kb
    from assistant.knowledge.catalogue import read_offers

    return kb.model_copy(update={"offers": {offer.id: offer for offer in read_offers(kb, args.offers)}})
