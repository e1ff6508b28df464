"""How much there is to train on: bytes, samples and tokens of the data, and what passes through the model in all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from assistant.knowledge import Knowledge
from assistant.planning import alignment
from assistant.planning.notes import Notes
from assistant.planning.workload import Workload
from assistant.sizing import tokens
from assistant.sizing.data import storage
from assistant.sizing.derivation import Fact, Quantity, derive

TEXT = {"llm_finetune", "llm_pretrain", "llm_alignment", "nlp", "multimodal", "other", "inference"}
"""Tasks counted in tokens; the others in samples."""


@dataclass(frozen=True, slots=True)
class Work:
    """The amount of work: `amount` tokens or samples over all epochs, and the data behind it in bytes."""

    amount: Quantity
    unit: str
    dataset_bytes: Quantity
    bytes_per_unit: Quantity
    tokens_per_sample: float = 1.0


def amount_of_work(
    kb: Knowledge, workload: Workload, kind: str, params: Quantity, shape: tuple[int | None, int], notes: Notes
) -> Work:
    """Return what the job has to process; `shape` is the sequence length, None for no text, and the vocabulary.

    Tokens come from tokens, bytes or samples said, in that order; samples from samples, audio hours or bytes.
    """
    seq_len, vocab = shape
    if kind == "data_prep":
        whole = _bytes_said(workload) or Fact("D", 0, "B", "data.bytes", "default:dataset")
        return Work(Fact("n", 0, "samples", "work.amount"), "samples", whole, Fact("b", 0, "B", "data.bytes_per_unit"))
    if seq_len is not None:
        once, per_unit = _tokens(kb, workload, kind, params, vocab, notes)
        unit = "tokens"
        if kind == "multimodal":
            per_unit = _pictured(kb, workload, kind)
    else:
        once, per_unit = _samples(kb, workload, kind, notes)
        unit = "samples"
    total = _total(kb, workload, kind, once, unit, seq_len, notes)
    size: Quantity = _bytes_said(workload) or derive(
        "data.bytes", "D", "B", f"{once.symbol} * {per_unit.symbol}", once, per_unit
    )
    length = sample_length(kb, workload, kind) if unit == "tokens" else 1.0
    return Work(total, unit, size, per_unit, length)


def _bytes_said(workload: Workload) -> Fact | None:
    return Fact("D", workload.dataset_bytes, "B", "data.bytes", "slot:dataset") if workload.dataset_bytes else None


def _tokens(
    kb: Knowledge, workload: Workload, kind: str, params: Quantity, vocab: int, notes: Notes
) -> tuple[Quantity, Quantity]:
    """Return tokens of one pass and bytes per token."""
    language = workload.language_of_data or workload.home or workload.lang
    per_token = tokens.bytes_per_token(kb, language, vocab)
    if workload.dataset_tokens:
        return Fact("n_t", workload.dataset_tokens, "tokens", "data.tokens", "slot:dataset"), per_token
    length = sample_length(kb, workload, kind)
    if workload.dataset_samples:
        notes.assume("tokens_per_sample", int(length))
        samples = Fact("n_s", workload.dataset_samples, "samples", "data.samples", "slot:dataset")
        per_sample = Fact("l_s", length, "tokens", "data.tokens_per_sample", "default:tokens_per_sample")
        return _answered(kb, workload, kind, samples, per_sample, notes), per_token
    said = _bytes_said(workload)
    if said is not None and kind != "multimodal":
        if workload.language_of_data is None:
            notes.assume("bytes_per_token", per_token.value)
        return tokens.from_bytes(kb, said, language, workload.data_format or "text", vocab), per_token
    if said is not None:
        size = sample_bytes(kb, kind)
        notes.assume("bytes_per_sample", int(size.value))
        notes.assume("tokens_per_sample", int(length))
        per_sample = Fact("l_s", length, "tokens", "data.tokens_per_sample", "default:tokens_per_sample")
        return derive("data.tokens", "n_t", "tokens", "D / b_s * l_s", said, size, per_sample), per_token
    if kind == "llm_pretrain":
        ratio = Fact("r_c", kb.number("planning.tokens_per_param"), "", "data.tokens_per_param", "chinchilla")
        notes.assume("dataset", int(ratio.value * params.value))
        return derive("data.tokens", "n_t", "tokens", "r_c * P", ratio, params, sources=("chinchilla",)), per_token
    samples_table = kb.constants["planning.default_samples"].table
    samples = Fact("n_s", samples_table.get(kind, samples_table["other"]), "samples", "data.samples", "default:dataset")
    notes.assume("dataset", int(samples.value))
    per_sample = Fact("l_s", length, "tokens", "data.tokens_per_sample", "default:tokens_per_sample")
    return _answered(kb, workload, kind, samples, per_sample, notes), per_token


def _answered(
    kb: Knowledge, workload: Workload, kind: str, samples: Quantity, per_sample: Quantity, notes: Notes
) -> Quantity:
    """Return tokens of so many samples; where several answers are written to each question, of all of them."""
    answers = kb.number("planning.rollouts", alignment.algorithm(kb, workload)) if kind == alignment.TASK else 0
    if answers <= 1:
        return derive("data.tokens", "n_t", "tokens", "n_s * l_s", samples, per_sample)
    notes.assume("answers", int(answers))
    group = Fact("n_a", answers, "", "data.answers", "default:answers")
    return derive("data.tokens", "n_t", "tokens", "n_s * n_a * l_s", samples, group, per_sample)


def sample_length(kb: Knowledge, workload: Workload, kind: str) -> float:
    """Return tokens of an average sample: the usual number, the same share of a longer context that was named.

    Who names a longer context than usual has samples that need it; none is longer than the context.
    """
    table, usual = (kb.constants[name].table for name in ("planning.tokens_per_sample", "planning.seq_len"))
    length = table.get(kind, table["other"])
    if workload.seq_len is None:
        return length
    return min(max(length, length * workload.seq_len / usual.get(kind, usual["other"])), workload.seq_len)


def _pictured(kb: Knowledge, workload: Workload, kind: str) -> Quantity:
    """Return bytes read for one token where each sample comes with its picture."""
    tokens_each = sample_length(kb, workload, kind)
    length = Fact("l_s", tokens_each, "tokens", "data.tokens_per_sample", "default:tokens_per_sample")
    return derive("data.bytes_per_token", "b_t", "B", "b_s / l_s", sample_bytes(kb, kind), length)


CATALOGUE_KIND = {
    "vision": "vision-cls", "diffusion": "diffusion-image", "multimodal": "vlm", "speech": "speech-asr",
}  # fmt: skip
"""Kinds of the catalogue that stand for a task in the table of stored bytes."""


def sample_bytes(kb: Knowledge, kind: str) -> Fact:
    """Return the stored bytes of one sample of a task."""
    found = storage.sample_bytes(kb, CATALOGUE_KIND.get(kind, kind))
    if found is not None:
        return Fact("b_s", found.value, "B", "data.bytes_per_sample", found.source)
    table = kb.constants["planning.bytes_per_sample"].table
    return Fact("b_s", table.get(kind, table["other"]), "B", "data.bytes_per_sample", "default:bytes_per_sample")


def _samples(kb: Knowledge, workload: Workload, kind: str, notes: Notes) -> tuple[Quantity, Quantity]:
    """Return samples of one pass and bytes per sample."""
    per_sample = sample_bytes(kb, kind)
    said = _bytes_said(workload)
    if kind == "rl" and workload.train_steps:  # steps of the simulated world, as everybody counts them there
        return Fact("n_s", workload.train_steps, "samples", "data.samples", "slot:train_steps"), per_sample
    if workload.dataset_samples:
        samples = Fact("n_s", workload.dataset_samples, "samples", "data.samples", "slot:dataset")
        if said is not None:
            return samples, derive("data.bytes_per_sample", "b_s", "B", "D / n_s", said, samples)
        return samples, per_sample
    if workload.dataset_audio_hours:
        hours = Fact("h_a", workload.dataset_audio_hours, "h", "data.audio_hours", "slot:dataset")
        clip = Fact("t_a", kb.number("planning.audio_seconds"), "s", "data.clip_seconds", "default:audio_seconds")
        notes.assume("audio_seconds", clip.value)
        return derive("data.samples", "n_s", "samples", "h_a * 3600 / t_a", hours, clip), per_sample
    if said is not None:
        notes.assume("bytes_per_sample", int(per_sample.value))
        return tokens.samples_from_bytes(said, per_sample), per_sample
    table = kb.constants["planning.default_samples"].table
    taken = Fact("n_s", table.get(kind, table["other"]), "samples", "data.samples", "default:dataset")
    notes.assume("dataset", int(taken.value))
    return taken, per_sample


def _total(
    kb: Knowledge, workload: Workload, kind: str, once: Quantity, unit: str, seq_len: int | None, notes: Notes
) -> Quantity:
    """Return tokens or samples over the whole run: steps if they were said, else epochs."""
    if workload.train_steps and kind == "rl":
        return derive("work.amount", "n", unit, once.symbol, once)
    if workload.train_steps:
        steps = Fact("n_steps", workload.train_steps, "steps", "work.steps", "slot:train_steps")
        batches = kb.constants["planning.global_batch"].table
        size = workload.batch or batches.get(kind, batches["other"])
        batch = Fact("B", size, "samples", "work.batch", "slot:batch" if workload.batch else "default:batch")
        if unit == "samples":
            return derive("work.amount", "n", unit, "n_steps * B", steps, batch)
        return derive(
            "work.amount",
            "n",
            unit,
            "n_steps * B * s",
            steps,
            batch,
            Fact("s", seq_len or 1, "tokens", "model.seq_len"),
        )
    if workload.epochs:
        epochs = Fact("n_e", workload.epochs, "", "work.epochs", "slot:epochs")
    else:
        epochs = Fact("n_e", _usual_passes(kb, kind, once.value), "", "work.epochs", "default:epochs")
        notes.assume("epochs", epochs.value)
    return replace(tokens.over_epochs(once, epochs), name="work.amount", symbol="n")


def _usual_passes(kb: Knowledge, kind: str, once: float) -> float:
    """Return how often the data is commonly gone through: small sets of pictures until enough have passed."""
    least = kb.constants["planning.least_samples"].table.get(kind, 0.0)
    return max(tokens.epochs(kb, kind).value, ceil(least / max(once, 1.0)))
