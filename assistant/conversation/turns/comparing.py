"""Cards or methods side by side, for this job."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.questions import next_question
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning
from assistant.conversation.workload import workload_of
from assistant.planning import compare as compare_cards
from assistant.planning import plan
from assistant.planning.result import PlanResult, plain
from assistant.wording.comparison import comparison_blocks, method_blocks
from assistant.wording.plan_report import headline, option_blocks


def compare(turn: Turn) -> None:
    """Show a table where the job is known; else answer in general, and come back to the open question."""
    turn.closing = False
    cards = tuple(str(name) for name in turn.heard.target.get("gpus") or turn.heard.slots.get("gpu_mentioned") or ())
    known = [name for name in cards if turn.kb.find_gpu(name) is not None]
    methods = methods_in(turn)
    ready = turn.state.result is not None or next_question(turn.kb, turn.state) is None
    if ready and known:
        _cards(turn, known)
        if turn.heard.asks:
            questioning.answer_below(turn)
    elif ready and len(methods) > 1:
        _methods(turn, methods)
    elif turn.state.result is not None and not known:
        _options(turn, turn.state.result)
    else:
        turn.act("compare", what="general", gpus=known)
        questioning.answer_beside(turn)
        if not turn.blocks:
            turn.say("compare.no-plan")
    flow.reask(turn)


def _cards(turn: Turn, names: list[str]) -> None:
    result = turn.state.result
    if len(names) == 1 and result is not None and result.plan is not None and result.plan.gpu:
        names = [result.plan.gpu, *names]
    rows = compare_cards(turn.kb, workload_of(turn.state), names)
    turn.act("compare", what="gpus", gpus=names, rows=plain(rows))
    if rows:
        turn.blocks.extend(comparison_blocks(turn.kb, rows, turn.lang))
    else:
        turn.say("compare.no-card")


def methods_in(turn: Turn) -> list[str]:
    """Return the methods that the message names, in the order of the slot's choices."""
    words = turn.heard.text.casefold()
    named = {
        choice.id: (choice.id, choice.name.en.casefold(), choice.name.zh) for choice in turn.kb.slots["method"].choices
    }
    found = [method for method, names in named.items() if any(name in words for name in names)]
    if "lora" in found and "qlora" in found and words.count("lora") == words.count("qlora"):
        found.remove("lora")
    return found + ["full"] * ("full" not in found and "全参" in words)


def _methods(turn: Turn, methods: list[str]) -> None:
    job = workload_of(turn.state)
    titles = {choice.id: choice.name.of(turn.lang) for choice in turn.kb.slots["method"].choices}
    rows = []
    for method in methods:
        result = plan(turn.kb, job.model_copy(update={"method": method}))
        verdict = "" if result.feasible else headline(turn.kb, result, turn.lang)
        rows.append((titles[method], result.plan, verdict))
    turn.act("compare", what="methods", methods=methods)
    turn.blocks.extend(method_blocks(turn.kb, rows, turn.lang))


def _options(turn: Turn, result: PlanResult) -> None:
    """Show the plan's own options side by side."""
    turn.act("compare", what="options", options=list(result.options))
    blocks = tuple(option_blocks(turn.kb, result, turn.lang))
    turn.blocks.extend(blocks)
    if not blocks:
        turn.add("plan", headline(turn.kb, result, turn.lang), "plan")
