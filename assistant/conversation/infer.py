"""What follows from what was said, each inference with its reason, none of them hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assistant.conversation.state import State
from assistant.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Inference:
    """A slot that follows from others; `value` None clears it. `reason` is the id of a text."""

    slot: str
    value: Any
    reason: str


def infer(kb: Knowledge, state: State, said_now: Mapping[str, Any]) -> list[Inference]:
    """Return what follows from the slots of `state`, of which `said_now` came with this message."""
    return [*_size(kb, state, said_now), *_task(kb, state, said_now), *_own(state), *_count(state)]


def _own(state: State) -> list[Inference]:
    """Cards that were named are the user's own where nothing may be rented."""
    slots = state.slots
    own = slots.get("provider") == "owned" and slots.get("gpu_mentioned") and slots.get("gpu_rel") != "have"
    return [Inference("gpu_rel", "have", "infer.own")] if own else []


def _count(state: State) -> list[Inference]:
    """A card that the user has, without a number, is one card."""
    slots = state.slots
    one = slots.get("gpu_rel") == "have" and len(slots.get("gpu_mentioned") or ()) == 1 and "gpu_count" not in slots
    return [Inference("gpu_count", 1, "infer.one-card")] if one else []


def _size(kb: Knowledge, state: State, said_now: Mapping[str, Any]) -> list[Inference]:
    """A named model brings its exact count; a new count without a name drops a name it does not fit."""
    slots = state.slots
    model = kb.models.get(slots.get("model", ""))
    if model is None or model.params is None:
        return []
    if "model" in said_now:
        if "params" not in said_now:
            return [Inference("params", model.params, "infer.params-of-model")]
        return []
    if "params" in said_now and not _same_size(kb, said_now["params"], model.params, model.name_size_b):
        return [Inference("model", None, "infer.other-size")]
    return []


def _same_size(kb: Knowledge, said: float, exact: int, name_size_b: float | None) -> bool:
    near = kb.number("conversation.same_size")
    sizes = [exact, *([name_size_b * 1e9] if name_size_b else [])]
    return any(abs(said - size) <= near * size for size in sizes)


def _task(kb: Knowledge, state: State, said_now: Mapping[str, Any]) -> list[Inference]:
    slots = state.slots
    if "task" in said_now:
        return _other_kind(kb, state, said_now)
    if "task" in slots and "task" not in state.inferred and "model" not in said_now:
        return []
    model = kb.models.get(slots.get("model", ""))
    kinds = kb.constants["conversation.task_of_kind"].words
    if model is not None and model.kind in kinds:
        return _task_of_model(state, kinds[model.kind])
    if "task" in slots or not (slots.get("params") or slots.get("params_range")):
        return []
    tasks = kb.constants["conversation.task_of_method"].words
    method = slots.get("method")
    return [Inference("task", tasks[method], "infer.task-of-method")] if method in tasks else []


def _other_kind(kb: Knowledge, state: State, said_now: Mapping[str, Any]) -> list[Inference]:
    """A new task drops a model of another kind that was named before, and the size that came with it."""
    model = kb.models.get(state.slots.get("model", ""))
    implied = kb.constants["conversation.task_of_kind"].words.get(model.kind) if model is not None else None
    if implied is None or "model" in said_now or _fits_kind(said_now["task"], implied):
        return []
    size = [Inference("params", None, "infer.other-kind")] if "params" in state.inferred else []
    return [Inference("model", None, "infer.other-kind"), *size]


def _fits_kind(said: str, implied: str) -> bool:
    """Return whether a model of the kind `implied` can be what the task `said` is about."""
    llm = ("llm_finetune", "llm_pretrain", "llm_alignment", "nlp", "multimodal")
    return said == implied or said in {"data_prep", "inference", "rl", "other"} or (said in llm and implied in llm)


def _task_of_model(state: State, implied: str) -> list[Inference]:
    """Return the task a named model stands for, none where what was said may stand beside it."""
    said = state.slots.get("task")
    llm = implied == "llm_finetune"
    if llm and state.slots.get("method") == "scratch":
        implied = "llm_pretrain"
    if said == implied or (said is not None and (llm or ("task" not in state.inferred and _fits(said, implied)))):
        return []
    return [Inference("task", implied, "infer.task-of-model")]


def _fits(said: str, implied: str) -> bool:
    """Return whether a task that was said may stand beside a model of another kind."""
    return said.startswith("llm_") or said in {"data_prep", "inference", "rl"} or implied in {"llm_finetune", "nlp"}
