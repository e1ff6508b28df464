"""Both turned round: how many cards the deadline asks for, and what the budget buys on the machine that is planned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.planning.candidate import Candidate
from assistant.planning.candidates import node_counts
from assistant.planning.resolve import resolve
from assistant.planning.search import Search
from assistant.planning.words import count, duration, percent, say, unit_name
from assistant.planning.workload import applied
from assistant.sizing import money
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive


@dataclass(frozen=True, slots=True)
class Reach:
    """What deadline and budget come to: figures with their derivations, and the same in sentences."""

    figures: tuple[Quantity, ...] = ()
    texts: tuple[str, ...] = ()


def reach_of(search: Search, found: Sequence[Candidate], one: Candidate, figures: Sequence[Quantity]) -> Reach:
    """Return what the deadline and the budget of the job come to on the card of `one`.

    Args:
        search: the search for the job.
        found: all that it found.
        one: the planned candidate.
        figures: those of its plan: rate, hours, work.
    """
    named = {quantity.name: quantity for quantity in figures}
    bought = _bought(search, one, next(quantity for quantity in figures if quantity.unit == f"{search.job.unit}/s"))
    cards = _for_deadline(search, found, one)
    if bought is None:
        return cards
    text = _bought_text(search, one, bought, named["work.amount"])
    return Reach((*cards.figures, bought), (*cards.texts, text))


def _for_deadline(search: Search, found: Sequence[Candidate], one: Candidate) -> Reach:
    """Return the fewest cards that end the run in time, or the batch at which some number of them does."""
    if search.job.workload.deadline_hours is None or one.fit.rate[1] <= 0:
        return Reach()
    alike = [other for other in found if other.fit.rig.gpu == one.fit.rig.gpu and other.spot == one.spot]
    fewest = _fewest(search, alike)
    if fewest is not None:
        return Reach((_cards(search, fewest),), (_cards_text(search, "reach.deadline", fewest),))
    tried = _quickest(search, alike)
    if tried is None:
        return Reach()
    larger = _larger_batch(search, alike)
    if larger is None:
        return Reach((), (_cards_text(search, "reach.deadline.never", tried),))
    then, enough = larger
    words = {"batch": then.job.global_batch, "n": enough.fit.rig.gpus, "then": _hours_text(search, enough)}
    figure_of = replace(_cards(then, enough), name="time.gpus_at_batch")
    return Reach((figure_of,), (_cards_text(search, "reach.deadline.batch", tried, **words),))


def _cards(search: Search, fewest: Candidate) -> Derivation:
    """Return the cards that end the run in time: as many as were planned together, which take less than the deadline.

    One rate a card does not carry to other numbers of cards, so nothing is divided here: every number was planned.
    """
    limit = search.job.workload.deadline_hours or 0.0
    return derive(
        "time.gpus_needed", "n_g", "GPUs", "n_2 * ceil(h_2 / T_d)",
        Fact("n_2", fewest.fit.rig.gpus, "GPUs", "reach.gpus", "plan"),
        Fact("h_2", fewest.hours[1], "h", "reach.hours", "plan"),
        Fact("T_d", limit, "h", "slot.deadline", "slot:deadline_hours"),
    )  # fmt: skip


def _fewest(search: Search, alike: Sequence[Candidate]) -> Candidate | None:
    """Return the fewest cards that end the run in time, whatever they cost, None without any."""
    intime = [other for other in _at_this_batch(search, alike) if _in_time(search, other)]
    if not intime:
        intime = [other for other in _more(search, alike) if _in_time(search, other)]
    return min(intime, key=lambda other: (other.fit.rig.gpus, other.hours[1], other.key), default=None)


def _quickest(search: Search, alike: Sequence[Candidate]) -> Candidate | None:
    """Return the fewest cards than which more are no quicker, None where nothing holds the job."""
    held = [one for one in (*_at_this_batch(search, alike), *_more(search, alike)) if one.holds and one.fit.fits]
    best = min((one.hours[1] for one in held), default=0.0)
    near = [one for one in held if one.hours[1] <= best * (1 + search.kb.number("planning.hardly_quicker"))]
    return min(near, key=lambda one: (one.fit.rig.gpus, one.hours[1], one.key), default=None)


def _at_this_batch(search: Search, found: Iterable[Candidate]) -> list[Candidate]:
    """Return those whose cards all get a share of the batch: more of them would train with another one."""
    return [one for one in found if one.fit.layout.replicas <= search.job.global_batch]


def _more(search: Search, alike: Sequence[Candidate]) -> list[Candidate]:
    """Return the machines of `alike` in every number in which they may work together."""
    machines = {one.machine.id: one for one in alike if not one.machine.owned}
    found: list[Candidate] = []
    for machine, rig, spot in ((one.machine, one.fit.rig, one.spot) for one in machines.values()):
        alone = replace(rig, nodes=1, gbps=machine.gbps, rdma=machine.rdma)
        for nodes in node_counts(search.kb, alone):
            found += [one for one in search.of_machine(machine, nodes) if one.spot == spot]
    return _at_this_batch(search, found)


def _larger_batch(search: Search, alike: Sequence[Candidate]) -> tuple[Search, Candidate] | None:
    """Return the least larger batch, doubling it, at which some number of these cards ends the run in time."""
    for power in range(1, int(search.kb.number("planning.batch_doublings")) + 1):
        change = {"batch": search.job.global_batch << power, "micro_batch": None}
        then = Search(search.kb, resolve(search.kb, applied(search.job.workload, change)), search.shared)
        intime = [one for one in _more(then, alike) if _in_time(then, one)]
        if intime:
            return then, min(intime, key=lambda one: (one.fit.rig.gpus, one.hours[1], one.key))
    return None


def _in_time(search: Search, one: Candidate) -> bool:
    limit = search.job.workload.deadline_hours
    return one.holds and one.fit.fits and limit is not None and one.hours[1] <= limit


def _cards_text(search: Search, text: str, one: Candidate, **more: object) -> str:
    kb, lang = search.kb, search.job.lang
    words = {
        "within": duration(kb, lang, search.job.workload.deadline_hours or 0.0),
        "n": one.fit.rig.gpus,
        "gpu": kb.gpus[one.fit.rig.gpu].name,
        "hours": _hours_text(search, one),
        "best": one.fit.rig.gpus,
        "now": search.job.global_batch,
    }
    return say(kb, lang, text, **{**words, **more})


def _hours_text(search: Search, one: Candidate) -> str:
    return duration(search.kb, search.job.lang, one.hours[1])


def _bought(search: Search, one: Candidate, rate: Quantity) -> Derivation | None:
    """Return the tokens or samples that the budget pays for on the planned machines.

    None without a sum: a rate an hour buys machines, not hours, and what costs nothing has no limit.
    """
    limit = search.limit
    if limit.amount is None or limit.per == "hour" or not one.per_hour:
        return None
    cards = one.fit.rig.gpus if limit.per_gpu else 1
    budget = Fact("X_b", limit.amount * cards, limit.currency, "slot.budget", "slot:budget")
    price = Fact("p", one.per_hour / one.fit.rig.nodes, f"{limit.currency}/h", "offer.price", _source(one))
    setup = Fact("h_0", search.setup, "h", "time.setup", "default:setup_hours")
    period = None if limit.hours is None else Fact("T_p", limit.hours, "h", "time.period", "slot:budget")
    bought = money.hours_for_budget(budget, price, one.fit.rig.nodes, setup=setup, period=period)
    if one.spot and search.waste is not None:
        formula = f"{rate.symbol} / (1 + {search.waste.symbol})"
        rate = derive("speed.with_waste", "R_w", rate.unit, formula, rate, search.waste)
    return money.amount_for_hours(bought, rate)


def _source(one: Candidate) -> str:
    return f"offer:{one.machine.id}" if one.machine.id else "owned"


def _bought_text(search: Search, one: Candidate, bought: Derivation, work: Quantity) -> str:
    kb, lang = search.kb, search.job.lang
    hours = duration(kb, lang, bought.inputs[0].value)
    share = bought.value / max(work.value, 1e-9)
    machine = f"{one.fit.rig.gpus} × {kb.gpus[one.fit.rig.gpu].name}"
    period = "reach.budget.period" if search.limit.hours is not None else "reach.budget"
    per = say(kb, lang, f"per.{search.limit.per}")
    amount = f"{count(bought.value)} {unit_name(kb, lang, search.job.unit)}"
    return say(kb, lang, period, per=per, hours=hours, machine=machine, amount=amount, share=percent(lang, share))
