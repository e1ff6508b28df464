"""Two or more cards for one job, side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.planning.candidate import Candidate
from assistant.planning.mentions import cards_named, find_card
from assistant.planning.objective import nearest, recommended, worst
from assistant.planning.option import build
from assistant.planning.rejected import describe, main
from assistant.planning.resolve import resolve
from assistant.planning.result import Option
from assistant.planning.search import Search
from assistant.planning.unoffered import unoffered
from assistant.planning.words import say
from assistant.planning.workload import Workload


@dataclass(frozen=True, slots=True)
class Side:
    """One card of a comparison.

    Attributes:
        gpu: its name.
        feasible: whether it keeps every limit.
        option: the best it can do, None where it holds the job in no number that can be had.
        text: the limit it breaks, empty for a feasible one.
    """

    gpu: str
    feasible: bool
    option: Option | None
    text: str


def compare(kb: Knowledge, workload: Workload, gpus: Iterable[str]) -> tuple[Side, ...]:
    """Return what each of `gpus` makes of the job, in the order asked; names no card has are left out."""
    search = Search(kb, resolve(kb, workload))
    if not search.job.trains:
        return ()
    found = search.run()
    return tuple(side for name in gpus if (side := _side(kb, search, found, name)) is not None)


def _side(kb: Knowledge, search: Search, found: list[Candidate], name: str) -> Side | None:
    card = find_card(kb, name)
    if card is None:
        return None
    cards = cards_named(kb, name)
    these = [one for one in found if one.fit.rig.gpu in cards]
    if not these:
        these = unoffered(search, name)
        note = say(kb, search.job.lang, "compare.no_offer", gpu=card.name)
        fits = bool(these) and these[0].fit.fits
        return Side(
            card.name, False, build(search, these[0]).option if fits else None, note if fits else _why(search, these)
        )
    feasible = [one for one in these if one.feasible]
    if feasible:
        best = recommended(search, feasible)
        return Side(kb.gpus[best.fit.rig.gpu].name, True, build(search, best).option, "")
    closest = nearest(search, these)
    return Side(card.name, False, build(search, closest).option if closest else None, _why(search, these))


def _why(search: Search, these: list[Candidate]) -> str:
    broken = [one for one in these if one.broken]
    if not broken:
        return ""
    one = nearest(search, broken) or min(broken, key=lambda c: (len(c.broken), worst(c.broken), c.key))
    return describe(search, one, main(one.broken))
