"""When to stop trying more machines of a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.planning.candidate import Candidate
from assistant.planning.pricing import counted

if TYPE_CHECKING:
    from assistant.planning.search import Search


def enough(search: Search, these: list[Candidate], before: list[Candidate]) -> bool:
    """Return whether more machines of the kind could not make anything better.

    Args:
        search: the search for the job.
        these: candidates of the number of machines just tried.
        before: those of the number tried before, empty at first.
    """
    if not these or _dead(these[0]):
        return True
    fit = these[0].fit
    if not fit.fits:
        # What is left is not split by more cards: activations of one sample, or weights that stay whole.
        return bool(before) and fit.needed_gb > before[0].fit.needed_gb * search.kb.number("planning.shrink")
    if _too_dear(search, these, before):
        return True
    if min(one.hours[1] for one in these) <= search.quick or fit.rig.gpus >= search.job.global_batch:
        return True  # a batch can not be shared by more cards than it has samples
    prices = [one.per_hour for one in these if one.per_hour is not None]
    return (
        search.limit.per == "hour"
        and search.limit.amount is not None
        and bool(prices)
        and min(prices) > search.limit.amount * (these[0].fit.rig.gpus if search.limit.per_gpu else 1)
    )


def _too_dear(search: Search, these: list[Candidate], before: list[Candidate]) -> bool:
    """Return whether the budget is broken, nothing is late, and the last step made it dearer: so will the next."""
    now, then = _excess(search, these), _excess(search, before)
    return now is not None and then is not None and 1 < now >= then


def _excess(search: Search, these: list[Candidate]) -> float | None:
    """Return the least share of the budget that is spent, None where some are late or nothing has a price."""
    broken = [check for one in these for check in one.broken]
    if (
        search.limit.amount is None
        or not these
        or not these[0].fit.fits
        or any(check.constraint == "deadline" for check in broken)
    ):
        return None
    spent = [
        counted(search.limit, one.per_hour, one.billed, one.fit.rig.gpus) for one in these if one.per_hour is not None
    ]
    return min(spent) / search.limit.amount if spent else None


def _dead(candidate: Candidate) -> bool:
    """Return whether the card itself is out, whatever its number."""
    return any(check.constraint in {"precision", "software", "gpu", "speed"} for check in candidate.broken)
