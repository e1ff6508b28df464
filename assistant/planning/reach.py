"""Both turned round: how many cards the deadline asks for, and what the budget buys on the machine that is planned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.planning.candidate import Candidate
from assistant.planning.candidates import node_counts
from assistant.planning.search import Search
from assistant.planning.words import count, duration, figure, percent, say, unit_name
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
    hours, work = named["time.hours"], named["work.amount"]
    rate = next(quantity for quantity in figures if quantity.unit == f"{search.job.unit}/s")
    fewest, bought = _fewest(search, found, one), _bought(search, one, rate)
    told, texts = [], []
    if fewest is not None:
        told.append(_cards(search, one, fewest, hours))
        texts.append(_cards_text(search, fewest, told[0].value))
    if bought is not None:
        told.append(bought)
        texts.append(_bought_text(search, one, bought, work))
    return Reach(tuple(told), tuple(texts))


def _cards(search: Search, one: Candidate, fewest: Candidate, hours: Quantity) -> Derivation:
    """Return the cards that end the run in time by their speed, which `fewest` keeps as that many together."""
    kept = derive(
        "time.rate_kept", "e", "", "R_2 / n_2 / (R_1 / n_1)",
        Fact("R_1", one.fit.rate[1], f"{search.job.unit}/s", "plan.rate", "plan"),
        Fact("n_1", one.fit.rig.gpus, "GPUs", "plan.gpus", "plan"),
        Fact("R_2", fewest.fit.rate[1], f"{search.job.unit}/s", "reach.rate", "plan"),
        Fact("n_2", fewest.fit.rig.gpus, "GPUs", "reach.gpus", "plan"),
    )  # fmt: skip
    limit = search.job.workload.deadline_hours or 0.0
    deadline = Fact("T_d", limit, "h", "slot.deadline", "slot:deadline_hours")
    return money.gpus_for_deadline(money.gpu_hours(hours, one.fit.rig.gpus), deadline, kept)


def _fewest(search: Search, found: Sequence[Candidate], one: Candidate) -> Candidate | None:
    """Return the fewest cards of the planned kind that end the run in time, whatever they cost, None without any."""
    if search.job.workload.deadline_hours is None or one.fit.rate[1] <= 0:
        return None
    alike = [other for other in found if other.fit.rig.gpu == one.fit.rig.gpu and other.spot == one.spot]
    intime = [other for other in alike if _in_time(search, other)]
    if not intime:
        machines = {other.machine.id: other.machine for other in alike if not other.machine.owned}
        for machine in machines.values():
            rig = replace(one.fit.rig, per_node=machine.count, nodes=1, link=machine.link, gbps=machine.gbps)
            numbers = node_counts(search.kb, replace(rig, rdma=machine.rdma))
            more = (other for nodes in numbers for other in search.of_machine(machine, nodes))
            intime.extend([other for other in more if _in_time(search, other)][:1])
    return min(intime, key=lambda other: (other.fit.rig.gpus, other.hours[1], other.key), default=None)


def _in_time(search: Search, one: Candidate) -> bool:
    limit = search.job.workload.deadline_hours
    return one.holds and one.fit.fits and limit is not None and one.hours[1] <= limit


def _cards_text(search: Search, fewest: Candidate, cards: float) -> str:
    kb, lang = search.kb, search.job.lang
    within = duration(kb, lang, search.job.workload.deadline_hours or 0.0)
    words = {"within": within, "n": figure(cards), "gpu": kb.gpus[fewest.fit.rig.gpu].name}
    together = fewest.fit.rig.gpus
    if together <= cards:
        return say(kb, lang, "reach.deadline", **words)
    return say(kb, lang, "reach.deadline.together", **words, together=together)


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
