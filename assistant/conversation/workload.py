"""Slots of the conversation to the workload that is planned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from assistant.conversation.state import State
from assistant.knowledge import Knowledge
from assistant.planning import Budget, Owned, Workload
from assistant.planning.result import Assumption
from assistant.wording.slot_values import slot_title, slot_value
from assistant.wording.texts import say


def effective_slots(state: State) -> dict[str, Any]:
    """Return the slots with what was taken for skipped questions; what was said wins."""
    taken: dict[str, Any] = {}
    for answers in state.skipped.values():
        taken.update(answers)
    if "model" in state.slots or "params" in state.slots:
        taken.pop("model", None)  # a size that was taken stays: it fills in for a model without a fixed one
    if any(slot.startswith("dataset_") for slot in state.slots):
        taken = {slot: value for slot, value in taken.items() if not slot.startswith("dataset_")}
    return {**taken, **state.slots}


def assumed(kb: Knowledge, state: State) -> tuple[Assumption, ...]:
    """Return what was taken instead of answers, as far as nothing that was said replaced it."""
    in_force = effective_slots(state)
    found = _upper_end(kb, in_force, state.lang)
    for question, taken in state.skipped.items():
        record = next((slot for slot in kb.slots.values() if slot.asks == question), None)
        why = record.default_why.of(state.lang) if record and record.default_why else ""
        for slot, value in taken.items():
            if slot not in state.slots and in_force.get(slot) == value:
                title = slot_title(kb, slot, state.lang)
                found.append(Assumption(title, slot_value(kb, slot, value, state.lang), why))
    return tuple(found)


def _upper_end(kb: Knowledge, slots: Mapping[str, Any], lang: str) -> list[Assumption]:
    """Return that a range of sizes is planned at its upper end, where it is."""
    span = slots.get("params_range")
    if not span or "params" in slots or "model" in slots:
        return []
    why = say(kb, "assume.upper-end", lang, range=slot_value(kb, "params_range", span, lang))
    return [Assumption(slot_title(kb, "params", lang), slot_value(kb, "params", max(span), lang), why)]


def workload_of(state: State) -> Workload:
    """Return what `state` describes."""
    return build(effective_slots(state), state.lang, state.home)


def build(slots: Mapping[str, Any], lang: str, home: str = "") -> Workload:
    """Return the workload of `slots`.

    A range of sizes is planned at its upper end. Hardware the user has becomes `owned`.

    Raises:
        pydantic.ValidationError: a value is impossible.
    """
    stated = {name: value for name, value in slots.items() if value is not None}
    fields = {name: value for name, value in stated.items() if name in Workload.model_fields}
    span = fields.get("params_range")
    if span and "params" not in fields and "model" not in fields:
        fields["params"] = int(max(span))
    if "budget" in fields:
        fields["budget"] = Budget.model_validate(fields["budget"])
    fields["facts"] = {name: value for name, value in stated.items() if name not in Workload.model_fields}
    if fields.get("gpu_rel") == "have" and fields.get("gpu_mentioned"):
        fields["owned"] = _owned(fields)
    if home:
        fields["home"] = home
    return Workload.model_validate({**fields, "lang": lang})


def _owned(fields: Mapping[str, Any]) -> Owned:
    return Owned(
        gpu=fields["gpu_mentioned"][0],
        count=fields.get("gpu_count") or 1,
        vram_gb=fields.get("vram_gb"),
        ram_gb=fields.get("ram_gb"),
        cpu_cores=fields["facts"].get("cpu_cores_have"),
    )


def fault(slots: Mapping[str, Any]) -> str | None:
    """Return the slot that makes `slots` no workload, None where all is well."""
    try:
        build(slots, "en")
    except ValidationError as error:
        return str(error.errors()[0]["loc"][0]) if error.errors()[0]["loc"] else "budget"
    return None
