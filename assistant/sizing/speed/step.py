"""How long one micro-step of a transformer takes on one card.

One law for full training, LoRA and QLoRA: a micro-step costs its matrix products, its attention and the memory traffic
of everything between them; it is never shorter than its kernels take to launch; unpacking 4-bit weights, handling the
gradients of all weights, and what moves between cards are added. Constants: `knowledge/constants/throughput.yaml`.
"""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Quantity, derive
from assistant.sizing.facts import constant
from assistant.sizing.speed.exchange import exchange, network
from assistant.sizing.speed.run import Run
from assistant.sizing.speed.split import split_step
from assistant.sizing.speed.terms import computing, launching, unpacking, updating


def step_time(kb: Knowledge, run: Run) -> Derivation:
    """Return the seconds of one micro-step, exchange between cards included; a split model is timed as a whole."""
    busy, launch = computing(kb, run), launching(kb, run)
    if run.request.split > 1:
        return split_step(kb, run, busy, launch)
    waits = [busy, launch]
    over_network = network(kb, run)
    if over_network is not None:
        waits.append(over_network)
    added = [term for term in (unpacking(kb, run), updating(kb, run), exchange(kb, run)) if term is not None]
    formula = " + ".join([f"max({', '.join(term.symbol for term in waits)})", *(term.symbol for term in added)])
    inputs: list[Quantity] = [*waits, *added]
    if run.request.offload != "none":
        slower = constant(kb, "throughput.offload", run.request.offload)
        formula, inputs = f"({formula}) * {slower.symbol}", [*inputs, slower]
    return derive("speed.step", "t", "s", formula, *inputs, sources=("speed-fit",))
