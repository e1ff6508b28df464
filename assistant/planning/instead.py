"""Machines that would do as well: what another card costs instead, or why one that beats the plan is not the plan."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planning.candidate import Candidate
from assistant.planning.objective import score
from assistant.planning.result import Rejection
from assistant.planning.risk import risks
from assistant.planning.search import Search
from assistant.planning.wanted import wished_cards
from assistant.planning.words import apart_duration, apart_money, duration, listed, money, say

SAME = 1 + 1e-9
"""Figures that differ by no more than this factor are equal."""


def beats(one: Candidate, best: Candidate) -> bool:
    """Return whether a machine is neither dearer nor slower than the plan, and one of the two better."""
    if one.cost > best.cost * SAME or one.hours[1] > best.hours[1] * SAME:
        return False
    return one.cost * SAME < best.cost or one.hours[1] * SAME < best.hours[1]


def instead(search: Search, works: Sequence[Candidate], best: Candidate, number: int) -> list[Rejection]:
    """Return the best of each card that would do, those that beat the plan first, `number` of them.

    The card of the plan itself is among them where another offer of it beats the plan.
    """
    least = min((one.cost for one in works), default=0.0)

    def rank(one: Candidate) -> tuple[bool, bool, bool, float, str]:
        better = beats(one, best)
        own = better and one.fit.rig.gpu == best.fit.rig.gpu
        return not own, not better, search.scarce(one), score(search, one, least), one.key

    cards: dict[str, list[Candidate]] = {}
    for one in sorted(works, key=rank):
        cards.setdefault(one.fit.rig.gpu, []).append(one)
    # What is said of a card holds for each of its offers: none that is as fast costs less.
    first = [these[0] if beats(these[0], best) else _cheapest_as_fast(these) for these in cards.values()]
    shown = [one for one in first if one.fit.rig.gpu != best.fit.rig.gpu or beats(one, best)]
    return [_line(search, one, best) for one in sorted(shown, key=rank)[:number]]


def _cheapest_as_fast(these: Sequence[Candidate]) -> Candidate:
    """Return the cheapest candidate that takes no longer than the first."""
    as_fast = [one for one in these if one.hours[1] <= these[0].hours[1] * SAME]
    return min(as_fast, key=lambda one: (one.cost, one.hours[1], one.key))


def _line(search: Search, one: Candidate, best: Candidate) -> Rejection:
    kb, lang = search.kb, search.job.lang
    name = kb.gpus[one.fit.rig.gpu].name
    cards = f"{one.fit.rig.gpus} × {name}"
    if one.fit.rig.gpus > 1:
        cards = listed(lang, cards, say(kb, lang, f"strategy.{one.fit.layout.strategy}"))
    offer = f"{one.machine.provider} {one.machine.instance}"
    if beats(one, best):
        return _better(search, one, best, cards, offer)
    return _worse(search, one, best, cards, offer)


def _worse(search: Search, one: Candidate, best: Candidate, cards: str, offer: str) -> Rejection:
    """Return what a machine that would do costs more than the plan, in money or else in time."""
    kb, lang, currency = search.kb, search.job.lang, search.job.currency
    name = kb.gpus[one.fit.rig.gpu].name
    if one.cost > best.cost * SAME:
        costs, had = apart_money(kb, lang, one.cost, best.cost, currency)
        key = "reject.cost" if best.cost else "reject.rent"
        takes = duration(kb, lang, one.hours[1])
        text = say(kb, lang, key, cards=cards, need=costs, have=had, hours=takes)
        return Rejection(name, offer, "cost", one.cost, best.cost, currency, text)
    takes, had = apart_duration(kb, lang, one.hours[1], best.hours[1])
    text = say(kb, lang, "reject.time", cards=cards, need=takes, have=had, cost=money(kb, lang, one.cost, currency))
    return Rejection(name, offer, "time", one.hours[1], best.hours[1], "h", text)


def _better(search: Search, one: Candidate, best: Candidate, cards: str, offer: str) -> Rejection:
    """Return what a machine that beats the plan would come to, and what it is not the plan for: a wish or a risk."""
    kb, lang = search.kb, search.job.lang
    name = kb.gpus[one.fit.rig.gpu].name
    cost, had = apart_money(kb, lang, one.cost, best.cost, search.job.currency)
    hours, has = apart_duration(kb, lang, one.hours[1], best.hours[1])
    figures = {"cards": cards, "cost": cost, "hours": hours, "plan_cost": had, "plan_hours": has}
    wish = _wish(search, one, best)
    if wish:
        return Rejection(name, offer, "gpu", None, None, "", say(kb, lang, "reject.wish", wish=wish, **figures))
    why = listed(lang, *(say(kb, lang, f"but.{reason}") for reason in _reasons(search, one, best)))
    text = say(kb, lang, "reject.risk", provider=one.machine.provider, why=why, **figures)
    return Rejection(name, offer, "risk", None, None, "", text)


def _wish(search: Search, one: Candidate, best: Candidate) -> str:
    """Return the wish that the plan keeps and `one` does not, a card, its memory or a number, or ""."""
    kb, said = search.kb, search.job.workload
    if said.gpu_rel in {"avoid", "have"}:
        return ""
    cards = wished_cards(search)
    if best.fit.rig.gpu in cards and one.fit.rig.gpu not in cards:
        return listed(said.lang, *said.gpu_mentioned) or say(kb, said.lang, "wish.memory", n=round(said.vram_gb or 0))
    if said.gpu_count == best.fit.rig.gpus != one.fit.rig.gpus:
        return say(kb, said.lang, "wish.count" if said.gpu_count > 1 else "wish.one", n=said.gpu_count)
    return ""


def _reasons(search: Search, one: Candidate, best: Candidate) -> list[str]:
    """Return what speaks against `one` and not against the plan: names of texts, its headroom if nothing else."""

    def against(which: Candidate) -> list[str]:
        machine, fit = which.machine, which.fit
        return risks(search.kb, search.job, machine, fit, which.spot, search.sources(machine))

    known = against(best)
    found = [name for name in against(one) if name not in known]
    if search.away(one.machine) and not search.away(best.machine):
        found.insert(0, "away")
    if one.fit.rig.gpus > best.fit.rig.gpus:
        found.append("copies")
    return found or ["headroom"]
