"""One job, resolved: every open question answered, by the user or by a named assumption."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assistant.knowledge.schema import Model
from assistant.planning.result import Assumption
from assistant.planning.workload import Workload
from assistant.sizing.derivation import Quantity


@dataclass(frozen=True, slots=True)
class Job:
    """What has to run.

    Attributes:
        workload: as it was said.
        task, kind: task of the workload; kind is the finer class of defaults ("detection" within vision).
        model: catalogue record, None where only a size is known.
        params: fact or catalogue count of all parameters.
        method, precision, optimizer, offload: as the memory request spells them.
        seq_len: tokens a sample, None for images, audio and tables.
        image_size: side in pixels, or as the model writes it; None for text.
        audio_seconds: length of a clip, None where there is none.
        global_batch: samples per optimizer step over all cards.
        amount: tokens or samples over all epochs, with its derivation; `unit` is "tokens" or "samples".
        dataset_bytes: of the data on disk, once through.
        bytes_per_unit: bytes read from disk for one token or sample.
        currency: of the plan.
        reads: "text", "image", "audio" or "table", what the loader does.
        alignment: preference method ("dpo", "ppo", ...), which counts for task llm_alignment only.
        tokens_per_sample: text and picture of one sample, where work is counted in tokens; else 1.
        sequences: that one sample puts through the network at once: two where answers are compared, else one.
    """

    workload: Workload
    task: str
    kind: str
    model: Model | None
    params: Quantity
    method: str
    precision: str
    optimizer: str
    offload: str
    seq_len: int | None
    image_size: int | str | None
    audio_seconds: float | None
    global_batch: int
    amount: Quantity
    unit: str
    dataset_bytes: Quantity
    bytes_per_unit: Quantity
    currency: str
    reads: str
    alignment: str
    sequences: int
    tokens_per_sample: float
    assumptions: tuple[Assumption, ...]

    @property
    def lang(self) -> str:
        """Language of the reader."""
        return self.workload.lang

    @property
    def fixed_batch(self) -> bool:
        """Whether the user said the batch, so that no card may change it."""
        return self.workload.batch is not None

    @property
    def config(self) -> dict[str, Any] | None:
        """The network as its config.json describes it, where no model of the catalogue was named."""
        return self.workload.config if self.model is None else None

    @property
    def trains(self) -> bool:
        """Whether there is something to train, that is, whether a card is needed."""
        return self.task != "data_prep"
