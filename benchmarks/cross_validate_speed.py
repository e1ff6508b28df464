"""Fit the constants of speed and scaling anew without some of the runs, and measure the error on those.

    python -m benchmarks.cross_validate_speed

Pure Python, half a minute. A whole configuration (network, card, length, method) is left out at a time.
"""

from __future__ import annotations

import math
import statistics

from assistant.knowledge import Knowledge
from benchmarks.accuracy_speed import Row, predicted, scaling_rows, speed_rows

FITTED = (
    ("throughput.matmul_share", ("a100-sxm4-80gb", "a100-sxm4-40gb")),
    ("throughput.matmul_share", ("h100-sxm5-80gb",)),
    ("throughput.attention_share", ("full",)),
    ("throughput.attention_share", ("full_hopper",)),
    ("throughput.attention_share", ("adapter",)),
    ("throughput.traffic", ("full",)),
    ("throughput.traffic", ("adapter",)),
    ("throughput.floor_s", ("full",)),
    ("throughput.floor_s", ("adapter",)),
    ("throughput.recompute", ("products", "traffic")),
    ("throughput.dequantise", ()),
    ("throughput.update", ()),
    ("throughput.nvlink_share", ()),
)
"""The constants of the step-time law that were fitted; entries named together move together."""

FITTED_SCALING = (
    *(("scaling.fixed_loss", (link,)) for link in ("nvswitch", "nvlink_mesh", "nvlink_pair", "pcie_p2p", "pcie")),
    *(("scaling.rate", (link,)) for link in ("nvlink_mesh", "nvlink_pair", "pcie")),
    ("scaling.host_contention", ("cards",)),
    ("scaling.host_contention", ("bytes",)),
)
"""The constants of the data-parallel law that were fitted."""

Fitted = tuple[tuple[str, tuple[str, ...]], ...]

FOLDS = 6
STEPS = (1.25, 1.08, 1.025)


def with_factors(kb: Knowledge, fitted: Fitted, factors: tuple[float, ...]) -> Knowledge:
    """Return `kb` with each constant of `fitted` multiplied by its factor."""
    constants = dict(kb.constants)
    for (identity, keys), factor in zip(fitted, factors, strict=True):
        entry = constants[identity]
        if keys:
            changed = {**entry.table, **{key: entry.table[key] * factor for key in keys}}
            constants[identity] = entry.model_copy(update={"table": changed})
        else:
            constants[identity] = entry.model_copy(update={"value": (entry.value or 0) * factor})
    return kb.model_copy(update={"constants": constants})


def loss(kb: Knowledge, table: list[Row]) -> float:
    """Return the mean absolute logarithm of estimate over measurement."""
    return statistics.mean(abs(math.log(predicted(kb, row)[1] / row.measured)) for row in table)


def refit(kb: Knowledge, fitted: Fitted, table: list[Row]) -> tuple[float, ...]:
    """Return the factors that fit the constants of `fitted` to `table`, moving one at a time in shrinking steps.

    The search starts away from the constants of the knowledge base, which have seen every row.
    """
    factors = [1.2 if index % 2 else 0.85 for index in range(len(fitted))]
    best = loss(with_factors(kb, fitted, tuple(factors)), table)
    for step in STEPS:
        moved = True
        while moved:
            moved = False
            for index in range(len(factors)):
                for change in (step, 1 / step):
                    trial = [*factors]
                    trial[index] *= change
                    found = loss(with_factors(kb, fitted, tuple(trial)), table)
                    if found < best - 1e-6:
                        factors, best, moved = trial, found, True
    return tuple(factors)


def cross_validated(kb: Knowledge, fitted: Fitted, table: list[Row]) -> dict[str, list[float]]:
    """Return errors by family on rows left out of the fit, a whole configuration at a time."""
    groups = sorted({row.group for row in table})
    errors: dict[str, list[float]] = {}
    for fold in range(FOLDS):
        out = set(groups[fold::FOLDS])
        known = [row for row in table if row.group not in out]
        refitted = with_factors(kb, fitted, refit(kb, fitted, known))
        for row in table:
            if row.group in out:
                errors.setdefault(row.family, []).append(abs(predicted(refitted, row)[1] - row.measured) / row.measured)
    return errors


def main() -> None:
    """Print the cross-validated errors by kind of run."""
    kb = Knowledge.load()
    runs = [row for row in speed_rows() if not (row.family == "lora" and row.request.nodes > 1)]
    for fitted, table in ((FITTED, runs), (FITTED_SCALING, scaling_rows())):
        found = cross_validated(kb, fitted, table)
        for family, errors in {**found, "all": [error for part in found.values() for error in part]}.items():
            mean, median = 100 * statistics.mean(errors), 100 * statistics.median(errors)
            print(f"{family}: mean {mean:.1f} %, median {median:.1f} % (n={len(errors)})")


if __name__ == "__main__":
    main()
