"""Cards the user wants, asks about or has: whether the choice is among them or among all."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planning.candidate import Candidate
from assistant.planning.candidates import stand_in
from assistant.planning.constraints import PHYSICAL
from assistant.planning.mentions import find_card, mentioned_cards
from assistant.planning.search import Search
from assistant.planning.words import say


def pool(search: Search, found: Sequence[Candidate]) -> tuple[list[Candidate], tuple[str, ...]]:
    """Return the candidates to choose from, and what has to be said about that choice.

    The user's own hardware, then the named card in the named number, then the named card, then all:
    the first of these that has a feasible candidate.
    """
    kb, job = search.kb, search.job
    own = [one for one in found if one.machine.owned]
    feasible = [one for one in found if one.feasible and search.reaches(one.machine)]
    notes = _unknown(search)
    if own and not any(one.feasible for one in own):
        notes.append(say(kb, job.lang, "note.owned_fails"))
    if own and any(one.feasible for one in own):
        return feasible, tuple(notes)
    if search.own_only:
        return [], tuple(notes)
    cards = wished_cards(search) if job.workload.gpu_rel != "avoid" and not own else frozenset()
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
    common = [one for one in mainstream(search, found) if one.feasible]
    number = job.workload.gpu_count if not own and job.workload.gpu_rel not in {"have", "avoid"} else None
    if number is None:
        return common, tuple(notes)
    exact = [one for one in common if one.fit.rig.gpus == number]
    if common and not exact:
        notes.append(say(kb, job.lang, "note.other_number", n=number))
    return exact or common, tuple(notes)


def beyond_wish(search: Search, found: Sequence[Candidate]) -> list[Candidate]:
    """Return what a budget could buy instead of the wanted cards: the cheapest and fastest may be among it.

    A wish that only a larger budget pays for must not make the fastest option slower than the smaller budget had it.
    Without a sum there is nothing to compare with, and the wish stands for every option.
    """
    if search.limit.amount is None:
        return []
    return [one for one in mainstream(search, found) if one.feasible]


def _unknown(search: Search) -> list[str]:
    """Return a note on hardware of one's own that the catalogue does not know, as a list of one or none."""
    kb, said = search.kb, search.job.workload
    named = said.owned.gpu if said.owned else said.gpu_mentioned[0] if said.gpu_mentioned else ""
    if not named or (said.owned is None and said.gpu_rel != "have") or find_card(kb, named) is not None:
        return []
    card = stand_in(kb, search.job)
    if not card:
        return [say(kb, said.lang, "note.owned_unknown", gpu=named)]
    return [say(kb, said.lang, "note.owned_stand_in", gpu=named, card=kb.gpus[card].name)]


def wished_cards(search: Search) -> frozenset[str]:
    """Return the cards that are named, or those of the memory that is wanted."""
    said = search.job.workload
    if said.gpu_mentioned or not said.vram_gb or said.gpu_rel == "have":
        return mentioned_cards(search.kb, search.job)
    return frozenset(gpu.id for gpu in search.kb.gpus.values() if round(gpu.memory_gb) == round(said.vram_gb or 0))


def mainstream(search: Search, found: Sequence[Candidate]) -> list[Candidate]:
    """Return what the reader would rent.

    Abroad, a card that is new or has a single source is the first to be out of reach, so a reader in China gets it only
    where nothing else holds the job in time. What it costs does not enter: more money must not take a machine away.
    """
    reached = [one for one in found if search.reaches(one.machine)]
    common = [one for one in reached if not search.scarce(one)]
    limits = PHYSICAL | {"deadline", "availability"}
    if any(not any(check.constraint in limits for check in one.broken) for one in common):
        return common
    return reached


def preferred(search: Search, found: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return the candidates among which the nearest plan is looked for: the wanted card, if it holds the job."""
    kb, job = search.kb, search.job
    found = mainstream(search, found)
    if not job.workload.gpu_mentioned or job.workload.gpu_rel == "avoid":
        return found
    cards = mentioned_cards(kb, job)
    holding = [
        one for one in found if one.fit.rig.gpu in cards and one.holds and one.fit.fits and not one.machine.owned
    ]
    exact = [one for one in holding if one.fit.rig.gpus == job.workload.gpu_count]
    return exact or holding or found
