"""`rigwise understand`: what was understood of one message."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

from assistant.cli.batch import add_output_arguments, print_json, run_jsonl
from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.knowledge.schema import Slot


QUESTIONS = (
    "task", "method", "params", "model", "dataset", "budget", "gpu", "gpu_count", "spot", "precision", "seq_len",
    "batch", "deadline", "confirm",
)  # fmt: skip
"""Names of the questions that may be open."""

UNIT_KINDS = (
    "unit.bytes", "unit.scale", "unit.time", "currency.after", "currency.before", "period", "noun.count",
    "noun.counter",
)  # fmt: skip
"""Kinds of words of the vocabulary that a unit is made of."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `understand` to `parser`."""
    parser.add_argument("text", nargs="?", help="what somebody wrote, in English or Chinese")
    parser.add_argument(
        "--asking", metavar="SLOT", help="the question that was open: task, params, dataset, budget, ..."
    )
    parser.add_argument("--unit", help='the unit that question offered, such as "B", "GB" or "USD per month"')
    parser.add_argument("--knowledge", action="append", default=[], metavar="DIR", help="your own folder over the base")
    add_output_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Read one message, or one request a line; return the exit code."""
    from assistant.knowledge import Knowledge
    from assistant.language import Understanding, understand

    kb = Knowledge.load(*args.knowledge)

    def answer(request: dict[str, Any]) -> Understanding:
        asking = _text(request, "asking")
        if asking and asking not in {*QUESTIONS, *kb.slots}:
            raise InputError(f"no question is called {asking!r}; known are {', '.join(QUESTIONS)}")
        text = _text(request, "text", required=True)
        if not text.strip():
            raise InputError('"text" is empty: there is nothing to understand')
        return understand(kb, text, asking or None, _text(request, "unit") or None)

    if args.jsonl:
        return run_jsonl(args.jsonl, lambda request: answer(request).to_json())
    if args.text is None:
        raise InputError('say what to understand, as in: rigwise understand "lora on a 7b, 20 GB of text"')
    if args.unit and not _is_unit(kb, args.unit):
        raise InputError(f"no unit is called {args.unit!r}; it is one such as B, 亿, GB, days, images, 'USD per month'")
    meaning = answer({"text": args.text, "asking": args.asking or "", "unit": args.unit or ""})
    if args.json:
        print_json(meaning.to_json())
    else:
        print(_readable(meaning))
    return 0


def _text(request: dict[str, Any], key: str, *, required: bool = False) -> str:
    value = request.get(key)
    if value is None and not required:
        return ""
    if not isinstance(value, str):
        raise InputError(f'"{key}" must be a text')
    return value


def _is_unit(kb: Knowledge, unit: str) -> bool:
    """Return whether one of the words of `unit` is a unit, a currency, a period or something that is counted."""
    from assistant.language.lexicon import lexicon

    words = lexicon(kb)
    parts = [part for part in re.split(r"[\s/]+|(?<=[a-z])(?=[\u4e00-\u9fff])", unit.lower()) if part]
    asked = {text.lower() for slot in kb.slots.values() for text in _asked_units(slot)}
    return unit.lower() in asked or any(words.words(kind).whole(part) for kind in UNIT_KINDS for part in parts)


def _asked_units(slot: Slot) -> list[str]:
    units = [slot.bare_unit, *(variant.unit for variant in slot.variants)]
    return [text for unit in units if unit is not None for text in (unit.en, unit.zh)]


def _readable(meaning: Any) -> str:
    """Return the meaning as lines a person can read: each value with the words it came from."""
    lines = [
        f"language  {meaning.lang}",
        f"intent    {meaning.intent}" + ("  (asks something)" if meaning.question else ""),
    ]
    width = max([len(slot) for slot in meaning.slots], default=0)
    for slot, value in meaning.slots.items():
        words = f'   from "{meaning.spans[slot]}"' if meaning.spans.get(slot) else "   implied"
        lines.append(f"  {slot:<{width}}  {_shown(value)}{words}")
    if meaning.unknown:
        lines.append(f"not known  {', '.join(meaning.unknown)}")
    if meaning.cleared:
        lines.append(f"to forget  {', '.join(meaning.cleared)}")
    lines.extend(f"{kind:<9}  {', '.join(slots)}" for kind, slots in meaning.marks.items())
    lines.extend(
        f"about {key}  {value if isinstance(value, str) else ', '.join(map(str, value))}"
        for key, value in meaning.target.items()
    )
    return "\n".join(lines)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {part}" for key, part in value.items() if part not in (None, False))
    if isinstance(value, (list, tuple)):
        return " to ".join(f"{part:,}" if isinstance(part, int) else str(part) for part in value)
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
