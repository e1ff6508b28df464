"""A card that no machine of the catalogue has: how the job would run on it, with neither a provider nor a price."""

from __future__ import annotations

from dataclasses import replace

from assistant.planning.candidate import Candidate
from assistant.planning.candidates import ONE_BOARD, owned_machine, owned_nodes
from assistant.planning.machine import Machine, from_owned
from assistant.planning.search import Search
from assistant.planning.words import say
from assistant.planning.workload import Owned

COUNTS = (1, *ONE_BOARD)
"""Numbers of the card that are tried where none was named."""


def unoffered(search: Search, name: str, counts: tuple[int, ...] = COUNTS) -> list[Candidate]:
    """Return the card in the first of `counts` that holds the job, else in the last; empty where no card is meant.

    More of a card of the user's own are the user's own.
    """
    own = owned_machine(search.kb, search.job)
    found: list[Candidate] = []
    for count in counts:
        nodes = owned_nodes(search.kb, count)
        machine = from_owned(search.kb, Owned(gpu=name, count=count), search.job.currency, nodes)
        if machine is None:
            return []
        mine = own is not None and own.gpu == machine.gpu
        found = search.of_machine(machine if mine else _of_nobody(search, machine), nodes)
        if any(one.fit.fits for one in found):
            break
    return found


def is_unoffered(one: Candidate) -> bool:
    """Return whether a candidate is a card that nobody rents out."""
    return not one.machine.provider


def _of_nobody(search: Search, machine: Machine) -> Machine:
    nobody = say(search.kb, search.job.lang, "offer.unknown")
    return replace(machine, provider="", instance=nobody, price=None)
