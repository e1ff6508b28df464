"""`rigwise speed`: tokens/s or samples/s of one configuration."""

from __future__ import annotations

import argparse
from typing import Any

from assistant.cli.batch import add_output_arguments, print_json, run_jsonl
from assistant.cli.config_file import read_config
from assistant.cli.literals import read_count, spelled
from assistant.errors import InputError

NOT_FIELDS = frozenset({"command", "run", "json", "jsonl", "lang", "model_config"})
"""Arguments that are no field of a request."""


def add_network_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which network and card, the same for speed and scaling."""
    parser.add_argument("--model", help="catalogue id or name, e.g. qwen2.5-7b")
    parser.add_argument("--params", metavar="N", help="parameters where no model is named: 7e9, 7B, 350M")
    parser.add_argument("--model-config", metavar="FILE", help="a Hugging Face config.json")
    parser.add_argument("--gpu", help="card, e.g. A100, 4090, H100")
    parser.add_argument("--n-gpus", type=int, help="cards over all machines")
    parser.add_argument("--nodes", type=int, help="machines")
    parser.add_argument("--method", choices=("full", "lora", "qlora", "scratch"))
    parser.add_argument("--precision", choices=("fp32", "tf32", "fp16", "bf16", "fp8", "amp"))
    parser.add_argument("--seq-len", type=int, help="tokens of one sample")
    parser.add_argument("--image-size", help='pixels: 224, "800x1344"')
    parser.add_argument("--audio-seconds", type=float, help="seconds of one clip")
    parser.add_argument("--checkpointing", action="store_const", const=True, help="recompute activations")
    parser.add_argument("--sharding", choices=("none", "ddp", "zero1", "zero2", "zero3", "fsdp"))
    parser.add_argument("--stack", choices=("tuned", "ordinary"))
    parser.add_argument("--network-gbps", type=float, help="network of one machine, Gb/s; left out: not the bottleneck")
    parser.add_argument("--interconnect", choices=("nvswitch", "nvlink_mesh", "nvlink_pair", "pcie", "pcie_p2p"))
    parser.add_argument("--accumulation", type=int, help="micro-steps per exchange of gradients")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the explanation")


def request_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options that were given, as a JSON request.

    Raises:
        InputError: the config file can not be read, the parameter count is no number, or no card was named.
    """
    found = {key: value for key, value in vars(args).items() if key not in NOT_FIELDS and value is not None}
    if args.model_config:
        found["config"] = read_config(args.model_config)
    if args.params is not None:
        found["params"] = read_count(args.params)
    if "gpu" not in found:
        raise InputError("name a card with --gpu, or give requests with --jsonl FILE")
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `rigwise speed`."""
    add_network_arguments(parser)
    parser.add_argument("--micro-batch", type=float, help="samples per GPU in one forward pass")
    parser.add_argument("--offload", choices=("none", "optimizer", "all"))
    parser.add_argument("--tensor", type=int, help="cards that share each layer")
    parser.add_argument("--pipeline", type=int, help="stages that share the layers")
    add_output_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the speed of one configuration, or of each line of a file."""
    from assistant.knowledge import Knowledge
    from assistant.sizing import speed

    kb = Knowledge.load()

    def answer(data: dict[str, Any]) -> dict[str, Any]:
        return speed.estimate(kb, speed.SpeedRequest.of(spelled(data))).to_json()

    if args.jsonl:
        return run_jsonl(args.jsonl, answer)
    if args.json:
        print_json(answer(request_of(args)))
        return 0
    from assistant.wording.derivations import legend, tree
    from assistant.wording.quantities import format_number, format_range, unit_word

    found = speed.estimate(kb, speed.SpeedRequest.of(request_of(args)))
    low, mid, high = (format_number(part.value, args.lang) for part in (found.low, found.mid, found.high))
    print(f"{mid} {unit_word(kb, found.unit, args.lang)}  ({format_range(low, high)})")
    if found.mfu is not None:
        print(f"MFU {found.mfu.value:.3f}")
    for note in found.assumptions:
        text = kb.texts.get(note)
        print(text.of(args.lang) if text else note)
    print("\n" + "\n".join([*tree(kb, found.mid, args.lang), "", *legend(kb, found.mid)]))
    return 0
