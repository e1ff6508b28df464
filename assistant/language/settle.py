"""The second half of a reading: words beside the numbers, short answers, what a card is to the person."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.language.binding import offered_money
from assistant.language.context import Context
from assistant.language.frames import Frame
from assistant.language.intents import is_question, starts, strip_head, strip_polite, whole_intent
from assistant.language.money import flags
from assistant.language.naming import with_size
from assistant.language.spans import Finding
from assistant.language.tasks import Said, task_of
from assistant.language.terms import method_of, methods, spot
from assistant.language.values import Choice

_SHORT = 40
_CONDITION = Frame(r"[,;.!?]|<<condition>>")
_WISH = Frame(r"<<wish>>\s*$")
_LUMP = Frame("<<money.lump>>")
_THEN = Frame(r"<<then>>[?!.\s]*$")


def add_terms(
    kb: Knowledge, context: Context, choice: Choice, precisions: list[Finding], *, question: bool, corrected: bool
) -> None:
    """Add method, precision, spot, the budget of one who names no amount, and the task."""
    _join_size(kb, choice)
    found = methods(context)
    tunes = bool({hit.value for hit in context.hits("hint")} & {"finetune"}) or any(f.value == "lora" for f in found)
    method, four = method_of(found, precisions, corrected=corrected, tunes=tunes)
    if method is not None:
        choice.set(method)
    elif found and all(finding.tag == "negated" for finding in found):
        choice.negated.add("method")
    said = [finding for finding in precisions if finding.tag != "negated" and not (four and finding.value == "int4")]
    wished = [f for f in said if context.frame(_WISH).search(context.rest[max(0, f.start - 12) : f.start])]
    if said and (corrected or wished or len({finding.value for finding in said}) == 1):
        choice.set((wished or said)[-1])
    supposed = starts(context, "whatif") or context.frame(_THEN).search(context.plain) is not None
    accepted = spot(context, question=question, supposed=supposed)
    if accepted is not None:
        choice.set(accepted)
    money = flags(context)
    if money is not None:
        choice.set_budget_flag(money)
    task = task_of(
        kb,
        context,
        Said(
            choice.slots.get("model", ""),
            choice.slots.get("params") or max(choice.slots.get("params_range") or [0]),
            method,
            "dataset_audio_hours" in choice.slots,
            any(slot.startswith("dataset") for slot in choice.slots),
            choice.slots.get("dataset_tokens", 0),
            bool({"batch", "image_size", "epochs", "train_steps"} & set(choice.slots)),
        ),
    )
    if task is not None:
        choice.set(task)


def _join_size(kb: Knowledge, choice: Choice) -> None:
    """Give a family that was named without size the size said elsewhere in the message."""
    model, params = choice.slots.get("model"), choice.slots.get("params")
    if not model or not params or choice.place("model") == choice.place("params"):
        return
    if not choice.open_model:
        return
    named, entry = with_size(model, params, kb), kb.models.get(model)
    if named:
        choice.slots["model"] = named
    elif entry is not None and entry.params and abs(entry.params - params) > entry.params / 2:
        choice.drop("model")  # the size said is none of the model that the family alone stands for


def add_short_answers(context: Context, choice: Choice) -> None:
    """Add what a short answer means under the open question alone."""
    bare = strip_polite(context.plain, context.lexicon)
    if context.asking in {"method", "task"} and context.asking not in choice.slots:
        words = context.lexicon.words(f"asked.{context.asking}")
        first = words.first(bare) if len(bare) <= _SHORT and not is_question(context) else None
        value = words.whole(bare) or (first.value if first and first.start == 0 else None)
        if value:
            choice.set(Finding(context.asking, value, 0, len(context.plain), 1))
    if context.asking == "budget" and "budget" not in choice.slots:
        flag = context.lexicon.words("asked.budget").whole(bare)
        if flag:
            choice.set(Finding("budget", {flag: True}, 0, len(context.plain), 1))
    if context.asking == "spot" and "spot_ok" not in choice.slots:
        whole = context.lexicon.words("intent.whole").whole(bare) or context.lexicon.words("intent.whole").whole(
            context.plain.strip()
        )
        whole = whole or whole_intent(context.plain, context.lexicon)
        for text in (context.plain.strip(), strip_head(context.plain, context.lexicon)):
            head = context.frame(_CONDITION).split(text, maxsplit=1)[0].strip()
            whole = whole or context.lexicon.words("intent.whole").whole(head)
        answer = {"confirm": True, "deny": False}.get(whole or "")
        if answer is None and context.lexicon.words("asked.spot").whole(bare):
            answer = True
        if answer is not None:
            choice.set(Finding("spot_ok", answer, 0, len(context.plain), 1))


def complete_budget(context: Context, choice: Choice) -> None:
    """Take the period and currency that the question offered, where the answer names none."""
    budget = choice.slots.get("budget")
    if context.asking != "budget" or not context.unit or not budget or "amount" not in budget:
        return
    offered = offered_money(context)
    lump = context.frame(_LUMP).search(context.rest, 0, choice.place("budget")[0])
    choice.slots["budget"] = {
        **budget,
        "currency": budget.get("currency") or offered["currency"],
        "per": budget["per"] if budget["per"] != "none" or lump else offered["per"],
    }


def settle_cards(context: Context, choice: Choice, intent: str) -> None:
    """Drop a count that only an article gave, where the card is asked about; say what the card is to the person."""
    if not choice.slots.get("gpu_mentioned"):
        return
    relation = _relation(context, choice, intent)
    if relation:
        choice.slots["gpu_rel"] = relation
    if choice.article_count and (intent in {"whynot", "compare"} or relation == "avoid"):
        choice.drop("gpu_count")


def _relation(context: Context, choice: Choice, intent: str) -> str | None:
    if intent in {"whynot", "compare"}:
        return "ask"
    start = choice.place("gpu_mentioned")
    first, last = context.clause(*start)
    hits = context.within("rel", first, start[0])
    if "gpu_mentioned" in choice.negated:
        hits = [hit for hit in hits if hit.value != "avoid"]
        if not hits:
            return "want"
    if any(hit.value == "avoid" for hit in hits):
        return "avoid"
    if hits:
        asked = "ask" if is_question(context) else "want"
        return asked if hits[-1].value == "need" else hits[-1].value
    if context.hits("rel.own"):
        return "have"
    if is_question(context):
        return "ask"
    return (
        "have"
        if any(hit.value == "have" and hit.end - hit.start > 3 for hit in context.within("rel", first, last))
        else None
    )
