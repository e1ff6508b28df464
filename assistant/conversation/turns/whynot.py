"""Why not that card or that method: the constraint it breaks, with the margin."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.turn import Turn
from assistant.conversation.workload import workload_of
from assistant.planning import whynot as refuse
from assistant.planning.why_not import WhyNot
from assistant.wording.plan_lines import cost_text, gpu_text, hours_text, offer_text


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
            _further(turn, answer)
    flow.reask(turn)


def _further(turn: Turn, answer: WhyNot) -> None:
    """Add what the thing that was asked about comes to, where it would do, or the change with which it would."""
    option = answer.option
    if option is not None and answer.verdict == "works":
        facts = (gpu_text, offer_text, hours_text, cost_text)
        plan = " · ".join(fact(turn.kb, option, turn.lang) for fact in facts)
        turn.say("whynot.option", kind="note", plan=plan)
    if answer.lever is not None:
        turn.say("whynot.lever", kind="note", change=answer.lever.change, effect=answer.lever.effect)


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
