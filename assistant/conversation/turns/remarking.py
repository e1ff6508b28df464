"""A remark on the plan in force is answered from it: thanks, cheaper, faster, how sure, which one I would take."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning, recalling
from assistant.conversation.workload import workload_of
from assistant.planning import plan, sensitivity
from assistant.planning.result import Option, PlanResult
from assistant.planning.workload import applied
from assistant.wording.explain import main_reasons
from assistant.wording.plan_lines import cost_text, gpu_text, hours_text, offer_text
from assistant.wording.plan_report import lever_blocks


def thanks(turn: Turn) -> None:
    """You are welcome; what was open stays open."""
    turn.closing = False
    turn.act("greet")
    turn.say("remark.thanks")
    flow.reask(turn)


def nod(turn: Turn) -> None:
    """A word of approval: the plan stands, or the open question does."""
    turn.closing = False
    turn.act("confirm")
    turn.say("confirm.fine" if turn.state.result is not None and turn.before.open is None else "remark.nod")
    flow.reask(turn)


def cheaper(turn: Turn) -> None:
    """Show the cheapest option, what it costs in time, and the changes that would save money."""
    _better(turn, "cheapest", {"deadline_hours": None})


def faster(turn: Turn) -> None:
    """Show the fastest option, what it costs in money, and what more money would buy."""
    _better(turn, "fastest", {"budget": {"unlimited": True}})


def _better(turn: Turn, name: str, without: dict[str, object]) -> None:
    """Answer with the option `name`, then with what holds once the limit `without` is gone, then with the levers."""
    result = flow.reworded(turn)
    turn.closing = False
    turn.act("show", option=name)
    if result is None or result.plan is None:
        turn.say("show.no-option")
        return
    option = result.options.get(name)
    if option is not None and option.machine != result.plan.machine:
        turn.add("answer", _told(turn, f"remark.{name}", option), f"options.{name}")
    elif result.feasible:
        turn.add("answer", _told(turn, f"remark.{name}.already", result.plan), f"options.{name}")
    _without_limit(turn, result, name, without)
    if name == "cheapest" or not result.feasible:
        turn.blocks.extend(lever_blocks(turn.kb, result, turn.lang))
    if turn.heard.asks:
        questioning.answer_below(turn)
    flow.reask(turn)


def _without_limit(turn: Turn, result: PlanResult, name: str, without: dict[str, object]) -> None:
    """Say what the job would come to without one limit, where that is better by the plan's own figures."""
    if all(getattr(result.workload, slot) is None for slot in without):
        return
    free = plan(turn.kb, applied(workload_of(turn.state), without)).options.get(name)
    best = result.options.get(name) or result.plan
    if free is not None and best is not None and free.machine != best.machine and _is_better(name, free, best):
        turn.add("answer", _told(turn, f"remark.{name}.free", free), f"options.{name}.free")


def _is_better(name: str, one: Option, other: Option) -> bool:
    if name == "fastest":
        return one.hours.mid < other.hours.mid
    return one.cost is not None and other.cost is not None and one.cost.mid < other.cost.mid


def _told(turn: Turn, text_id: str, option: Option) -> str:
    return turn.words(
        text_id,
        gpu=gpu_text(turn.kb, option, turn.lang),
        offer=offer_text(turn.kb, option, turn.lang),
        hours=hours_text(turn.kb, option, turn.lang),
        cost=cost_text(turn.kb, option, turn.lang),
    )


@flow.on_the_plan
def sure(turn: Turn, result: PlanResult) -> None:
    """Say how wide the figures are, and which assumption would change the machine if it were wrong."""
    if result.plan is None:
        return
    turn.act("why", of="sensitivity")
    turn.add("answer", _told(turn, "remark.sure", result.plan), "sensitivity")
    points = sensitivity(turn.kb, workload_of(turn.state)) if result.feasible else ()
    title = turn.words("remark.breakpoints" if points else "remark.no-breakpoints")
    if result.feasible:
        turn.add("list", "\n".join([title, *(f"- {point.text}" for point in points)]), "sensitivity.breakpoints")
    recalling.assumption_list(turn, result)


@flow.on_the_plan
def pick(turn: Turn, result: PlanResult) -> None:
    """Which one I would take: the recommended one, and why."""
    if result.plan is None:
        return
    turn.act("why", of="plan.gpu")
    turn.emit("explained", of="plan.gpu", level=1)
    turn.add("answer", _told(turn, "remark.pick", result.plan), "plan")
    turn.blocks.extend(main_reasons(turn.kb, result, turn.lang))
