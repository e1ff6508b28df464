"""Preference tuning: which models stand beside the one that is trained, what they take and how much is computed.

DPO compares the policy with a frozen reference on two answers at once; PPO trains a value model as well and asks a
reward model; GRPO needs neither, but several answers to each question. With adapters the reference is the policy with
its adapters switched off, and the value model is a head on the same weights, so neither takes memory of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.knowledge import Knowledge
from assistant.planning.estimates import shape_of
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive

if TYPE_CHECKING:
    from assistant.planning.estimates import Layout
    from assistant.planning.job import Job
    from assistant.planning.workload import Workload
    from assistant.sizing.memory import MemoryEstimate

TASK = "llm_alignment"


def algorithm(kb: Knowledge, workload: Workload) -> str:
    """Return the preference method that is meant: "dpo", "orpo", "ppo" or "grpo"; DPO where nobody said."""
    said = (workload.alignment or "").casefold()
    for name, words in kb.constants["planning.alignment_words"].words.items():
        if any(word in said for word in words.split()):
            return name
    return "dpo"


@dataclass(frozen=True, slots=True)
class Extra:
    """Memory beside the trained model, GB a card: frozen models, a second set of states, and answers being written.

    `critics` is the number of value models.
    """

    frozen: Quantity
    states: Quantity
    cache: Quantity
    critics: float

    @property
    def value(self) -> float:
        """All of it, GB."""
        return self.frozen.value + self.states.value + self.cache.value


def beside(kb: Knowledge, job: Job, layout: Layout, alone: MemoryEstimate) -> Extra | None:
    """Return what the other models take on one card, None where there are none.

    Args:
        kb: the knowledge base.
        job: the job.
        layout: how it is laid out; what shards the policy shards the others.
        alone: memory of the policy in this layout.
    """
    if job.task != TASK:
        return None
    trained = "full" if job.method == "full" else "adapters"
    frozen = Fact("n_f", kb.number("planning.frozen_models", f"{job.alignment}_{trained}"), "", "memory.frozen_models",
                  "planning-choice")  # fmt: skip
    critics = Fact("n_v", kb.number("planning.value_models", f"{job.alignment}_{trained}"), "", "memory.value_models",
                   "planning-choice")  # fmt: skip
    shards = Fact("n_g", layout.gpus if layout.sharded else 1, "", "plan.shards", "plan")
    half = Fact("b_2", 2, "B", "states.half_bytes", "planning-choice")
    return Extra(
        frozen=derive("memory.frozen", "M_f", "GB", "n_f * P * b_2 / n_g / 1e9", frozen, job.params, half, shards),
        states=derive(
            "memory.value_model", "M_v", "GB", "n_v * (M_w + M_g + M_o)", critics,
            *(Fact(symbol, part.value, "GB", part.name, "plan") for symbol, part in
              (("M_w", alone.weights), ("M_g", alone.gradients), ("M_o", alone.optimizer))),
        ),
        cache=_cache(kb, job, layout),
        critics=critics.value,
    )  # fmt: skip


def _cache(kb: Knowledge, job: Job, layout: Layout) -> Derivation:
    """Return the key-value cache of the answers that are written at the same time, GB."""
    shape = shape_of(kb, job)
    written = kb.number("planning.rollouts", job.alignment)
    answers = Fact("r", written * layout.micro_batch, "", "memory.answers_at_once", "planning-choice")
    return derive(
        "memory.kv_cache", "M_kv", "GB", "r * 2 * n_l * n_kv * d_h * s * b_2 / n_t / 1e9",
        answers,
        Fact("n_l", shape.layers or 0, "", "model.layers", "model"),
        Fact("n_kv", shape.kv_heads or 0, "", "model.kv_heads", "model"),
        Fact("d_h", shape.head_dim or 0, "", "model.head_dim", "model"),
        Fact("s", job.seq_len or 0, "tokens", "model.seq_len", "slot:seq_len"),
        Fact("b_2", 2, "B", "states.half_bytes", "planning-choice"),
        Fact("n_t", layout.tensor * layout.pipeline, "", "plan.model_parallel", "plan"),
    )  # fmt: skip


def compute(kb: Knowledge, job: Job) -> float:
    """Return the work of a step over that of plain tuning on as many tokens."""
    return kb.number("planning.alignment_compute", job.alignment) if job.task == TASK else 1.0


def sequences(kb: Knowledge, task: str, name: str) -> int:
    """Return sequences that one sample puts through the network at once: a pair, where answers are compared."""
    return int(kb.number("planning.alignment_sequences", name)) if task == TASK else 1
