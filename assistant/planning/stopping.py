"""When to stop trying more machines of a kind."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.planning.candidate import Candidate
from assistant.planning.pricing import Limit, counted


@dataclass(frozen=True, slots=True)
class Ends:
    """What ends the trying.

    Attributes:
        limit: what may be spent.
        quick: hours below which faster is no better.
        batch: samples of an optimizer step.
        shrink: factor that each step must at least take off what a card needs, while nothing fits.
    """

    limit: Limit
    quick: float
    batch: int
    shrink: float


def enough(ends: Ends, these: list[Candidate], before: list[Candidate]) -> bool:
    """Return whether more machines of the kind could not make anything better.

    Args:
        ends: what ends the trying.
        these: candidates of the number of machines just tried.
        before: those of the number tried before, empty at first.
    """
    if not these or _dead(these[0]):
        return True
    fit = these[0].fit
    if not fit.fits:
        # What is left is not split by more cards: activations of one sample, or weights that stay whole.
        return bool(before) and fit.needed_gb > before[0].fit.needed_gb * ends.shrink
    if _too_dear(ends.limit, these, before):
        return True
    if min(one.hours[1] for one in these) <= ends.quick or fit.rig.gpus >= ends.batch:
        return True  # a batch can not be shared by more cards than it has samples
    prices = [one.per_hour for one in these if one.per_hour is not None]
    return (
        ends.limit.per == "hour"
        and ends.limit.amount is not None
        and bool(prices)
        and min(prices) > ends.limit.amount * (these[0].fit.rig.gpus if ends.limit.per_gpu else 1)
    )


def _too_dear(limit: Limit, these: list[Candidate], before: list[Candidate]) -> bool:
    """Return whether the budget is broken, nothing is late, and the last step made it dearer: so will the next."""
    now, then = _excess(limit, these), _excess(limit, before)
    return now is not None and then is not None and 1 < now >= then


def _excess(limit: Limit, these: list[Candidate]) -> float | None:
    """Return the least share of the budget that is spent, None where some are late or nothing has a price."""
    broken = [check for one in these for check in one.broken]
    if (
        limit.amount is None
        or not these
        or not these[0].fit.fits
        or any(check.constraint == "deadline" for check in broken)
    ):
        return None
    spent = [counted(limit, one.per_hour, one.billed, one.fit.rig.gpus) for one in these if one.per_hour is not None]
    return min(spent) / limit.amount if spent else None


def _dead(candidate: Candidate) -> bool:
    """Return whether the card itself is out, whatever its number."""
    return any(check.constraint in {"precision", "software", "gpu", "speed"} for check in candidate.broken)
