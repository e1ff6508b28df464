"""The argument parser: its refusals are one line."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from assistant.errors import InputError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

BAD_ARGUMENTS = 2
_LONGEST = 400
_MOST_DIGITS = 30


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line; how to call the command is one word away."""

    def error(self, message: str) -> NoReturn:
        """Print one line and leave with the exit code of bad input."""
        _refuse(self.prog, message)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print a help text; unlike argparse's own, it does not keep quiet where there is no room for it."""
        (file or sys.stderr).write(message or "")

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Return the parsed arguments; an unknown one is refused in the name of its command."""
        parsed, unknown = self.parse_known_args(arguments)
        if unknown:
            command = getattr(parsed, "command", "")
            _refuse(f"{self.prog} {command}".strip(), f"unknown arguments: {' '.join(unknown)}")
        return parsed


def _refuse(program: str, message: str) -> NoReturn:
    words = " ".join(message.split())
    words = words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."
    print(f"{program}: {words} (see {program} --help)", file=sys.stderr)
    sys.exit(BAD_ARGUMENTS)


def finite(args: argparse.Namespace) -> None:
    """Check that every number among the arguments is one to reckon with.

    Raises:
        InputError: it is infinite, no number, or has more digits than anything that is counted.
    """
    for name, value in vars(args).items():
        option = "--" + name.replace("_", "-")
        if isinstance(value, float) and not math.isfinite(value):
            raise InputError(f"{option} must be a finite number, got {value}", f"{option} 应为有限的数字")
        if isinstance(value, int) and abs(value) >= 10**_MOST_DIGITS:
            raise InputError(f"{option} has more than {_MOST_DIGITS} digits", f"{option} 超过 {_MOST_DIGITS} 位")
