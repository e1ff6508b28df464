"""From what was said to a whole job: models, sizes and methods, with a named assumption for whatever was left open."""

from __future__ import annotations

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Model
from assistant.planning import alignment
from assistant.planning.amount import amount_of_work
from assistant.planning.job import Job
from assistant.planning.mentions import card_of_memory
from assistant.planning.notes import Notes
from assistant.planning.result import Assumption
from assistant.planning.words import choice_name, say
from assistant.planning.workload import Workload
from assistant.sizing.checks import within
from assistant.sizing.derivation import Fact
from assistant.sizing.shapes import Shape, resolve_shape

TASK_OF_KIND = {
    "llm-dense": "llm_finetune", "llm-moe": "llm_finetune", "vision-cls": "vision", "detection": "vision",
    "segmentation": "vision", "encoder": "nlp", "encoder-decoder": "nlp", "diffusion-image": "diffusion",
    "diffusion-video": "diffusion", "vlm": "multimodal", "clip": "multimodal", "speech-asr": "speech",
    "speech-tts": "speech", "recsys": "recsys",
}  # fmt: skip
"""The task that a model of a kind is for, where nobody named one."""

SERVES = {
    "vision": {"vision"}, "diffusion": {"diffusion"}, "speech": {"speech"}, "recsys": {"recsys"},
    "llm_finetune": {"llm_finetune", "llm_pretrain", "llm_alignment", "nlp", "multimodal"},
    "nlp": {"nlp", "llm_finetune", "llm_pretrain", "llm_alignment", "multimodal"},
    "multimodal": {"multimodal", "llm_finetune", "llm_pretrain", "llm_alignment", "nlp", "vision"},
}  # fmt: skip
"""The training tasks that a model for the task on the left may be trained for; beside any other the model decides."""

FINER = {"detection", "segmentation", "clip"}
"""Kinds of models with usual values of their own within their task."""

ANY_MODEL = {"data_prep", "inference", "other"}
"""Tasks that no model contradicts."""

READS = {
    "vision": "image", "diffusion": "image", "multimodal": "image", "speech": "audio", "recsys": "table", "rl": "table",
}  # fmt: skip
"""What the loader of a task reads, where it is not text."""

WITHOUT_TEXT = {"vision", "diffusion", "speech", "recsys", "rl", "data_prep"}
"""Tasks whose samples have no length in tokens."""


def resolve(kb: Knowledge, workload: Workload) -> Job:
    """Return the whole job that `workload` describes; whatever is open becomes an assumption, nothing is refused."""
    notes = Notes(kb, workload.lang)
    model = kb.find_model(workload.model) if workload.model else None
    task = _task(model, workload, notes)
    model = model or _default_model(kb, workload, task, notes)
    kind = model.kind if model and model.kind in FINER else task
    method = _method(kb, workload, task, notes)
    _card(kb, workload, notes)
    params = _params(kb, workload, model, task, notes)
    seq_len = _seq_len(kb, workload, model, task, notes)
    _time_limit(kb, workload, task, notes)
    preference = _alignment(kb, workload, task, notes)
    work = amount_of_work(kb, workload, kind, params, (seq_len, (model and model.vocab_size) or 0), notes)
    batch = workload.batch or (1 if task == "data_prep" else _batch(kb, kind, notes))
    return Job(
        workload=workload,
        task=task,
        kind=kind,
        model=model,
        params=params,
        method=method,
        precision=_precision(workload, task, notes),
        optimizer=workload.optimizer or ("adamw_8bit" if "adamw_8bit" in workload.allow else "adamw"),
        offload=workload.offload or ("optimizer" if "offload" in workload.allow else "none"),
        seq_len=seq_len,
        image_size=_image_size(workload, model, task),
        audio_seconds=kb.number("planning.audio_seconds") if task == "speech" else None,
        global_batch=batch,
        amount=work.amount,
        unit=work.unit,
        dataset_bytes=work.dataset_bytes,
        bytes_per_unit=work.bytes_per_unit,
        currency=_currency(kb, workload, notes),
        reads=READS.get(task, "text"),
        alignment=preference,
        tokens_per_sample=work.tokens_per_sample,
        sequences=alignment.sequences(kb, task, preference),
        assumptions=tuple(notes.taken),
    )


def _card(kb: Knowledge, workload: Workload, notes: Notes) -> None:
    """Note which card a user has who named its memory alone."""
    if workload.gpu_rel == "have" and not workload.gpu_mentioned and workload.vram_gb:
        notes.assume("card", card_of_memory(kb, workload.vram_gb) or None)


def _time_limit(kb: Knowledge, workload: Workload, task: str, notes: Notes) -> None:
    """Note how long the cheapest run may take where nobody said: the slowest card is no answer to "cheap"."""
    if workload.budget is not None and workload.budget.minimize and workload.deadline_hours is None:
        notes.assume("time_limit", kb.constants["planning.patience_hours"].table[task])


def _by_task(kb: Knowledge, constant: str, kind: str) -> float:
    table = kb.constants[constant].table
    return table.get(kind, table.get("vision" if kind in FINER else "other", table["other"]))


def _alignment(kb: Knowledge, workload: Workload, task: str, notes: Notes) -> str:
    """Return the preference method, and say which models it keeps."""
    name = alignment.algorithm(kb, workload)
    if task == alignment.TASK:
        title = kb.constants["planning.alignment_titles"].words[name]
        notes.taken.append(Assumption("alignment", title, say(kb, workload.lang, f"assume.alignment.{name}")))
    return name


def _batch(kb: Knowledge, kind: str, notes: Notes) -> int:
    return int(notes.assume("batch", int(_by_task(kb, "planning.global_batch", kind))))


def _task(model: Model | None, workload: Workload, notes: Notes) -> str:
    kind = model.kind if model is not None else _described(notes.kb, workload)
    own = TASK_OF_KIND.get(kind, "other") if kind else None
    if workload.task:
        if own is None or workload.task in SERVES.get(own, {workload.task}) | ANY_MODEL:
            return workload.task
        if workload.task == "rl" and own == "llm_finetune":
            own = alignment.TASK  # reinforcement learning of a language model
        said = choice_name(notes.kb, notes.lang, "task", workload.task)
        notes.taken.append(Assumption("task", own, say(notes.kb, notes.lang, "assume.task_of_model", said=said)))
        return own
    if own is not None:
        return own
    if workload.method == "scratch" and (workload.params or workload.dataset_tokens):
        return str(notes.assume("task", "llm_pretrain"))
    return str(notes.assume("task", "llm_finetune"))


def _described(kb: Knowledge, workload: Workload) -> str:
    """Return the kind of network that a config.json describes, "" where there is none."""
    return resolve_shape(kb, config=workload.config).kind if workload.config else ""


def _default_model(kb: Knowledge, workload: Workload, task: str, notes: Notes) -> Model | None:
    """Return the usual model of a task where nobody said one, or how large it is."""
    if workload.params or workload.params_range or workload.config or task == "data_prep":
        return None
    name = kb.constants["planning.default_model"].words.get(task)
    model = kb.find_model(name) if name else None
    if model is not None:
        notes.assume("model", model.id)
    return model


def _method(kb: Knowledge, workload: Workload, task: str, notes: Notes) -> str:
    if workload.method:
        said: str = workload.method
        if said == "lora" and (workload.precision == "int4" or "qlora" in workload.allow):
            said = "qlora"
        return "full" if said == "scratch" else said
    if workload.precision == "int4":
        return "qlora"
    if task == "data_prep":
        return "full"
    taken = str(notes.assume("method", kb.constants["planning.default_method"].words[task]))
    return "full" if taken == "scratch" else taken


def _params(kb: Knowledge, workload: Workload, model: Model | None, task: str, notes: Notes) -> Fact:
    if model is None and workload.config:
        size = resolve_shape(kb, config=workload.config, params=workload.params).params
        return Fact("P", size, "", "model.params", "slot:config")
    if model is not None and model.params:
        return Fact("P", model.params, "", "model.params", f"model:{model.id}")
    if model is not None and not workload.params and (shape := _shape(kb, model)) and shape.params:
        notes.assume("params", shape.params)
        return Fact("P", shape.params, "", "model.params", f"model:{model.id}")
    tables = workload.facts.get("embedding_gb")
    if task == "recsys" and not workload.params and isinstance(tables, int | float) and tables:
        numbers = within(kb, "memory.bounds", "params", tables * 1e9 / kb.number("memory.bytes", "weight_fp32"))
        size = int(notes.assume("embedding", int(numbers)))
        return Fact("P", size, "", "model.params", "slot:facts")
    if workload.params:
        notes.assume("shape", _short(workload.params))
        return Fact("P", workload.params, "", "model.params", "slot:params")
    if workload.params_range:
        upper = int(notes.assume("params", workload.params_range[1]))
        return Fact("P", upper, "", "model.params", "default:params")
    table = kb.constants["planning.default_params"].table
    if task == "data_prep":
        return Fact("P", 0, "", "model.params", "default:params")
    size = int(notes.assume("params", int(table.get(task, table["other"]))))
    return Fact("P", size, "", "model.params", "default:params")


def _shape(kb: Knowledge, model: Model) -> Shape | None:
    """Return the network that the sizing formulas take for a model whose size the catalogue leaves open."""
    try:
        return resolve_shape(kb, model=model.id)
    except InputError:
        return None


def _short(params: int) -> str:
    return f"{params / 1e9:.3g}B" if params >= 1e9 else f"{params / 1e6:.3g}M"


def _seq_len(kb: Knowledge, workload: Workload, model: Model | None, task: str, notes: Notes) -> int | None:
    if task in WITHOUT_TEXT or (model is not None and model.kind == "clip"):
        return None
    if workload.seq_len:
        return workload.seq_len
    length = int(_by_task(kb, "planning.seq_len", task))
    if model is not None and model.max_context:
        length = min(length, model.max_context)
    return int(notes.assume("seq_len", length))


def _precision(workload: Workload, task: str, notes: Notes) -> str:
    if "bf16" in workload.allow:
        return "bf16"
    if workload.precision in {"fp32", "tf32"}:
        return "fp32"
    if workload.precision is None and task != "data_prep":
        notes.assume("precision", "amp")
    return "amp"


def _image_size(workload: Workload, model: Model | None, task: str) -> int | str | None:
    if task not in {"vision", "diffusion", "multimodal"}:
        return None
    if workload.image_size:
        return workload.image_size
    if model is not None and model.image_size:
        return int(model.image_size) if model.image_size.isdigit() else model.image_size
    return None


def _currency(kb: Knowledge, workload: Workload, notes: Notes) -> str:
    budget = workload.budget
    if budget is not None and budget.currency:
        return budget.currency
    home = kb.constants["planning.home_currency"].words[workload.home or workload.lang]
    if budget is not None and budget.amount is not None:
        notes.assume("currency", home)
    return home
