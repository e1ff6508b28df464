"""Judge published runs with a verdict by `plan`: does what ran fit, and what ran out of memory not?

`python -m benchmarks.accuracy_plan` prints the section of docs/accuracy.md.

`data/plan_published.csv` holds one run a row: what was said of it ("ran", "out of memory"), the public slots that a
reader would name (size, method, batch, length, cards), and what its stack fixed besides: settings and the network.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.knowledge import Knowledge
from assistant.planning import Workload
from assistant.planning.exploration import bare_plan

DATA = Path(__file__).parent / "data" / "plan_published.csv"
SETTINGS = ("micro_batch", "checkpointing", "strategy", "allow")
"""What a launch command says of a run; the rest describes the network and its stack."""
LEVELS = ("slots", "settings", "everything")

INTRODUCTION = """\
Published runs with a verdict, planned as hardware that the reader has. A plan that is told size, method, batch, length
and cards alone turns the free knobs, so it may rightly run what ran out of memory as it was set; told the settings too
(micro-batch, recomputation, sharding), it assumes a network of that size; told the network and its stack, everything
is judged as stated. GB are those that a card must have free, with everything stated."""

REASONS = """\
Where the columns differ from what was published:

- Size and slots alone: five LoRA and QLoRA runs of LitGPT ran out of memory without recomputation at their
  micro-batch, or with weights held in 32 bits. The plan recomputes, takes a smaller micro-batch or 16-bit weights, and
  says so: they fit that way.
- With the settings: seven MPT runs kept their activations. A network of which only the size is known is taken for the
  usual one with a gated feed-forward part and an unfused loss, which needs a third to four fifths more than MPT's plain
  part and fused loss. One LitGPT run held its frozen weights in 32 bits, which is no setting of the launch."""


@dataclass(frozen=True, slots=True)
class Row:
    """One published run, the verdict of each level, and the memory of the fullest one, GB."""

    name: str
    said: str
    cards: str
    verdicts: tuple[str, ...]
    needed: float


def rows(kb: Knowledge) -> list[Row]:
    """Return every published run with what the planner says to it."""
    with DATA.open(encoding="utf-8", newline="") as file:
        return [_row(kb, line) for line in csv.DictReader(file)]


def _row(kb: Knowledge, line: Mapping[str, str]) -> Row:
    slots, stack = json.loads(line["slots"]), json.loads(line["stack"])
    settings = {name: value for name, value in stack.items() if name in SETTINGS}
    judged = [_judged(kb, {**slots, **more}) for more in ({}, settings, stack)]
    size = "".join(
        f", {slots[name]} {unit}" for name, unit in (("batch", "a step"), ("seq_len", "tokens")) if name in slots
    )
    memory = f"{slots.get('gpu_mentioned', ['48 GB card'])[0]}"
    cards = f"{slots['gpu_count']} × {memory}"
    return Row(
        f"{line['model']} {slots['method']}{size}",
        line["said"],
        cards,
        tuple(word for word, _ in judged),
        judged[-1][1],
    )


def _judged(kb: Knowledge, fields: Mapping[str, Any]) -> tuple[str, float]:
    """Return the verdict on the reader's own cards, and the memory that one of them must have free."""
    workload = Workload.model_validate(
        {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    )
    result = bare_plan(kb, workload)
    if result.feasible and result.plan is not None and result.plan.memory is not None:
        return "ran", result.plan.memory.needed_gb
    own = next(entry for entry in result.rejected if entry.constraint in result.violates)
    return ("out of memory" if "memory" in result.violates else own.constraint), own.need or 0.0


def right(found: list[Row]) -> dict[str, int]:
    """Return how many runs are judged as published, by how much was said of them."""
    return {level: sum(row.verdicts[at] == row.said for row in found) for at, level in enumerate(LEVELS)}


def section(kb: Knowledge) -> str:
    """Return the Markdown section on the verdicts of plans."""
    found = rows(kb)
    counts = right(found)
    summary = ", ".join(f"{counts[level]} of {len(found)} {words}" for level, words in (
        ("slots", "with the slots alone"), ("settings", "with the settings"), ("everything", "with everything stated"),
    ))  # fmt: skip
    head = ("run", "cards", "published", "slots alone", "with settings", "everything stated", "GB")
    lines = [head, ("---",) * len(head)]
    lines += [(row.name, row.cards, row.said, *row.verdicts, f"{row.needed:.1f}") for row in found]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return (
        "\n\n".join(("## Plans against published runs", INTRODUCTION, f"Judged rightly: {summary}.", table, REASONS))
        + "\n"
    )


if __name__ == "__main__":
    sys.stdout.write(section(Knowledge.load()))
