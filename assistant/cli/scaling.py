"""`rigwise scaling`: speed-up and efficiency for 1 to n GPUs."""

from __future__ import annotations

import argparse
from typing import Any

from assistant.cli.batch import add_output_arguments, print_json, run_jsonl
from assistant.cli.literals import spelled
from assistant.cli.speed import add_network_arguments, request_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `rigwise scaling`."""
    add_network_arguments(parser)
    parser.add_argument("--per-gpu-batch", type=float, help="samples per GPU and step")
    parser.add_argument("--samples-per-s-one-gpu", type=float, help="measured rate of one GPU; estimated when left out")
    add_output_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the curve of speed-ups, or answer each line of a file."""
    from assistant.knowledge import Knowledge
    from assistant.sizing import scaling

    kb = Knowledge.load()

    def answer(data: dict[str, Any]) -> dict[str, Any]:
        return scaling.estimate(kb, scaling.ScalingRequest.of(spelled(data))).to_json()

    if args.jsonl:
        return run_jsonl(args.jsonl, answer)
    request = request_of(args)
    if args.json:
        print_json(answer(request))
        return 0
    from assistant.wording.derivations import legend, tree

    points = scaling.curve(kb, scaling.ScalingRequest.of(request))
    texts = kb.texts["report.scaling.header"].of(args.lang)
    print(texts)
    for count, found in points:
        span = f"{found.low.value:.2f}–{found.high.value:.2f}"
        print(
            f"{count:>6} {found.speedup.value:>9.2f} {span:>14} "
            f"{100 * found.efficiency.value:>7.0f} % {found.step.value:>10.4g} s"
        )
    print("\n" + "\n".join([*tree(kb, points[-1][1].speedup, args.lang), "", *legend(kb, points[-1][1].speedup)]))
    return 0
