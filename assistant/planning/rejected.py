"""What was not chosen: for each card the candidate that came closest, and the limit it breaks."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planning.candidate import Candidate
from assistant.planning.constraints import HARD, Check
from assistant.planning.instead import beats, instead
from assistant.planning.mentions import mentioned_cards
from assistant.planning.objective import beyond, worst
from assistant.planning.result import Rejection
from assistant.planning.search import Search
from assistant.planning.words import apart, apart_duration, apart_money, duration, figure, say


def rejections(search: Search, found: Sequence[Candidate], best: Candidate | None) -> tuple[Rejection, ...]:
    """Return one line for each card that was not taken: own and named cards, the best that would do, the closest.

    Those that would do are told with what they cost instead, more of them where hardly any breaks a limit; one that
    beats the plan, be it another offer of the plan's card, with what it was not taken for. Cards a person would not
    think of are left out: hopelessly small ones, those nobody prices, other software stacks.
    """
    kb = search.kb
    named = mentioned_cards(kb, search.job)
    by_card: dict[tuple[str, bool], list[Candidate]] = {}
    for one in found:
        by_card.setdefault((one.fit.rig.gpu, one.machine.owned), []).append(one)
    broken: list[Candidate] = []
    works: list[Candidate] = []
    for (gpu, owned), these in by_card.items():
        reached = [one for one in these if one.feasible and search.reaches(one.machine)]
        if best is not None and gpu == best.fit.rig.gpu and owned == best.machine.owned:
            works.extend(one for one in reached if beats(one, best))
            continue
        if any(one.feasible for one in these):
            works.extend(reached)
            continue
        one = min(_comparable(search, these, best), key=_closeness)
        priced = any(other.per_hour is not None for other in these)
        if owned or gpu in named or (priced and _considered(search, one)):
            broken.append(one)

    def place(one: Candidate) -> tuple[bool, bool, tuple[int, int, float, str]]:
        return not one.machine.owned, one.fit.rig.gpu not in named, _closeness(one)

    least, most, beside = (int(kb.number("planning.rejected", name)) for name in ("least", "most", "instead"))
    ranked = sorted(broken, key=place)
    first = sum(one.machine.owned or one.fit.rig.gpu in named for one in ranked)
    lines = [rejection(search, one, best) for one in ranked]
    if best is not None and best.feasible:
        lines[first:first] = instead(search, works, best, max(beside, least - len(lines)))
    return tuple(lines[:most])


def _comparable(search: Search, these: list[Candidate], best: Candidate | None) -> list[Candidate]:
    """Return the candidates of one card in numbers like those of the plan, all of them where there are none."""
    most = max(search.kb.number("planning.rejected", "cards"), best.fit.rig.gpus if best else 0)
    reached = [one for one in these if search.reaches(one.machine)] or these
    return [one for one in reached if one.fit.rig.gpus <= most] or reached


def _considered(search: Search, one: Candidate) -> bool:
    """Return whether a reader would think of the card for this job."""
    check = main(one.broken)
    if check.constraint in {"software", "availability", "speed"}:
        return False
    return check.constraint != "memory" or check.excess <= search.kb.number("planning.rejected", "excess")


ORDER = (
    "budget",
    "deadline",
    "memory",
    "network",
    "interconnect",
    "parallelism",
    "ram",
    "precision",
    "gpu",
    "software",
    "availability",
    "speed",
)
"""The order in which rejected cards are shown: those that money or time would mend first, then those too small."""


def _closeness(one: Candidate) -> tuple[int, int, float, str]:
    place = ORDER.index(main(one.broken).constraint) if one.broken else 0
    return place, len(one.broken), round(worst(one.broken), 6), one.key


def main(broken: Sequence[Check]) -> Check:
    """Return the limit that is named first of those broken."""
    return min(broken, key=lambda check: HARD.index(check.constraint))


def rejection(search: Search, one: Candidate, best: Candidate | None = None) -> Rejection:
    """Return why `one` was not taken, beside `best` that was, or that came nearest."""
    check = main(one.broken)
    gpu = search.kb.gpus[one.fit.rig.gpu]
    return Rejection(
        gpu=gpu.name,
        offer=f"{one.machine.provider} {one.machine.instance}",
        constraint=check.constraint,
        need=check.need,
        have=check.have,
        unit=check.unit,
        text=_nearer(search, one, check) if _is_nearer(one, best) else describe(search, one, check),
    )


def _is_nearer(one: Candidate, best: Candidate | None) -> bool:
    """Return whether a machine breaks the budget by less than the nearest plan, so that it needs another reason."""
    return (
        best is not None
        and not best.feasible
        and one.holds
        and main(one.broken).constraint == "budget"
        and beyond(one) < beyond(best)
    )


def _nearer(search: Search, one: Candidate, check: Check) -> str:
    """Return what speaks against a machine that comes nearer to the budget than the nearest plan."""
    kb, lang = search.kb, search.job.lang
    cards = f"{one.fit.rig.gpus} × {kb.gpus[one.fit.rig.gpu].name}"
    need, have = apart_money(kb, lang, check.need or 0.0, check.have or 0.0, check.unit)
    return say(kb, lang, "reject.nearer", cards=cards, need=need, have=have, hours=duration(kb, lang, one.hours[1]))


def describe(search: Search, one: Candidate, check: Check) -> str:
    """Return one line: the machine, the limit, need and have."""
    kb, lang = search.kb, search.job.lang
    name = kb.gpus[one.fit.rig.gpu].name
    cards = f"{one.fit.rig.gpus} × {name}"
    need, have = check.need or 0.0, check.have or 0.0
    key = check.word or f"reject.{check.constraint}"
    if check.constraint == "deadline":
        needs, haves = apart_duration(kb, lang, need, have)
    elif check.constraint == "budget":
        key = f"reject.budget.{search.limit.per}"
        needs, haves = apart_money(kb, lang, need, have, check.unit)
    else:
        needs, haves = apart(figure, need, have)
    return say(kb, lang, key, cards=cards, gpu=name, need=needs, have=haves, short=figure(need - have))
