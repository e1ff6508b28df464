"""Cards the user wants, asks about or has: whether the choice is among them or among all."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planning.machine import Machine
from assistant.planning.mentions import mentioned_cards
from assistant.planning.search import Candidate, Search
from assistant.planning.words import say


def pool(search: Search, found: Sequence[Candidate]) -> tuple[list[Candidate], tuple[str, ...]]:
    """Return the candidates to choose from, and what has to be said about that choice.

    The user's own hardware, then the named card in the named number, then the named card, then home clouds, then all:
    the first of these that has a feasible candidate.
    """
    kb, job = search.kb, search.job
    own = [one for one in found if one.machine.owned]
    feasible = [one for one in found if one.feasible]
    notes: list[str] = []
    if own and not any(one.feasible for one in own):
        notes.append(say(kb, job.lang, "note.owned_fails"))
    if own and any(one.feasible for one in own):
        return feasible, tuple(notes)
    cards = mentioned_cards(kb, job) if job.workload.gpu_rel != "avoid" and not own else frozenset()
    if cards:
        these = [one for one in feasible if one.fit.rig.gpu in cards]
        number = job.workload.gpu_count
        exact = [one for one in these if one.fit.rig.gpus == number] if number else []
        if exact or these:
            if number and not exact:
                notes.append(say(kb, job.lang, "note.other_count", n=number))
            return exact or these, tuple(notes)
        if feasible:
            notes.append(say(kb, job.lang, "note.wanted_fails"))
    at_home = [one for one in feasible if one.machine.provider in search.home]
    if feasible and not at_home and job.lang == "zh":
        notes.append(say(kb, job.lang, "note.away"))
    return at_home or feasible, tuple(notes)


def per_card_machines(search_machines: Sequence[Machine], count: int, clouds: dict[str, int]) -> list[Machine]:
    """Return machines of `count` cards at places that rent cards one by one, at that many times the price of one."""
    from dataclasses import replace

    made = []
    for machine in search_machines:
        if machine.count == 1 and count <= clouds.get(machine.provider, 0):
            times = {"price": machine.price and machine.price * count, "spot_price": machine.spot_price and machine.spot_price * count}
            made.append(replace(machine, count=count, instance=f"{machine.instance} x{count}", link="pcie", **times))  # type: ignore[arg-type]
    return made
