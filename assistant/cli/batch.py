"""`--json` and `--jsonl`, the same for every command that has them."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from assistant.cli.json_lines import read_json
from assistant.errors import InputError

_MARK = "\ufeff"
"""The byte order mark that some editors put before a text."""
_LONGEST_FAULT = 300

Handler = Callable[[dict[str, Any]], dict[str, Any]]


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--json` and `--jsonl FILE` to `parser`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--jsonl",
        metavar="FILE",
        help='read one JSON request a line (- = stdin), print one result a line; a bad line gives {"error": ...}, '
        "the rest go on, and the exit code stays 0",
    )


def print_json(result: dict[str, Any]) -> None:
    """Print `result` as one line of JSON; to a terminal or pipe that is not UTF-8 in ASCII alone."""
    _print_line(_text(result))


def run_jsonl(path: str, handler: Handler) -> int:
    """Answer each line of `path` in order, a bad one with `{"error": ...}`; return the exit code.

    A bad line is no reason to stop and no failure of the batch: 0. A fault of the program on a line is answered on
    that line too, told on the standard error, and makes the batch end with 1.
    """
    faults = 0
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            answer = _text(handler(_object(line)))
        except InputError as error:
            answer = _text({"error": error.en})
        except Exception as error:  # noqa: BLE001 - one line must not take the others with it; it is told, not hidden
            fault = " ".join(f"internal fault: {type(error).__name__}: {error}".split())[:_LONGEST_FAULT]
            print(f"rigwise: line {number}: {fault}", file=sys.stderr)
            answer, faults = _text({"error": fault}), faults + 1
        _print_line(answer)
    return 1 if faults else 0


def stdin_lines() -> Iterator[str]:
    """Yield the lines of the standard input as UTF-8, whatever the locale says; bytes that are none are replaced."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    for number, line in enumerate(sys.stdin):
        yield line if number else line.removeprefix(_MARK)


def _text(result: dict[str, Any]) -> str:
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    return json.dumps(result, ensure_ascii="utf" not in encoding, allow_nan=False)


def _print_line(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _object(line: str) -> dict[str, Any]:
    request = read_json(line)
    if not isinstance(request, dict):
        raise InputError("a request is one JSON object a line")
    return request


def _lines(path: str) -> Iterator[str]:
    if path == "-":
        yield from stdin_lines()
        return
    try:
        with Path(path).open(encoding="utf-8-sig", errors="replace") as file:
            yield from file
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
