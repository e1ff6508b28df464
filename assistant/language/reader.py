"""Text to meaning: the one pass every message takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from assistant.knowledge import Knowledge
from assistant.language.binding import bare_answer, bind
from assistant.language.cards import count_cards, decide_count, wished_cards
from assistant.language.context import Context
from assistant.language.durations import listed
from assistant.language.extras import extras
from assistant.language.facts import facts_in
from assistant.language.frames import Frame
from assistant.language.gpus import find_gpus
from assistant.language.intents import (
    asks_for_figure,
    cleared_slots,
    intent_of,
    is_question,
    target_of,
    unknown_slots,
    whole_intent,
)
from assistant.language.lexicon import Lexicon, lexicon
from assistant.language.models import find_models
from assistant.language.negation import is_choice
from assistant.language.neighbours import also_bytes, continued, memory_beside_samples, period_of_money
from assistant.language.normalise import Text, normalise
from assistant.language.quantities import quantities
from assistant.language.quantity import Quantity
from assistant.language.settings import pictures
from assistant.language.settle import add_short_answers, add_terms, complete_budget, settle_cards
from assistant.language.sizes import cards_of_size
from assistant.language.spans import Finding, Scan
from assistant.language.terms import take_precisions
from assistant.language.understanding import Understanding
from assistant.language.values import Choice, choose

_THAN = Frame("<<than>>")
_WEIGHED = Frame("<<card.instead>>")
"""In a question it weighs two things and corrects none."""
_JOB = {"params", "params_range", "model", "dataset_bytes", "dataset_samples", "dataset_tokens", "deadline_hours"}
_TALKED_ABOUT = ("task", "method", "precision", "spot_ok", "dataset_audio_hours")


def understand(kb: Knowledge, text: str, asking: str | None = None, unit: str | None = None) -> Understanding:
    """Return what `text` means, as an answer to the open question `asking` (with the `unit` it offered), or on its own.

    Pure: the same arguments give the same value. No text raises.
    """
    words = lexicon(kb)
    message = normalise(text, words.script)
    context, findings, precisions = _read(message, words, asking or "", unit or "")
    question = is_question(context)
    corrected = any(
        not is_choice(context.rest, hit.start)
        and not (question and context.frame(_WEIGHED).match(context.rest, hit.start))
        for hit in context.hits("mark.correction")
    )
    findings = [memory_beside_samples(finding, findings, context) for finding in findings]
    if asks_for_figure(context):
        return Understanding(message.lang, "why", target=target_of(context, {}, "why"), question=True)
    choice = choose(findings, corrected=corrected)
    if context.frame(_THAN).search(context.rest, *choice.place("params_range")):
        choice.drop("params_range")
    add_terms(kb, context, choice, precisions, question=question, corrected=corrected)
    add_short_answers(context, choice)
    complete_budget(context, choice)
    of_the_job = {slot: value for slot, value in choice.slots.items() if f"fact.{slot}" not in words.kinds}
    intent = intent_of(context, of_the_job, question=question)
    if intent == "restart":
        choice.drop("method")
    if intent == "whynot":
        choice.drop("spot_ok")
    if intent in {"faq", "why", "diagnose"} and not _JOB & set(choice.slots):
        for slot in _TALKED_ABOUT:
            choice.drop(slot)
    settle_cards(context, choice, intent)
    return _result(message, context, choice, intent, question=question, corrected=corrected)


def _read(message: Text, words: Lexicon, asking: str, unit: str) -> tuple[Context, list[Finding], list[Finding]]:
    """Return (context after names were blanked, findings, precisions)."""
    scan = Scan(message.plain, message.plain, words.frames)
    find_gpus(scan, words.gpus)
    find_models(scan, words.models, words.kb)
    for stated in facts_in(words.kb, scan.rest):
        scan.add(stated, take=not isinstance(stated.value, str))
    named = {finding.slot for finding in scan.findings}
    first = Context(message.plain, scan.rest, words, asking, unit)
    precisions = take_precisions(scan, first)
    for finding in cards_of_size(Context(message.plain, scan.rest, words)):
        scan.add(finding)
    for finding in pictures(scan.rest):
        scan.add(finding, take=False)
        scan.take(finding.start, finding.end, " ")  # "eight 1920x1080 videos": the noun belongs to the count
    digits = scan.rest
    for finding in precisions:
        digits = digits[: finding.start] + " " * (finding.end - finding.start) + digits[finding.end :]
    context = Context(
        message.plain,
        scan.rest,
        words,
        asking,
        unit,
        "gpu_mentioned" in named,
        "model" in named,
        _of_sound(scan, words),
    )
    numbers = replace(context, rest=digits)
    count_cards(scan, numbers)
    decide_count(scan, numbers)
    free = _read_numbers(scan, digits, numbers)
    scan.findings = wished_cards(scan)
    scan.findings = [finding for finding in scan.findings if not period_of_money(finding, scan.findings, numbers)]
    answered = any(finding.tag != "negated" for finding in scan.findings if finding.slot.startswith(_prefix(asking)))
    if not answered and whole_intent(message.plain, words) is None:
        scan.findings.extend(bare_answer(free, numbers))
    return context, scan.findings, precisions


def _read_numbers(scan: Scan, digits: str, context: Context) -> list[Quantity]:
    """Note what every number in `digits` fills; return those that fill nothing by themselves."""
    free: list[Quantity] = []
    last: tuple[Quantity, Finding] | None = None
    denied = any(finding.slot == "gpu_count" and finding.tag == "negated" for finding in scan.findings)
    for quantity in quantities(_without(digits, scan.findings), context.lexicon):
        if any(found.start <= quantity.start < found.end for found in scan.findings if found.slot == "budget"):
            continue
        bound = (
            also_bytes(last, quantity, context)
            or bind(quantity, context)
            or continued(last, quantity, context, denied_cards=denied)
            or (listed(quantity, last[1].end, context) if last is not None else None)
        )
        if bound is not None:
            scan.findings.append(bound)
            last = (quantity, bound)
        elif quantity.key != "none" and quantity.noun != "none":
            free.append(quantity)
    return free


def _of_sound(scan: Scan, words: Lexicon) -> bool:
    named = [finding.value for finding in scan.findings if finding.slot == "model"]
    models = [words.kb.models.get(name) for name in named]
    return any(model is not None and model.kind.startswith("speech") for model in models) or any(
        task == "speech" and part in name for name in named for part, task in words.models.in_name
    )


def _prefix(asking: str) -> str:
    return {"dataset": "dataset", "deadline": "deadline", "gpu": "gpu_mentioned", "spot": "spot"}.get(
        asking, asking or "-"
    )


def _without(text: str, findings: list[Finding]) -> str:
    for finding in findings:
        if finding.slot == "gpu_count" and finding.tag in {"cards", "negated", "decided"}:
            text = text[: finding.start] + " " * (finding.end - finding.start) + text[finding.end :]
    return text


def _result(
    message: Text, context: Context, choice: Choice, intent: str, *, question: bool, corrected: bool
) -> Understanding:
    slots: dict[str, Any] = {**choice.slots, **extras(context, choice.slots.get("task"), choice.place("budget"))}
    spans = {
        slot: message.words(*place) for slot, place in choice.places.items() if slot in slots and place[1] > place[0]
    }
    hedges = context.hits("mark.hedge")
    hedged = tuple(
        slot
        for slot, place in choice.places.items()
        if slot in slots and any(context.clause(*place) == context.clause(h.start, h.end) for h in hedges)
    )
    marks: dict[str, tuple[str, ...]] = {
        "corrected": tuple(slots) if corrected else (),
        "hedged": hedged,
        "negated": tuple(sorted(choice.negated)),
        "doubtful": tuple(sorted(choice.doubtful)),
    }
    unknown = tuple(slot for slot in unknown_slots(context, intent) if slot not in slots)
    if intent in {"inform", "faq"} and not slots and unknown:
        intent = "unknown"
    cleared = [slot for slot in cleared_slots(context) if slot not in slots]
    cleared.extend(slot for slot in sorted(choice.negated) if slot in {"method", "task"} and slot not in slots)
    return Understanding(
        message.lang,
        intent,
        slots,
        unknown,
        spans,
        {kind: value for kind, value in marks.items() if value},
        tuple(dict.fromkeys(cleared)),
        target_of(context, slots, intent),
        question,
        message.cut,
    )
