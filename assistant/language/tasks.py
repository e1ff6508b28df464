"""Which kind of work a message is about: said outright, or implied by model, method and size together."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.language.catalogue import ModelNames
from assistant.language.context import Context
from assistant.language.negation import negated
from assistant.language.spans import Finding

KINDS = {
    "clip": "multimodal", "vlm": "multimodal", "detection": "vision", "segmentation": "vision", "vision-cls": "vision",
    "diffusion-image": "diffusion", "diffusion-video": "diffusion", "encoder": "nlp", "encoder-decoder": "nlp",
    "llm-dense": "llm", "llm-moe": "llm", "recsys": "recsys", "speech-asr": "speech", "speech-tts": "speech",
}  # fmt: skip
DOMAINS = ("diffusion", "multimodal", "speech", "vision", "recsys", "rl", "nlp", "other")
SMALLEST_LLM = 3e8


@dataclass(frozen=True, slots=True)
class Said:
    """What else the message says, as far as it bears on the task."""

    model: str = ""
    params: float = 0
    method: Finding | None = None
    audio: bool = False
    data: bool = False
    tokens: float = 0
    set: bool = False


def model_task(kb: Knowledge, model: str, context: Context) -> str:
    """Return the task a model name stands for: "llm" leaves open which of the three; "" for an unknown kind."""
    if not model:
        return ""
    entry = kb.models.get(model)
    names = context.lexicon.models
    if entry is not None and entry.kind == "vlm" and any(model.startswith(name) for name in names.text_first):
        return "llm"
    if entry is not None:
        return KINDS.get(entry.kind, "")
    told = _by_name(names, model)
    if told:
        return told
    kinds = names.kinds
    head = model.rstrip("0123456789.-")
    for length in range(len(head), 1, -1):
        if head[:length] in kinds:
            return KINDS.get(kinds[head[:length]], "")
    return "llm" if model[-1:] == "b" else ""


def _by_name(names: ModelNames, model: str) -> str:
    """Return the task that a family outside the catalogue, or a part of a name, stands for; the longest name first."""
    parts = model.split("-")
    for length in range(len(parts), 0, -1):
        if length == 1:
            said = next((task for part, task in names.in_name if part in model), "")
            if said:
                return said
        name = "-".join(parts[:length])
        told = names.family_tasks.get(name) or names.family_tasks.get(name.rstrip("0123456789."))
        if told:
            return told
    return ""


def task_of(kb: Knowledge, context: Context, said: Said) -> Finding | None:
    """Return the task, None where nobody said or implied one."""
    hits = [Finding("task", hit.value, hit.start, hit.end, 3) for hit in context.hits("task")]
    named = [hit for hit in hits if not negated(context, hit.start, hit.end)]
    hints = {
        hit.value
        for hit in context.hits("hint")
        if hit.value == "no_training" or not negated(context, hit.start, hit.end)
    }
    denied = {hit.value for hit in context.hits("hint") if negated(context, hit.start, hit.end)}
    by_model = model_task(kb, said.model, context)
    if "llm" in denied and by_model == "llm":
        by_model = ""
    values = [hit.value for hit in named if hit.value != "none"]
    if "ppo" in hints:
        return _ppo(context, values, denied)
    chosen = _choose(values, by_model, hints, said, asked=context.asking == "task")
    if chosen is None:
        return None
    for hit in named:
        if hit.value == chosen:
            return hit
    return Finding("task", chosen, 0, 0, 1, "implied")


def _ppo(context: Context, values: list[str], denied: set[str]) -> Finding:
    place = next(hit for hit in context.hits("hint") if hit.value == "ppo")
    value = "rl" if "rl" in values or "llm" in denied else "llm_alignment"
    return Finding("task", value, place.start, place.end, 3)


def _choose(values: list[str], by_model: str, hints: set[str], said: Said, *, asked: bool) -> str | None:
    trains = bool({"finetune", "train"} & hints or said.method or {"llm_pretrain", "llm_alignment"} & set(values))
    idle = _untrained(values, by_model, hints, trains=trains or (said.data and bool(set(DOMAINS) & set(values))))
    if idle:
        return idle
    domains = [value for value in DOMAINS if value in values]
    llm = by_model == "llm" or "llm" in hints or said.params >= 1e9
    if "llm_alignment" in values:
        return "llm_alignment"
    if by_model == "vision" and "diffusion" in domains:
        return "diffusion"  # a U-Net or a ViT is also the backbone of a diffusion model
    if by_model and by_model != "llm":
        return "multimodal" if "multimodal" in domains and by_model in {"llm", "vision"} else by_model
    if "multimodal" in domains and by_model == "llm":
        return "multimodal"
    if domains and not (by_model == "llm" or (llm and domains[0] in {"nlp", "other"})):
        if domains[0] == "rl" and llm and "llm" in hints:
            return "llm_alignment"
        return domains[0]
    for value in ("llm_pretrain", "llm_finetune"):
        if value in values:
            return value
    return _implied(by_model, hints, said, domains, trains=trains, asked=asked)


def _untrained(values: list[str], by_model: str, hints: set[str], *, trains: bool) -> str | None:
    """Return the task of a message about work in which nothing is trained."""
    if "inference" in values and ("no_training" in hints or not trains):
        return "inference"
    if "data_prep" in values and ("no_training" in hints or not (trains or by_model)):
        return "data_prep"
    return "inference" if "no_training" in hints and by_model == "llm" else None


def _implied(
    by_model: str, hints: set[str], said: Said, domains: list[str], *, trains: bool, asked: bool
) -> str | None:
    method = said.method.value if said.method else ""
    llm = by_model == "llm" or said.params >= SMALLEST_LLM
    if method == "scratch" and (by_model == "llm" or said.params >= 1e9 or said.tokens >= 1e9 or "llm" in hints):
        return "llm_pretrain"
    if said.audio and by_model != "llm" and "llm" not in hints:
        return "speech"
    if llm and ("finetune" in hints or method in {"lora", "qlora", "full"}):
        return "llm_finetune"
    if "llm" in hints and ("finetune" in hints or method in {"lora", "qlora"}):
        return "llm_finetune"
    if "chatbot" in hints and not domains and (asked or {"train", "finetune", "make"} & hints or method):
        return "llm_finetune"
    if said.audio:
        return "speech"
    if domains:
        return domains[0]
    return "vision" if "vision" in hints and not llm and (trains or said.set) else None
