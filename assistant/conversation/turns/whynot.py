"""Why not that card or that method: the constraint it breaks, with the margin."""

from __future__ import annotations

from typing import Any

from assistant.conversation import flow
from assistant.conversation.turn import Turn
from assistant.conversation.workload import workload_of
from assistant.planning import whynot as refuse
from assistant.planning.result import plain


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
            answer = refuse(turn.kb, workload_of(turn.kb, turn.state), result, name)
            turn.act("explain", of="whynot", target=name, answer=plain(answer))
            turn.add("answer", text_of(answer), f"whynot.{name}")
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


def text_of(answer: Any) -> str:
    """Return the words of an answer of the planner."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, list | tuple):
        return "\n".join(text_of(part) for part in answer)
    return str(getattr(answer, "text", answer))
