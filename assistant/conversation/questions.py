"""Which question comes next, in which words, and what is taken where nobody answers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.conversation.reply import QuickReply
from assistant.conversation.state import State
from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Slot


def questions(kb: Knowledge) -> list[Slot]:
    """Return the slots that are asked for, in the order of asking."""
    return sorted((slot for slot in kb.slots.values() if slot.asks and slot.question), key=lambda slot: slot.priority)


def question_named(kb: Knowledge, name: str | None) -> Slot | None:
    """Return the slot whose question is called `name`."""
    return next((slot for slot in kb.slots.values() if slot.asks and slot.asks == name), None)


def question_of_slot(kb: Knowledge, slot: str) -> Slot | None:
    """Return the question that `slot` (or a question's own name) belongs to."""
    named = question_named(kb, slot)
    return named or next((entry for entry in questions(kb) if slot == entry.id or slot in entry.answered_by), None)


def next_question(kb: Knowledge, state: State) -> Slot | None:
    """Return the question to ask now, None where a plan can be made: a pure function of the state.

    A question is needed while no slot settles it, nobody skipped it and its answer can still change the plan.
    """
    if state.done:
        return None
    task = task_of(state)
    for slot in questions(kb):
        settled = slot.asks in state.skipped or any(_settles(kb, slot, name, state.slots) for name in slot.answered_by)
        if not settled and _needed(slot, task, state.slots):
            return slot
    return None


def _settles(kb: Knowledge, slot: Slot, name: str, slots: Mapping[str, Any]) -> bool:
    """Return whether the slot `name` answers the question; a model without a fixed size leaves its size open."""
    if name not in slots:
        return False
    model = kb.models.get(str(slots[name])) if name == "model" and slot.asks == "params" else None
    return model is None or model.params is not None


def task_of(state: State) -> str | None:
    """Return the task, said, inferred or taken for a skipped question."""
    return state.slots.get("task") or state.skipped.get("task", {}).get("task")


def _needed(slot: Slot, task: str | None, slots: Mapping[str, Any]) -> bool:
    if "any" not in slot.tasks and task not in slot.tasks:
        return False
    owns = slots.get("gpu_rel") == "have" and slots.get("gpu_mentioned")
    return not (slot.asks == "budget" and owns)


def bare_unit(kb: Knowledge, state: State, question: str | None, lang: str) -> str | None:
    """Return what a bare number would mean under `question`, said in `lang`."""
    slot = question_named(kb, question)
    if slot is None:
        return None
    variant = slot.variant(task_of(state))
    unit = (variant.unit if variant else None) or slot.bare_unit
    return unit.of(lang) if unit else None


def wording(slot: Slot, task: str | None, lang: str, *, short: bool = False) -> str:
    """Return the question in words; `short` for when it comes again."""
    variant = slot.variant(task)
    if short and variant is not None and variant.reask is not None:
        return variant.reask.of(lang)
    if short and slot.reask is not None:
        return slot.reask.of(lang)
    question = variant.question if variant else slot.question
    return question.of(lang) if question else slot.title.of(lang)


def quick_replies(slot: Slot, task: str | None, lang: str) -> tuple[QuickReply, ...]:
    """Return answers that can be picked under the question."""
    variant = slot.variant(task)
    examples = (variant.examples if variant else ()) or slot.examples
    return tuple(QuickReply(example.of(lang), example.of(lang)) for example in examples)
