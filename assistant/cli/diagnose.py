"""`rigwise diagnose`: what slows a training run down or breaks it."""

from __future__ import annotations

import argparse
from typing import Any

from assistant.cli.batch import add_output_arguments, print_json, run_jsonl
from assistant.errors import InputError

FIGURES = ("gpu_util", "cpu_util", "data_wait", "mfu")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("text", nargs="*", help='what you see, e.g. "GPU at 35 %%, CPU at 100 %%"')
    for name in FIGURES:
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=float, metavar="SHARE", help=f"{name.replace('_', ' ')}, 0.35 or 35"
        )
    parser.add_argument(
        "--symptom",
        choices=("oom", "slow_input", "slow_multi_gpu", "slow_multi_node", "crash", "loss_of_node", "swap", "uneven"),
    )
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the answer")
    add_output_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the diagnosis."""
    from assistant.knowledge import Knowledge
    from assistant.planning.diagnosis import Diagnosis, diagnose, symptoms_in

    kb = Knowledge.load()

    def answer(request: dict[str, Any]) -> Diagnosis:
        given = dict(request)
        lang, text = given.pop("lang", "en"), given.pop("text", "")
        if lang not in ("en", "zh") or not isinstance(text, str):
            raise InputError("lang must be en or zh, text a string", "lang 应为 en 或 zh，text 应为字符串")
        if not text.strip() and not given:
            raise _nothing_said()
        shares = {name: _share(name, value) if name in FIGURES else value for name, value in given.items()}
        return diagnose(kb, symptoms_in(kb, text) | shares, lang)

    if args.jsonl:
        return run_jsonl(args.jsonl, lambda request: answer(request).to_json())
    request = {name: value for name in (*FIGURES, "symptom") if (value := getattr(args, name)) is not None}
    found = answer(request | {"text": " ".join(args.text), "lang": args.lang})
    if args.json:
        print_json(found.to_json())
        return 0
    print(
        "\n".join(
            [
                found.text,
                *(v.text for v in found.verdicts),
                *(f"- {fix.text}" for fix in found.fixes),
                *(f"? {ask}" for ask in found.asks),
            ]
        )
    )
    return 0


def _nothing_said() -> InputError:
    return InputError(
        'say what you see: rigwise diagnose "GPU at 35 %, CPU at 100 %"',
        '请描述现象：rigwise diagnose "GPU 35%，CPU 100%"',
    )


def _share(name: str, value: Any) -> float:
    """Return a share; a figure above 1 is taken for a percentage."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise InputError(
            f"{name} must be a share (0.35) or a percentage (35), got {value!r}",
            f"{name} 应为比例（0.35）或百分数（35）",
        )
    return value / 100 if value > 1 else float(value)
