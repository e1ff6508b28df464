"""A part of the plan in force shown again: options, what was not taken, assumptions, sources, articles, one line."""

from __future__ import annotations

from dataclasses import replace

from assistant.conversation import flow
from assistant.conversation.articles import article_blocks, claims_of
from assistant.conversation.turn import Turn
from assistant.conversation.workload import assumed
from assistant.planning.result import PlanResult
from assistant.wording.blocks import Block
from assistant.wording.explain import gap_blocks, main_reasons, rules_of, source_blocks
from assistant.wording.plan_report import assumption_text, headline, lever_blocks, option_blocks, plan_lines

POINTS = 3
"""On how many points the articles are told at once; the rest is folded."""


@flow.on_the_plan
def options(turn: Turn, result: PlanResult) -> None:
    """Show what there is to choose from: the ways out of a plan that fails, else the options and the savings."""
    turn.act("show", of="options")
    if not result.feasible:
        turn.blocks.extend(gap_blocks(turn.kb, result, turn.lang))
    else:
        blocks = (*option_blocks(turn.kb, result, turn.lang), *lever_blocks(turn.kb, result, turn.lang))
        turn.blocks.extend(blocks or (Block("answer", headline(turn.kb, result, turn.lang), "plan"),))


@flow.on_the_plan
def rejected(turn: Turn, result: PlanResult) -> None:
    """List every machine that was looked at and not taken, each with its reason."""
    turn.act("whynot", target=None)
    rows = list(dict.fromkeys(entry.text for entry in result.rejected))
    if rows:
        turn.add("list", "\n".join([turn.words("remark.rejected"), *(f"- {row}" for row in rows)]), "rejected.all")
    else:
        turn.say("remark.nothing-rejected")


@flow.on_the_plan
def reach(turn: Turn, result: PlanResult) -> None:
    """Say how many cards the deadline asks for, and what the budget buys on the machine of the plan."""
    turn.act("explain", of="plan.reach")
    if result.reach:
        turn.add("list", "\n".join(f"- {text}" for text in result.reach), "reach")
    else:
        turn.say("remark.no-reach")


@flow.on_the_plan
def taken(turn: Turn, result: PlanResult) -> None:
    """Show what was assumed, each with its reason."""
    turn.act("show", of="assumptions")
    if not assumption_list(turn, result):
        turn.say("remark.nothing-assumed")


def assumption_list(turn: Turn, result: PlanResult) -> bool:
    """Add what was assumed, each with its reason; return whether anything was."""
    entries = (*assumed(turn.kb, turn.state), *result.assumptions)
    rows = [f"- {assumption_text(turn.kb, entry, turn.lang)}" for entry in entries]
    if rows:
        turn.add("list", "\n".join([turn.words("proposal.assumptions"), *rows]), "assumptions")
    return bool(rows)


@flow.on_the_plan
def brief(turn: Turn, result: PlanResult) -> None:
    """The plan in one sentence."""
    turn.act("show", of="plan")
    turn.add("answer", headline(turn.kb, result, turn.lang), "plan")


@flow.on_the_plan
def source(turn: Turn, result: PlanResult) -> None:
    """Say where the figures come from: of the line that is named, else of the whole plan."""
    turn.act("why", of="sources")
    blocks = source_blocks(turn.kb, result, "gpu" if turn.heard.line == "gpu_count" else turn.heard.line, turn.lang)
    turn.blocks.extend(blocks or main_reasons(turn.kb, result, turn.lang, level=3))


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
    first, rest = blocks[:POINTS], blocks[POINTS:]
    turn.blocks.extend((*first, *(replace(block, folded=True) for block in rest)))
    if not blocks:
        turn.say("articles.none")
    elif rest:
        turn.say("articles.more", kind="note", n=len(rest))
    flow.reask(turn)


@flow.on_the_plan
def steps(turn: Turn, result: PlanResult) -> None:
    """Say how to begin: the advice on the process that came with the plan, then the hand-over."""
    turn.act("show", of="advice")
    rows = [f"- {entry.text}" for entry in result.advice]
    if rows:
        turn.add("list", "\n".join([turn.words("proposal.advice"), *rows]), "advice.all")
    turn.say("remark.steps")


@flow.on_the_plan
def part(turn: Turn, result: PlanResult) -> None:
    """Show one line of the plan again."""
    line = "gpu" if turn.heard.line == "gpu_count" else turn.heard.line
    turn.act("show", of=f"plan.{line}")
    turn.emit("explained", of=f"plan.{line}", level=0)
    turn.blocks.extend(block for block in plan_lines(turn.kb, result, turn.lang) if block.id == f"plan.{line}")


def named_option(turn: Turn) -> None:
    """Show the option of the plan that a message asks for by its name."""
    one_option(turn, turn.heard.intent.removeprefix("option."))


def one_option(turn: Turn, name: str) -> None:
    """Show one of the options of the plan, and how to get it."""
    result = turn.state.result
    option = result.options.get(name) if result is not None else None
    turn.act("show", option=name)
    if result is None or option is None:
        turn.say("show.no-option")
    elif result.plan is not None and option.id == result.plan.id:
        turn.say(f"show.is-{name}")
        turn.add("plan", headline(turn.kb, result, turn.lang), f"options.{name}")
    else:
        chosen = replace(result, plan=option)
        turn.add("plan", headline(turn.kb, chosen, turn.lang), f"options.{name}")
        turn.blocks.extend(plan_lines(turn.kb, chosen, turn.lang))
    turn.closing = False
    flow.reask(turn)
