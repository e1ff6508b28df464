"""`rigwise replay`: transcripts as tests, without pytest."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.cli.batch import print_json
from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.transcripts import Outcome


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `replay`."""
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="a transcript, or a folder of them")
    parser.add_argument("--accept", action="store_true", help="take what happens now as what is expected")
    parser.add_argument("--coverage", action="store_true", help="say which rules, topics and questions were exercised")
    parser.add_argument("--keep-coverage", type=Path, metavar="FILE", help="write what was exercised to FILE")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Replay; returns 1 where a transcript does not hold."""
    from assistant.knowledge import Knowledge
    from assistant.transcripts import load, replay

    if args.accept and os.environ.get("CI"):
        raise InputError("--accept is not for CI: accept on your own machine and look at the difference")
    kb = Knowledge.load()
    outcomes = []
    for path in _files(args.paths):
        outcome = replay(kb, load(path))
        if args.accept and not outcome.passed:
            outcome = _accepted(kb, outcome)
        outcomes.append(outcome)
    _report(kb, outcomes, args)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def _accepted(kb: Any, outcome: Outcome) -> Outcome:
    from assistant.transcripts.accept import accept

    after, changes = accept(kb, outcome)
    for line in changes:
        print(line, file=sys.stderr)
    return after


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    found = False
    for path in paths:
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        for file in files:
            found = True
            yield file
    if not found:
        raise InputError("no transcript found there")


def _report(kb: Any, outcomes: list[Outcome], args: argparse.Namespace) -> None:
    from assistant.transcripts.coverage import coverage
    from assistant.transcripts.failure import failure_text

    covered = coverage(kb, outcomes) if args.coverage or args.keep_coverage else None
    if covered is not None and args.keep_coverage:
        args.keep_coverage.write_text(covered.baseline(), encoding="utf-8")
    if args.json:
        result: dict[str, Any] = {
            "passed": sum(outcome.passed for outcome in outcomes),
            "failed": sum(not outcome.passed for outcome in outcomes),
            "transcripts": [_as_json(outcome) for outcome in outcomes],
        }
        print_json(result | ({"coverage": covered.to_json()} if covered else {}))
        return
    for outcome in outcomes:
        if outcome.passed:
            print(f"ok    {outcome.transcript.path}  {len(outcome.replies)} turns")
        else:
            print(f"FAIL  {failure_text(outcome)}")
    print(f"{sum(outcome.passed for outcome in outcomes)} of {len(outcomes)} transcripts hold")
    if covered is not None:
        print(covered.text())


def _as_json(outcome: Outcome) -> dict[str, Any]:
    faults = [{"key": fault.key, "expected": fault.expected, "got": fault.got} for fault in outcome.mismatches]
    return {
        "id": outcome.transcript.id,
        "path": str(outcome.transcript.path),
        "passed": outcome.passed,
        "turn": None if outcome.failed is None else outcome.failed + 1,
        "mismatches": faults,
    }
