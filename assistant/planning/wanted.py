"""Cards the user wants, asks about or has: whether the choice is among them or among all."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planning.candidate import Candidate
from assistant.planning.mentions import mentioned_cards
from assistant.planning.risk import risks
from assistant.planning.search import Search
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
    if search.own_only:
        return [], tuple(notes)
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
    if not at_home and job.lang == "zh":
        # Abroad, a card that is new or has a single source is the first to be out of reach: take what many rent out.
        at_home = [one for one in feasible if not _scarce(search, one)]
        if at_home:
            notes.append(say(kb, job.lang, "note.away"))
    if feasible and not at_home and job.lang == "zh":
        notes.append(say(kb, job.lang, "note.away"))
    return at_home or feasible, tuple(notes)


def _scarce(search: Search, one: Candidate) -> bool:
    """Return whether a machine is of the newest generation or has hardly a second source."""
    found = risks(search.kb, search.job, one.machine, one.fit, one.spot, search.sources(one.machine))
    return bool({"new", "few_sources"} & set(found))


def preferred(search: Search, found: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return the candidates among which the nearest plan is looked for: the wanted card, if it holds the job."""
    kb, job = search.kb, search.job
    if not job.workload.gpu_mentioned or job.workload.gpu_rel == "avoid":
        return found
    cards = mentioned_cards(kb, job)
    holding = [
        one for one in found if one.fit.rig.gpu in cards and one.holds and one.fit.fits and not one.machine.owned
    ]
    exact = [one for one in holding if one.fit.rig.gpus == job.workload.gpu_count]
    return exact or holding or found
