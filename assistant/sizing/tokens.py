"""How many tokens or samples a pile of bytes holds, and how often it is gone through."""

from __future__ import annotations

from assistant.knowledge import Knowledge
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import constant


def bytes_per_token(kb: Knowledge, language: str, vocab: int = 0) -> Fact:
    """Return bytes of text per token for a language ("en", "zh", "code", "mixed", ...).

    Args:
        kb: the knowledge base.
        language: of the data; one the table does not know counts as "other".
        vocab: size of the vocabulary, 0 where it is not known: a current tokenizer then.
    """
    table = "data.bytes_per_token_old" if 0 < vocab <= kb.number("data.old_vocabulary") else "data.bytes_per_token"
    return constant(kb, table, language if language in kb.constants[table].table else "other")


def from_bytes(kb: Knowledge, size: Quantity, language: str, data_format: str = "text", vocab: int = 0) -> Derivation:
    """Return the tokens in `size` bytes of files.

    Args:
        kb: the knowledge base.
        size: bytes on disk.
        language: of the data.
        data_format: text, jsonl, parquet, gzip, html, ..., or tokenized / tokenized_16 for files of token ids.
        vocab: size of the vocabulary, 0 where it is not known.
    """
    if data_format in kb.constants["data.token_id_bytes"].table:
        per_id = constant(kb, "data.token_id_bytes", data_format)
        return derive("data.tokens", "n_t", "tokens", f"{size.symbol} / b_i", size, per_id)
    known = data_format if data_format in kb.constants["data.text_share"].table else "text"
    share, per_token = constant(kb, "data.text_share", known), bytes_per_token(kb, language, vocab)
    return derive("data.tokens", "n_t", "tokens", f"{size.symbol} * k_f / b_t", size, share, per_token)


def samples_from_bytes(size: Quantity, per_sample: Quantity) -> Derivation:
    """Return the samples in `size` bytes of files of `per_sample` bytes each."""
    formula = f"{size.symbol} / {per_sample.symbol}"
    return derive("data.samples", "n_s", "samples", formula, size, per_sample)


def epochs(kb: Knowledge, task: str) -> Fact:
    """Return how often the recipes of a task commonly go through the data."""
    table = kb.constants["data.epochs"].table
    return constant(kb, "data.epochs", task if task in table else "other")


def over_epochs(once: Quantity, times: Quantity) -> Derivation:
    """Return the tokens or samples of all epochs, in the unit of `once`."""
    return derive("data.amount", "n_a", once.unit, f"{once.symbol} * {times.symbol}", once, times)
