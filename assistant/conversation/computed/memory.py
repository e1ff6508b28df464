"""Memory of the job at hand, and what each way of needing less of it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from assistant.conversation.computed.context import Context, Line, Parts, Value, Values, Words
from assistant.sizing.derivation import Fact, Quantity, derive
from assistant.sizing.facts import constant
from assistant.sizing.memory import MemoryEstimate

_METHODS = ("full", "lora", "qlora")


def _fits(ctx: Context, estimate: MemoryEstimate) -> list[Line]:
    """Return whether the job fits the card that was named."""
    if not ctx.named_cards:
        return []
    card = ctx.named_cards[0]
    capacity = ctx.capacity(card)
    word = "memory.fits" if estimate.needed.value <= capacity.value else "memory.too_large"
    return [Line(word, {"card": card.name, "capacity": capacity, "needed": estimate.needed})]


def need(ctx: Context) -> list[Line]:
    """Return what one card must have free for the job, part by part; images are counted in a usual batch."""
    if not ctx.trains_model:
        return []
    if ctx.job.task == "vision":
        batch = ctx.workload.batch or int(ctx.kb.number("faq.image_batch"))
        found, head = (
            ctx.memory(micro_batch=batch, checkpointing=False),
            Line("memory.need_batch", {"batch": f"{batch}"}),
        )
    else:
        found, head = ctx.memory(), Line("memory.need", {})
    values: Values = {
        **head.values,
        "parts": Parts(found),
        "needed": found.needed,
        "model": ctx.subject,
        "method": ctx.method,
    }
    return [Line(head.text, values), *_fits(ctx, found), *_planned(ctx)]


def _planned(ctx: Context) -> list[Line]:
    """Return what each card of the plan holds, where the plan divides the job over several."""
    chosen = ctx.result.plan if ctx.is_complete else None
    layout, needed = (chosen.parallelism if chosen else None), ctx.figure("memory.needed")
    if chosen is None or layout is None or chosen.gpu is None or needed is None or layout.strategy in {"none", "ddp"}:
        return []
    values: Values = {
        "count": f"{chosen.gpu_count}",
        "card": chosen.gpu,
        "strategy": Words(f"strategy.{layout.strategy}"),
    }
    return [Line("memory.planned", {**values, "needed": needed})]


def methods(ctx: Context) -> list[Line]:
    """Return what full tuning, LoRA and QLoRA of the model need."""
    if not ctx.trains_language_model:
        return need(ctx)
    found = {method: ctx.memory(method=method) for method in _METHODS}
    lines = [Line("memory.methods", {"model": ctx.subject, **{name: one.needed for name, one in found.items()}})]
    for card in ctx.named_cards[:1]:
        capacity = ctx.capacity(card)
        fitting = [name for name, one in found.items() if one.needed.value <= capacity.value]
        held: Value = Words("faq.memory.holds_" + "_".join(fitting)) if fitting else ""
        values: Values = {"card": card.name, "capacity": capacity, "methods": held}

        lines.append(Line("memory.methods_fit" if fitting else "memory.methods_none", values))
    return lines


def quantized(ctx: Context) -> list[Line]:
    """Return what a 4-bit base saves over a 16-bit one."""
    if not ctx.trains_language_model:
        return []
    plain, packed = ctx.memory(method="lora"), ctx.memory(method="qlora")
    low = packed.needed
    saved = derive("faq.saved", "M_d", "GB", "M_a - M_b", _as(plain.needed, "M_a"), _as(low, "M_b"))
    return [
        Line("memory.quantized", {"model": ctx.subject, "lora": plain.needed, "qlora": low, "saved": saved}),
        *_fits(ctx, packed),
    ]


def optimizer(ctx: Context) -> list[Line]:
    """Return what each optimizer keeps for the model in full tuning."""
    if not ctx.trains_model:
        return []
    adam, small = ctx.memory(method="full"), ctx.memory(method="full", optimizer="adamw_8bit")
    sgd = ctx.memory(method="full", optimizer="sgd")
    values: Values = {
        "adamw": adam.optimizer,
        "adamw_8bit": small.optimizer,
        "sgd": sgd.optimizer,
        "gradients": adam.gradients,
    }
    return [Line("memory.optimizer", {"model": ctx.subject, **values})]


def activations(ctx: Context) -> list[Line]:
    """Return the activations with and without recomputation."""
    if not ctx.trains_model:
        return []
    kept, again = ctx.memory(checkpointing=False), ctx.memory()
    values: Values = {"model": ctx.subject, "kept": kept.activations, "recomputed": again.activations}
    same = kept.needed.value == again.needed.value  # the update of the weights is the peak, not the activations
    words = "memory.activations_hidden" if same else "memory.activations"
    return [Line(words, {**values, "needed_kept": kept.needed, "needed": again.needed})]


def lengths(ctx: Context) -> list[Line]:
    """Return what the job needs at growing lengths of a sample."""
    if not ctx.trains_language_model:
        return []
    series: Values = {
        f"need_{place}": ctx.memory(seq_len=length).needed for place, length in enumerate(ctx.shown("lengths"))
    }
    names: Values = {f"length_{place}": f"{length}" for place, length in enumerate(ctx.shown("lengths"))}
    return [Line("memory.lengths", {"model": ctx.subject, "method": ctx.method, **names, **series})]


def precision(ctx: Context) -> list[Line]:
    """Return what the job needs in mixed precision, in pure bf16 and in fp32."""
    if not ctx.trains_model:
        return []
    found = {name: ctx.memory(precision=name).needed for name in ("fp32", "amp", "bf16")}
    return [Line("memory.precision", {"model": ctx.subject, "method": ctx.method, **found})]


def batches(ctx: Context) -> list[Line]:
    """Return what the job needs at growing micro-batches."""
    if not ctx.trains_model:
        return []
    sizes = ctx.shown("batches")
    series: Values = {f"need_{place}": ctx.memory(micro_batch=size).needed for place, size in enumerate(sizes)}
    names: Values = {f"batch_{place}": f"{size}" for place, size in enumerate(sizes)}
    return [Line("memory.batches", {"model": ctx.subject, "method": ctx.method, **names, **series})]


def offload(ctx: Context) -> list[Line]:
    """Return what stays on the card and what goes to the host when the optimizer is offloaded."""
    if not ctx.trains_model:
        return []
    held, moved = ctx.memory(method="full"), ctx.memory(method="full", offload="optimizer")
    values: Values = {"model": ctx.subject, "needed": held.needed, "offloaded": moved.needed, "host": moved.host_ram}
    return [Line("memory.offload", values)]


def alignment(ctx: Context) -> list[Line]:
    """Return the states of full DPO, GRPO and PPO, by bytes per parameter."""
    if not ctx.trains_language_model:
        return []
    params = _as(ctx.job.params, "P")
    found = {
        name: derive(
            f"faq.{name}",
            f"S_{name}",
            "GB",
            "P * b_p / 1e9",
            params,
            constant(ctx.kb, "faq.alignment_bytes", name, "b_p"),
        )
        for name in ("sft", "dpo", "grpo", "ppo")
    }
    return [Line("memory.alignment", {"model": ctx.subject, **found})]


def experts(ctx: Context) -> list[Line]:
    """Return the weights of all parameters beside those of the active ones."""
    model = ctx.job.model if ctx.trains_language_model else None
    if model is None or not model.params_active or model.params_active == model.params:
        return need(ctx)
    half = constant(ctx.kb, "faq.bytes", "half", "b_h")
    every = derive("faq.all_weights", "W_a", "GB", "P * b_h / 1e9", _as(ctx.job.params, "P"), half)
    active = Fact("P_a", model.params_active, "", "model.params_active", f"model:{model.id}")
    some = derive("faq.active_weights", "W_b", "GB", "P_a * b_h / 1e9", active, half)
    return [Line("memory.experts", {"model": model.id, "all": every, "active": some}), *need(ctx)]


def _as(quantity: Quantity, symbol: str) -> Quantity:
    """Return `quantity` under another symbol, for a formula that reads two of a kind."""
    return replace(quantity, symbol=symbol)


COMPUTATIONS: Mapping[str, Callable[[Context], list[Line]]] = {
    "memory": need,
    "methods": methods,
    "fits_card": methods,
    "memory_qlora": quantized,
    "optimizer": optimizer,
    "activations": activations,
    "checkpointing_memory": activations,
    "long_context": lengths,
    "precision": precision,
    "accumulation": batches,
    "batch": batches,
    "offload": offload,
    "alignment": alignment,
    "moe": experts,
}
