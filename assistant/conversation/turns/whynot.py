"""Why not that card or that method: the constraint it breaks, with the margin."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.turn import Turn
from assistant.conversation.workload import workload_of
from assistant.planning import whynot as refuse


def whynot(turn: Turn) -> None:
    """Answer with what was computed for the thing that was named."""
    turn.closing = False
    result = turn.state.result
    named = targets(turn)
    turn.act("whynot", target=named[0] if named else None)
    if not named:
        turn.say("whynot.which")
    elif result is None:
        _before_the_plan(turn)
        return
    else:
        for name in named:
            answer = refuse(turn.kb, workload_of(turn.state), result, name)
            turn.act("explain", of="whynot", target=name, verdict=answer.verdict, constraint=answer.constraint)
            turn.add("answer", answer.text, f"whynot.{name}")
    flow.reask(turn)


def _before_the_plan(turn: Turn) -> None:
    from assistant.conversation.turns import questioning

    turn.say("whynot.no-plan", kind="note")
    questioning.answer_beside(turn)
    flow.reask(turn)


def targets(turn: Turn) -> tuple[str, ...]:
    """Return the names of what is asked about: cards first, then methods."""
    target = turn.heard.target
    cards = tuple(target.get("gpus") or ()) or tuple(turn.heard.slots.get("gpu_mentioned") or ())
    option = target.get("option")
    method = turn.heard.slots.get("method")
    return tuple(str(name) for name in cards) or tuple(str(name) for name in (option, method) if name)[:1]
