"""What was not chosen: for each card the candidate that came closest, and the limit it breaks."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planning.candidate import Candidate
from assistant.planning.constraints import HARD, Check
from assistant.planning.mentions import mentioned_cards
from assistant.planning.objective import worst
from assistant.planning.result import Rejection
from assistant.planning.search import Search
from assistant.planning.words import duration, figure, money, say


def rejections(search: Search, found: Sequence[Candidate], best: Candidate | None) -> tuple[Rejection, ...]:
    """Return one line for each card that has no feasible candidate: own and named cards first, then the closest."""
    by_card: dict[tuple[str, bool], list[Candidate]] = {}
    for one in found:
        by_card.setdefault((one.fit.rig.gpu, one.machine.owned), []).append(one)
    closest = [min(these, key=_closeness) for these in by_card.values() if not any(one.feasible for one in these)]
    closest = [one for one in closest if best is None or one.key != best.key or one.fit.rig.gpu != best.fit.rig.gpu]
    named = mentioned_cards(search.kb, search.job)

    def place(one: Candidate) -> tuple[bool, bool, tuple[int, int, float, str]]:
        return not one.machine.owned, one.fit.rig.gpu not in named, _closeness(one)

    return tuple(rejection(search, one) for one in sorted(closest, key=place))


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


def rejection(search: Search, one: Candidate) -> Rejection:
    """Return why `one` was not taken."""
    check = main(one.broken)
    gpu = search.kb.gpus[one.fit.rig.gpu]
    return Rejection(
        gpu=gpu.name,
        offer=f"{one.machine.provider} {one.machine.instance}",
        constraint=check.constraint,
        need=check.need,
        have=check.have,
        unit=check.unit,
        text=describe(search, one, check),
    )


def describe(search: Search, one: Candidate, check: Check) -> str:
    """Return one line: the machine, the limit, need and have."""
    kb, lang = search.kb, search.job.lang
    name = kb.gpus[one.fit.rig.gpu].name
    cards = f"{one.fit.rig.gpus} × {name}"
    if check.word:
        return say(
            kb, lang, check.word, cards=cards, gpu=name, need=figure(check.need or 0), have=figure(check.have or 0)
        )
    need, have = check.need or 0.0, check.have or 0.0
    if check.constraint == "budget":
        needs, haves = money(need, check.unit), money(have, check.unit)
        if needs == haves:  # a hair above: the usual digits would hide it
            needs, haves = money(need, check.unit, digits=4), money(have, check.unit, digits=4)
        return say(kb, lang, f"reject.budget.{search.limit.per}", cards=cards, need=needs, have=haves)
    if check.constraint == "deadline":
        return say(
            kb, lang, "reject.deadline", cards=cards, need=duration(kb, lang, need), have=duration(kb, lang, have)
        )
    return say(
        kb,
        lang,
        f"reject.{check.constraint}",
        cards=cards,
        need=figure(need),
        have=figure(have),
        short=figure(need - have),
    )
