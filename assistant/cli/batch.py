"""`--json` and `--jsonl`, the same for every command that has them."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from assistant.errors import InputError

Handler = Callable[[dict[str, Any]], dict[str, Any]]


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--json` and `--jsonl FILE` to `parser`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--jsonl", metavar="FILE", help="read one JSON request a line (- = stdin), print one result a line"
    )


def print_json(result: dict[str, Any]) -> None:
    """Print `result` as one line of JSON."""
    sys.stdout.write(json.dumps(result, ensure_ascii=False, allow_nan=False) + "\n")
    sys.stdout.flush()


def run_jsonl(path: str, handler: Handler) -> int:
    """Answer each line of `path` in order, a bad one with `{"error": ...}`; return the exit code."""
    for line in _lines(path):
        if not line.strip():
            continue
        try:
            print_json(handler(_object(line)))
        except InputError as error:
            print_json({"error": error.en})
    return 0


def stdin_lines() -> Iterator[str]:
    """Yield the lines of the standard input as UTF-8, whatever the locale says; bytes that are none are replaced."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    yield from sys.stdin


def _object(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"not JSON: {error}") from error
    if not isinstance(request, dict):
        raise InputError("a request is one JSON object a line")
    return request


def _lines(path: str) -> Iterator[str]:
    if path == "-":
        yield from stdin_lines()
        return
    try:
        with Path(path).open(encoding="utf-8", errors="replace") as file:
            yield from file
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
