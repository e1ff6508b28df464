"""A remark on the plan in force is answered from it: cheaper, faster, how sure, what was assumed, one part, sources."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.articles import article_blocks, claims_of
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning
from assistant.conversation.workload import assumed, workload_of
from assistant.planning import plan, sensitivity
from assistant.planning.result import Option, PlanResult
from assistant.planning.workload import applied
from assistant.wording.blocks import Block
from assistant.wording.explain import gap_blocks, main_reasons, rules_of, source_blocks
from assistant.wording.plan_lines import cost_text, gpu_text, hours_text, offer_text
from assistant.wording.plan_report import assumption_text, headline, lever_blocks, option_blocks, plan_lines


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
    if option is not None and not _same(option, result.plan):
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
    if free is not None and best is not None and not _same(free, best) and _is_better(name, free, best):
        turn.add("answer", _told(turn, f"remark.{name}.free", free), f"options.{name}.free")


def _is_better(name: str, one: Option, other: Option) -> bool:
    if name == "fastest":
        return one.hours.mid < other.hours.mid
    return one.cost is not None and other.cost is not None and one.cost.mid < other.cost.mid


def _same(one: Option, other: Option) -> bool:
    return (one.offer.id, one.nodes, one.offer.spot) == (other.offer.id, other.nodes, other.offer.spot)


def _told(turn: Turn, text_id: str, option: Option) -> str:
    return turn.words(
        text_id,
        gpu=gpu_text(turn.kb, option, turn.lang),
        offer=offer_text(turn.kb, option, turn.lang),
        hours=hours_text(turn.kb, option, turn.lang),
        cost=cost_text(turn.kb, option, turn.lang),
    )


def sure(turn: Turn) -> None:
    """Say how wide the figures are, and which assumption would change the machine if it were wrong."""
    result = flow.reworded(turn)
    turn.closing = False
    if result is None or result.plan is None:
        return
    turn.act("why", of="sensitivity")
    turn.add("answer", _told(turn, "remark.sure", result.plan), "sensitivity")
    points = sensitivity(turn.kb, workload_of(turn.state)) if result.feasible else ()
    title = turn.words("remark.breakpoints" if points else "remark.no-breakpoints")
    if result.feasible:
        turn.add("list", "\n".join([title, *(f"- {point.text}" for point in points)]), "sensitivity.breakpoints")
    _assumptions(turn, result)
    flow.reask(turn)


def options(turn: Turn) -> None:
    """Show what there is to choose from: the ways out of a plan that fails, else the options and the savings."""
    result = flow.reworded(turn)
    turn.closing = False
    if result is None:
        return
    turn.act("show", of="options")
    if not result.feasible:
        turn.blocks.extend(gap_blocks(turn.kb, result, turn.lang))
    else:
        blocks = (*option_blocks(turn.kb, result, turn.lang), *lever_blocks(turn.kb, result, turn.lang))
        turn.blocks.extend(blocks or (Block("answer", headline(turn.kb, result, turn.lang), "plan"),))
    flow.reask(turn)


def reach(turn: Turn) -> None:
    """Say how many cards the deadline asks for, and what the budget buys on the machine of the plan."""
    result = flow.reworded(turn)
    turn.closing = False
    if result is None:
        return
    turn.act("explain", of="plan.reach")
    if result.reach:
        turn.add("list", "\n".join(f"- {text}" for text in result.reach), "reach")
    else:
        turn.say("remark.no-reach")
    flow.reask(turn)


def taken(turn: Turn) -> None:
    """Show what was assumed, each with its reason."""
    result = flow.reworded(turn)
    turn.closing = False
    if result is None:
        return
    turn.act("show", of="assumptions")
    if not _assumptions(turn, result):
        turn.say("remark.nothing-assumed")
    flow.reask(turn)


def _assumptions(turn: Turn, result: PlanResult) -> bool:
    entries = (*assumed(turn.kb, turn.state), *result.assumptions)
    rows = [f"- {assumption_text(turn.kb, entry, turn.lang)}" for entry in entries]
    if rows:
        turn.add("list", "\n".join([turn.words("proposal.assumptions"), *rows]), "assumptions")
    return bool(rows)


def brief(turn: Turn) -> None:
    """The plan in one sentence."""
    result = flow.reworded(turn)
    turn.closing = False
    if result is None:
        return
    turn.act("show", of="plan")
    turn.add("answer", headline(turn.kb, result, turn.lang), "plan")
    flow.reask(turn)


def pick(turn: Turn) -> None:
    """Which one I would take: the recommended one, and why."""
    result = flow.reworded(turn)
    turn.closing = False
    if result is None or result.plan is None:
        return
    turn.act("why", of="plan.gpu")
    turn.emit("explained", of="plan.gpu", level=1)
    turn.add("answer", _told(turn, "remark.pick", result.plan), "plan")
    turn.blocks.extend(main_reasons(turn.kb, result, turn.lang))
    flow.reask(turn)


def source(turn: Turn) -> None:
    """Say where the figures come from: of the line that is named, else of the whole plan."""
    result = flow.reworded(turn)
    turn.closing = False
    if result is None:
        return
    turn.act("why", of="sources")
    blocks = source_blocks(turn.kb, result, "gpu" if turn.heard.line == "gpu_count" else turn.heard.line, turn.lang)
    turn.blocks.extend(blocks or main_reasons(turn.kb, result, turn.lang, level=3))
    flow.reask(turn)


def articles(turn: Turn) -> None:
    """Say what the articles say of the answer that was given last, else of the line of the plan that is named."""
    turn.closing = False
    turn.act("why", of="articles")
    result = flow.reworded(turn)
    claims = list(claims_of(turn.kb, turn.state.topic))
    if not claims and result is not None:
        told = rules_of(turn.kb, result, turn.heard.line) if turn.heard.line else result.rules
        rules = [rule for use in told if (rule := turn.kb.rules.get(use.id))]
        claims = [claim for rule in rules for claim in (*rule.claims, *rule.overrules)]
    blocks = article_blocks(turn.kb, claims, turn.lang)
    turn.blocks.extend(blocks)
    if not blocks:
        turn.say("articles.none")
    flow.reask(turn)


def part(turn: Turn) -> None:
    """Show one line of the plan again."""
    result = flow.reworded(turn)
    turn.closing = False
    if result is None:
        return
    line = "gpu" if turn.heard.line == "gpu_count" else turn.heard.line
    turn.act("show", of=f"plan.{line}")
    turn.emit("explained", of=f"plan.{line}", level=0)
    turn.blocks.extend(block for block in plan_lines(turn.kb, result, turn.lang) if block.id == f"plan.{line}")
    flow.reask(turn)
