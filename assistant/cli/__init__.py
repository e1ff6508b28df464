"""The command line: one small module a command, loaded only when it is called."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from assistant import __version__
from assistant.cli.commands import COMMANDS, Command
from assistant.errors import InputError

DONE, NO, BAD_INPUT = 0, 1, 2
"""Exit codes: done; the answer is "no"; the input can not be used."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command, return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    command = _named(arguments)
    if command is None and (not arguments or arguments[0] not in {"-h", "--help", "--version"}):
        arguments.insert(0, "chat")
        command = COMMANDS["chat"]
    parser = _parser(command)
    return _run(parser.parse_args(arguments))


def _named(arguments: list[str]) -> Command | None:
    """Return the command that the first word names; a first word that is no command is argparse's to refuse."""
    if not arguments or arguments[0].startswith("-"):
        return None
    return COMMANDS.get(arguments[0]) or Command(arguments[0], "", "")


def _parser(command: Command | None) -> argparse.ArgumentParser:
    """Return the parser, with the options of `command` alone: the others' modules are not loaded."""
    parser = argparse.ArgumentParser(
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


def _run(args: argparse.Namespace) -> int:
    from assistant.knowledge.errors import KnowledgeError

    try:
        return int(args.run(args))
    except InputError as error:
        print(f"rigwise: {error.en}", file=sys.stderr)
        return BAD_INPUT
    except KnowledgeError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return 130
