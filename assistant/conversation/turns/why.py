"""Why: at a question why it is asked, on a plan where a line comes from; each further why goes one level deeper."""

from __future__ import annotations

import re

from assistant.conversation import flow
from assistant.conversation.phrases import speaks_of
from assistant.conversation.questions import next_question, question_named, question_of_slot
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning
from assistant.knowledge.schema import Slot
from assistant.planning.result import PlanResult
from assistant.wording.explain import gap_blocks, line_blocks, main_reasons

DEEPEST = 3
SHORT_WORDS, SHORT_SIGNS = 3, 10
"""A why of no more words, or Chinese signs, is about the plan: "why nvme?", "为什么用NVMe"."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def why(turn: Turn) -> None:
    """Explain the open question, a question that is named, or a line of the plan."""
    turn.closing = False
    slot = _question(turn)
    if slot is not None:
        _explain_question(turn, slot)
    elif (result := flow.reworded(turn)) is not None:
        _explain_plan(turn, result, turn.heard.line or _last_line(turn))
        questioning.answer_below(turn, least=turn.kb.number("conversation.surely_asked"))
    else:
        turn.say("why.nothing")
    flow.reask(turn)


def how(turn: Turn) -> None:
    """Show how a line of the plan, or the plan, is computed: straight to the formulas."""
    turn.closing = False
    result = flow.reworded(turn)
    if result is None:
        slot = question_named(turn.kb, turn.before.open)
        if slot is not None and slot.why_formula is not None:
            turn.act("explain", of=f"question.{slot.asks}", level=DEEPEST)
            turn.add("answer", slot.why_formula.of(turn.lang), f"why.{slot.asks}")
        else:
            turn.say("why.nothing")
        flow.reask(turn)
        return
    line = turn.heard.line or _last_line(turn) or "memory"
    turn.act("explain", of=f"plan.{line}", level=2)
    turn.emit("explained", of=f"plan.{line}", level=2)
    turn.blocks.extend(line_blocks(turn.kb, result, line, turn.lang, level=2))
    flow.reask(turn)


def _last_line(turn: Turn) -> str:
    of = turn.before.why[0]
    return of.removeprefix("plan.") if of.startswith("plan.") else ""


def _question(turn: Turn) -> Slot | None:
    """Return the question a why is about: the one named, else the open one."""
    named = [str(name) for name in turn.heard.target.get("slots") or ()] or _titles_in(turn)
    slot = next((found for name in named if (found := question_of_slot(turn.kb, name)) is not None), None)
    if slot is not None and slot.why is not None and not (turn.state.result is not None and turn.heard.line):
        return slot
    if turn.before.open == "confirm" or (
        turn.state.result is not None and (turn.heard.line or turn.before.open is None)
    ):
        return None
    return question_named(turn.kb, turn.before.open) or (
        None if turn.state.result else next_question(turn.kb, turn.state)
    )


def _titles_in(turn: Turn) -> list[str]:
    """Return the questions whose short name stands in the message."""
    words = turn.heard.text.casefold()
    asked = [slot for slot in turn.kb.slots.values() if slot.asks and slot.why is not None]
    return [slot.asks for slot in asked if slot.title.en.casefold() in words or slot.title.zh in words]


def _explain_question(turn: Turn, slot: Slot) -> None:
    of = f"question.{slot.asks}"
    level = turn.before.why[1] + 1 if turn.before.why[0] == of else 1
    reasons = [reason.of(turn.lang) for reason in (slot.why, slot.why_choice, slot.why_formula) if reason is not None]
    turn.emit("explained", of=of, level=level)
    turn.act("why", of=of, level=min(level, DEEPEST))
    if level <= len(reasons):
        text = turn.words("why.asked", why=reasons[0]) if level == 1 else reasons[level - 1]
        turn.add("answer", text, f"why.{slot.asks}")
    else:
        turn.say("why.no-more", kind="answer", block_id=f"why.{slot.asks}", formula=reasons[-1] if reasons else "")


def _explain_plan(turn: Turn, result: PlanResult, line: str) -> None:
    of = f"plan.{line}" if line else "plan"
    level = turn.before.why[1] + 1 if turn.before.why[0] == of else 1
    turn.emit("explained", of=of, level=level)
    turn.act("why", of=of, level=min(level, DEEPEST))
    if line:
        turn.blocks.extend(line_blocks(turn.kb, result, line, turn.lang, level=min(level, DEEPEST)))
    elif not result.feasible and level == 1:
        turn.blocks.extend(gap_blocks(turn.kb, result, turn.lang))
    else:
        turn.blocks.extend(main_reasons(turn.kb, result, turn.lang, level=min(level, DEEPEST)))


def is_about_the_plan(turn: Turn) -> bool:
    """Return whether a question asks about a line of the plan in force: "why 2 cards?", "为什么要64G内存"."""
    result = turn.state.result
    if (
        result is None
        or result.plan is None
        or not turn.heard.line
        or not speaks_of(turn.kb, turn.heard.text, "why.asked")
    ):
        return False
    numbers = {float(number) for number in _NUMBER.findall(turn.heard.text)}
    text = turn.heard.text.strip()
    short = len(text.split()) <= SHORT_WORDS if text.isascii() else len(text) <= SHORT_SIGNS
    return (
        turn.heard.intent == "oos" or short or bool(numbers & _figures(result)) or speaks_of(turn.kb, text, "why.here")
    )


def _figures(result: PlanResult) -> set[float]:
    plan = result.plan
    if plan is None:
        return set()
    storage = plan.storage.capacity_gb
    return {
        float(plan.gpu_count),
        float(plan.nodes),
        float(plan.cpu_cores),
        round(plan.ram_gb),
        round(plan.ram_comfort_gb),
        round(storage),
    }
