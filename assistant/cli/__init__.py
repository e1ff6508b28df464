"""The command line: one small module a command, loaded only when it is called."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Sequence

from assistant import __version__
from assistant.cli import streams
from assistant.cli.commands import COMMANDS, Command
from assistant.cli.parser import OneLineParser, finite
from assistant.errors import InputError

DONE, NO, BAD_INPUT = 0, 1, 2
"""Exit codes: done; the answer is "no"; the input can not be used."""

_COLLECTED = (10_000, 20, 100)
"""Thresholds of the garbage collector, far apart: the knowledge base lives as long as the process, and every full
collection looks at all of it again."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command, return its exit code."""
    gc.set_threshold(*_COLLECTED)
    try:
        streams.prepare()
    except InputError as error:
        print(f"rigwise: {error.en}", file=sys.stderr)
        return BAD_INPUT
    arguments = streams.typed(sys.argv[1:] if argv is None else argv)
    command = _named(arguments)
    if command is None and (not arguments or arguments[0] not in {"-h", "--help", "--version"}):
        arguments.insert(0, "chat")
        command = COMMANDS["chat"]
    return _run(_parser(command), arguments)


def _named(arguments: list[str]) -> Command | None:
    """Return the command that the first word names; a first word that is no command is argparse's to refuse."""
    if not arguments or arguments[0].startswith("-"):
        return None
    return COMMANDS.get(arguments[0]) or Command(arguments[0], "", "")


def _parser(command: Command | None) -> OneLineParser:
    """Return the parser, with the options of `command` alone: the others' modules are not loaded."""
    parser = OneLineParser(
        prog="rigwise",
        description="Which machine to rent to train this model on this data with this money, and why. "
        "`rigwise` alone opens the chat; `rigwise chat --plain` is the same line by line, "
        "for screen readers and pipes.",
    )
    parser.add_argument("--version", action="version", version=f"rigwise {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for entry in COMMANDS.values():
        sub = commands.add_parser(entry.name, help=entry.help, description=entry.help)
        if command is not None and entry.name == command.name:
            module = importlib.import_module(entry.module)
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return parser


def _run(parser: OneLineParser, arguments: list[str]) -> int:
    """Parse and run, and turn what stops a command from outside into one line and its exit code."""
    try:
        code = _called(parser, arguments)
        sys.stdout.flush()
    except InputError as error:
        print(f"rigwise: {' '.join(error.en.split())}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:  # whoever read the output has had enough
        streams.give_up_stdout()
        return DONE
    except OSError as error:
        streams.give_up_stdout()
        print(f"rigwise: {streams.why_not_written(error)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
    return code


def _called(parser: OneLineParser, arguments: list[str]) -> int:
    try:
        args = parser.read(arguments)
    except SystemExit:
        sys.stdout.flush()  # the help text may have nowhere to go, too
        raise
    finite(args)
    from assistant.knowledge.errors import KnowledgeError

    try:
        return int(args.run(args))
    except KnowledgeError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
