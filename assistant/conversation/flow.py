"""What happens after a message was dealt with: the plan if enough is known, else the next question."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from assistant import rules
from assistant.conversation.questions import next_question, question_named, quick_replies, task_of, wording
from assistant.conversation.reply import QuickReply
from assistant.conversation.turn import Turn
from assistant.conversation.workload import assumed, effective_slots, workload_of
from assistant.errors import InputError
from assistant.knowledge.schema import Slot
from assistant.planning import plan
from assistant.planning.result import PlanResult
from assistant.wording.plan_diff import diff_blocks
from assistant.wording.plan_report import report_blocks, short_blocks

CHOICE = "gpu"
"""Decision table that has a word on every task, also on those that are declined."""

OUT_OF_REACH = frozenset({"inference"})
"""Tasks that are understood and declined."""


def advance(turn: Turn) -> None:
    """Plan, or ask the next question; say nothing where neither changes anything."""
    if turn.state.slots.get("task") in OUT_OF_REACH:
        decline_task(turn)
        return
    slot = next_question(turn.kb, turn.state)
    if slot is not None:
        ask(turn, slot)
    elif turn.state.result is None or dict(turn.state.planned) != _planned_slots(turn):
        recommend(turn)
    else:
        turn.emit("closed")


def decline_task(turn: Turn) -> None:
    """Say that serving a model is not what is planned here, and keep the talk open for training."""
    found = [trace.rule for trace in rules.match(turn.kb, {"task": turn.state.slots["task"]}, CHOICE).fired]
    turn.act("oos", reason="inference", rules=[rule.id for rule in found])
    turn.say("oos.inference")
    for rule in found:
        turn.add("note", rule.because.of(turn.lang))
    turn.emit("slot_cleared", slot="task")
    slot = next_question(turn.kb, turn.state)
    if slot is not None:
        ask(turn, slot)


def ask(turn: Turn, slot: Slot) -> None:
    """Ask for `slot`: in full the first time, shorter with a varied lead-in when it comes again."""
    kb, lang, task = turn.kb, turn.lang, task_of(turn.state)
    again = turn.state.asked.get(slot.asks, 0)
    turn.emit("asked", question=slot.asks)
    turn.act("ask", question=slot.asks)
    question = wording(slot, task, lang, short=bool(again))
    if again:
        leads = [text for text in (f"ask.again.{index}" for index in (1, 2, 3)) if text in kb.texts]
        question = turn.words(leads[(again - 1) % len(leads)], question=question)
    turn.add("question", question, f"question.{slot.asks}")
    replies = quick_replies(slot, task, lang)
    skip = turn.words("quick.skip")
    turn.quick = [*replies, QuickReply(skip, skip)]
    examples = " · ".join(reply.label for reply in turn.quick)
    turn.say("ask.examples", kind="note", block_id="question.examples", examples=examples)


def _planned_slots(turn: Turn) -> dict[str, object]:
    return {**effective_slots(turn.state), "home": turn.state.home or turn.state.lang}


def compute(turn: Turn) -> PlanResult:
    """Return the plan for the slots of the state, the one in force where nothing changed."""
    if turn.state.result is not None and dict(turn.state.planned) == _planned_slots(turn):
        return turn.state.result
    return plan(turn.kb, workload_of(turn.state))


def recommend(turn: Turn) -> None:
    """Make the plan and show it: in full the first time, afterwards only what became different."""
    before = turn.state.result
    try:
        result = compute(turn)
    except InputError as error:
        _refuse(turn, error)
        return
    turn.emit("recommended", result=result, slots=_planned_slots(turn))
    if result.feasible:
        turn.act(
            "recommend",
            gpu=result.plan.gpu if result.plan else None,
            gpu_count=result.plan.gpu_count if result.plan else 0,
        )
    else:
        turn.act("infeasible", violates=list(result.violates))
    if before is None or before.workload.task != result.workload.task:
        turn.blocks.extend(report_blocks(turn.kb, result, turn.lang, assumed(turn.kb, turn.state)))
    else:
        turn.act("compare", what="plans")
        turn.blocks.extend(diff_blocks(turn.kb, before, result, turn.lang))
    after_plan(turn, result)


def _refuse(turn: Turn, error: InputError) -> None:
    """Say what the planner can not use; a budget in a currency without a rate is taken back and asked for again."""
    turn.add("note", error.of(turn.lang))
    turn.act("clarify", cause="impossible")
    currency = (turn.state.slots.get("budget") or {}).get("currency")
    slot = question_named(turn.kb, "budget")
    if slot is None or currency is None or currency in turn.kb.rates:
        turn.emit("closed")
        return
    turn.emit("slot_cleared", slot="budget")
    ask(turn, slot)


def reworded(turn: Turn) -> PlanResult | None:
    """Return the plan in force wholly in the language of the turn, None where there is none.

    Where that changed it is planned once more: what was not taken, what would help and what the rules say is worded
    while planning.
    """
    result = turn.state.result
    if result is None or result.workload.lang == turn.lang:
        return result
    home = result.workload.home or result.workload.lang
    again = plan(turn.kb, result.workload.model_copy(update={"lang": turn.lang, "home": home}))
    turn.emit("reworded", result=again)
    return again


def show_again(turn: Turn) -> None:
    """Show the plan in force in short."""
    result = reworded(turn)
    if result is None:
        return
    turn.act("recommend" if result.feasible else "infeasible", again=True)
    turn.blocks.extend(short_blocks(turn.kb, result, turn.lang, assumed(turn.kb, turn.state)))
    after_plan(turn, result)


def after_plan(turn: Turn, result: PlanResult) -> None:
    """Offer what one may want to do with a plan; ask the one question whose answer could still mend it."""
    spot = question_named(turn.kb, "spot")
    helps = not result.feasible and any(lever.id == "spot" for lever in result.levers)
    said = "spot_ok" in turn.state.slots or {"spot"} & (turn.state.skipped.keys() | turn.state.asked.keys())
    if spot is not None and helps and not said:
        ask(turn, spot)
        return
    levers = [lever.change for lever in result.levers[:2]] if not result.feasible else []
    turn.offer(*levers)
    for text in ("quick.why", "quick.export", "quick.restart"):
        turn.offer(turn.words(text))


def reask(turn: Turn) -> None:
    """Show the open question again after a digression; the same one, for the state did not change."""
    slot = question_named(turn.kb, turn.state.open) or (
        None if turn.state.result is not None else next_question(turn.kb, turn.state)
    )
    if slot is not None:
        ask(turn, slot)


def on_the_plan(answer: Callable[[Turn, PlanResult], None]) -> Callable[[Turn], None]:
    """Return the handler that gives `answer` the plan in force, then comes back to what is open."""

    @wraps(answer)
    def handler(turn: Turn) -> None:
        turn.closing = False
        result = reworded(turn)
        if result is not None:
            answer(turn, result)
            reask(turn)

    return handler
