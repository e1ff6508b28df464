"""`rigwise export FORMAT`: hand a plan over to the tools that run it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.cli.batch import print_json, stdin_lines
from assistant.cli.json_lines import read_json
from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the format, where the plan comes from and where the files go, then every option of `rigwise plan`."""
    from assistant.handoff.targets import TARGETS

    listed = "; ".join(f"{target.name}: {target.help}" for target in TARGETS.values())
    parser.add_argument("format", metavar="FORMAT", help=listed)
    parser.add_argument(
        "--from", dest="source", metavar="FILE", help="a saved chat, or the JSON of `rigwise plan --json` (- = stdin)"
    )
    parser.add_argument("--output", metavar="DIR", help="write the files there (default: the main file to stdout)")
    parser.add_argument("--force", action="store_true", help="overwrite files that are there already")
    parser.add_argument("--knowledge", action="append", default=[], metavar="DIR", help="your own folder over the base")
    _add_plan_arguments(parser)
    if not any("--json" in action.option_strings for action in parser._actions):  # noqa: SLF001 - argparse has no query
        parser.add_argument("--json", action="store_true", help="print files and notes as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Export one plan; return the exit code: 1 where the plan breaks a limit, as `rigwise plan` does."""
    from assistant.handoff import export, write_files
    from assistant.knowledge import Knowledge

    kb = Knowledge.load(*args.knowledge)
    result, lang = _result(kb, args)
    done = export(kb, result, args.format, lang)
    if args.json:
        print_json({"files": dict(done.files), "notes": list(done.notes)})
    elif args.output:
        for path in write_files(Path(args.output), done.files, force=args.force):
            print(path)
    else:
        sys.stdout.write(next(iter(done.files.values())))
    for note in done.notes if not args.json else ():
        print(f"rigwise: {note}", file=sys.stderr)
    if len(done.files) > 1 and not args.output and not args.json:
        others = ", ".join(list(done.files)[1:])
        print(f"rigwise: it reads {others} too: --output DIR writes all of them", file=sys.stderr)
    return 0 if result.get("feasible", True) else 1


def _result(kb: Knowledge, args: argparse.Namespace) -> tuple[Mapping[str, Any], str]:
    """Return the plan result as JSON, and the language to write in; where nothing is said a plan may be piped in."""
    from assistant.cli.slots import SLOTS

    if args.source and args.source != "-":
        return _from_file(kb, Path(args.source))
    if args.source:
        return _from_json("".join(stdin_lines()), "stdin")
    if all(getattr(args, slot.slot) is None for slot in SLOTS):
        piped = _piped()
        if piped.strip():
            return _from_json(piped, "stdin")
    return _from_options(kb, args)


def _piped() -> str:
    """Return what another command writes into this one, empty where a person sits there or nobody."""
    if sys.stdin is None or sys.stdin.isatty():
        return ""
    try:
        return "".join(stdin_lines())
    except OSError:
        return ""


def _from_file(kb: Knowledge, path: Path) -> tuple[Mapping[str, Any], str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or 'not a text file'}") from error
    return _from_json(text, str(path)) if text.lstrip().startswith("{") else _replayed(kb, path)


def _from_json(text: str, name: str) -> tuple[Mapping[str, Any], str]:
    if not text.strip():
        raise InputError(f"{name}: nothing came; it takes the JSON of `rigwise plan --json`", f"{name}：没有内容")
    saved = read_json(text, name)
    if not isinstance(saved, dict):
        raise InputError(f"{name}: not the JSON of `rigwise plan --json`", f"{name}：不是 `rigwise plan --json` 的输出")
    return saved, str((saved.get("workload") or {}).get("lang") or "en")


def _replayed(kb: Knowledge, path: Path) -> tuple[Mapping[str, Any], str]:
    """Say the chat again and return the plan that it ends with."""
    from assistant.conversation import Conversation
    from assistant.transcripts import said

    lang, lines = said(path)
    conversation = Conversation(kb, lang=lang)
    result, spoken = None, "en"
    for line in lines:
        reply = conversation.say(line)
        result, spoken = reply.result or result, reply.lang
    if result is None:
        raise InputError(f"{path}: this chat ends without a plan", f"{path}：这段对话没有得出方案")
    return result.to_json(), spoken


def _add_plan_arguments(parser: argparse.ArgumentParser) -> None:
    from assistant.cli import plan

    plan.add_slot_arguments(parser)


def _from_options(kb: Knowledge, args: argparse.Namespace) -> tuple[Mapping[str, Any], str]:
    from assistant.cli import plan as plan_command
    from assistant.planning import plan

    workload = plan_command.known(kb, plan_command.workload_of(args))
    return plan(kb, workload).to_json(), workload.lang
