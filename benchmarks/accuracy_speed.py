"""Measure the speed and scaling estimates against published runs.

    python -m benchmarks.accuracy_speed         the figures, as the Markdown section of docs/accuracy.md
    python -m benchmarks.cross_validate_speed   the error on rows the constants have not seen (half a minute)

The rows stand in `benchmarks/data/` with the id of their source each; the sources are records of the knowledge base.
"""

from __future__ import annotations

import csv
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from assistant.knowledge import Knowledge
from assistant.sizing import scaling, speed

DATA = Path(__file__).parent / "data"
SHORT_STEP = 1024
"""Tokens of a micro-step below which launches decide."""

UNSEEN = (
    "On configurations left out of the fit (`python -m benchmarks.cross_validate_speed`): full training 4.8 % mean",
    "error, LoRA 6.0 % (without LoRA over two machines), QLoRA 12.2 %, short micro-steps 19.7 %; speed-ups 7.3 %",
    "(V100 mesh 14 %, GeForce cards on PCIe 3.8 %). The stated ranges are wider on purpose: a reader's machine is not",
    "the benchmark's.",
    "LoRA and QLoRA share one law, with the cost of unpacking on top of QLoRA's. The LoRA rows say they ran without",
    "recomputation and the QLoRA rows with it, though the memory of both says with: the law lies between them, so its",
    "LoRA figures without recomputation are some 4 % high and its QLoRA figures with it some 8 % low.",
    "An ordinary stack is taken to compute at 0.75 of a tuned one (LLaMA-7B, DeepSpeed, 8 x A800: 0.70 to 0.79).",
    "",
    "Not measured: language models on cards other than A100 and H100 (carried over by BERT-large and the data sheets),",
    "FSDP over slow networks, models split by tensor and pipeline parallelism (counted: bubble, sums, hand-over),",
    "diffusion and speech (2N per position and pass, clips with attention, range x3.2), LoRA over several machines",
    "(the only public rows lose 44 %, cause unknown; the estimate takes 30 %).",
    "",
)
"""What `benchmarks.cross_validate_speed` gave when the constants were last fitted, and what no row covers."""


@dataclass(frozen=True, slots=True)
class Row:
    """One measured run: what to ask, what was measured, and what belongs together in cross-validation."""

    request: speed.SpeedRequest | scaling.ScalingRequest
    measured: float
    group: str
    family: str


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of one table of `benchmarks/data/`."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def speed_rows() -> list[Row]:
    """Return the language-model runs."""
    found = []
    for row in rows("speed"):
        request = speed.SpeedRequest.of(
            {
                "params": float(row["params"]),
                "config": {"hidden_size": int(row["width"]), "num_hidden_layers": int(row["layers"])},
                "gpu": row["gpu"], "n_gpus": int(row["gpus"]), "nodes": int(row["machines"]), "method": row["method"],
                "precision": row["precision"], "seq_len": int(row["tokens"]), "micro_batch": float(row["micro_batch"]),
                "checkpointing": row["recompute"] == "yes", "sharding": "zero3" if row["sharded"] == "yes" else "none",
                "stack": "tuned",
            }
        )  # fmt: skip
        short = float(row["micro_batch"]) * int(row["tokens"]) < SHORT_STEP
        group = f"{row['network']} {row['gpu']} {row['tokens']} {row['method']}"
        found.append(Row(request, float(row["tokens_per_s"]), group, "short steps" if short else row["method"]))
    return found


def image_rows() -> list[Row]:
    """Return the image-network runs on one card."""
    return [
        Row(
            speed.SpeedRequest(
                model=row["network"], gpu=row["gpu"], precision=row["precision"], micro_batch=float(row["batch"] or 128)
            ),
            float(row["images_per_s"]),
            row["network"],
            "images",
        )
        for row in rows("images")
    ]


def scaling_rows() -> list[Row]:
    """Return the one-machine speed-ups."""
    return [
        Row(
            scaling.ScalingRequest(
                params=float(row["params"]), gpu=row["gpu"], n_gpus=int(row["gpus"]), interconnect=row["link"],
                per_gpu_batch=float(row["batch"]), samples_per_s_one_gpu=float(row["rate_of_one"]),
            ),
            float(row["speedup"]),
            f"{row['network']} {row['gpu']} {row['batch']}",
            row["link"],
        )
        for row in rows("scaling")
    ]  # fmt: skip


def predicted(kb: Knowledge, row: Row) -> tuple[float, float, float]:
    """Return low, mid and high of the estimate for one row."""
    if isinstance(row.request, scaling.ScalingRequest):
        times = scaling.estimate(kb, row.request)
        return times.low.value, times.speedup.value, times.high.value
    rate = speed.estimate(kb, row.request)
    return rate.low.value, rate.mid.value, rate.high.value


@dataclass(frozen=True, slots=True)
class Score:
    """How a group of rows came out: errors as shares of 1."""

    count: int
    mean: float
    median: float
    worst: float
    inside: float
    width: float


def score(kb: Knowledge, table: Iterable[Row]) -> Score:
    """Return the errors of the estimates over `table`."""
    errors, inside, widths = [], 0, []
    for row in table:
        low, mid, high = predicted(kb, row)
        errors.append(abs(mid - row.measured) / row.measured)
        inside += low <= row.measured <= high
        widths.append(high / low)
    return Score(
        len(errors),
        statistics.mean(errors),
        statistics.median(errors),
        max(errors),
        inside / len(errors),
        statistics.median(widths),
    )


def section(kb: Knowledge | None = None) -> str:
    """Return the Markdown section on speed and scaling, of the built-in base where none is given."""
    kb = kb or Knowledge.load()
    lines = [
        "## Speed and scaling",
        "",
        "Measured by `python -m benchmarks.accuracy_speed` on published runs; the rows stand in `benchmarks/data/`,",
        "each with its source. The constants were fitted on these rows; below stands what happens on rows not seen.",
        "",
        "| what | rows | mean error | median error | worst | inside the stated range | width of the range |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    tables: list[tuple[str, list[Row]]] = []
    runs = speed_rows()
    for family, name in (
        ("full", "full training, tuned stack, tokens/s"), ("lora", "LoRA, tokens/s"), ("qlora", "QLoRA, tokens/s"),
        ("short steps", "micro-steps below 1,024 tokens"),
    ):  # fmt: skip
        tables.append((name, [row for row in runs if row.family == family]))
    tables.append(("image networks on one card, images/s", image_rows()))
    ups = scaling_rows()
    tables.append(("speed-up of 2 to 16 cards in one machine", ups))
    tables += [
        (f"of these: {link}", [row for row in ups if row.family == link])
        for link in dict.fromkeys(row.family for row in ups)
    ]
    for name, table in tables:
        got = score(kb, table)
        lines.append(
            f"| {name} | {got.count} | {100 * got.mean:.1f} % | {100 * got.median:.1f} % | {100 * got.worst:.0f} % "
            f"| {100 * got.inside:.0f} % | x{got.width:.2f} |"
        )
    naive = statistics.mean(abs(row.request.n_gpus - row.measured) / row.measured for row in ups)
    lines += ["", f'"n cards = n times" would be {100 * naive:.0f} % off on the same speed-ups.', "", *UNSEEN]
    return "\n".join(lines)


if __name__ == "__main__":
    print(section())
