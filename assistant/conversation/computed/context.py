"""The job a computed answer is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.planning import Workload
from assistant.planning.estimates import Layout, memory_request
from assistant.planning.exploration import bare_plan
from assistant.planning.job import Job
from assistant.planning.resolve import resolve
from assistant.planning.result import PlanResult, Range
from assistant.sizing.derivation import Fact, Quantity
from assistant.sizing.memory import MemoryEstimate, MemoryRequest, estimate


@dataclass(frozen=True, slots=True)
class Words:
    """What is said in other words in each language: the id of its text."""

    text: str


@dataclass(frozen=True, slots=True)
class Parts:
    """What a need of memory is made of."""

    of: MemoryEstimate


Value: TypeAlias = Quantity | Words | Parts | Range | str
Values: TypeAlias = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a computed answer.

    Attributes:
        text: id of its words, without the "faq." before it.
        values: what stands at its placeholders: figures, words, or names that are the same in both languages.
    """

    text: str
    values: Mapping[str, Value]


class Context:
    """One job and what can be asked of it; every part is worked out when it is first used.

    Args:
        kb: the knowledge base.
        workload: the job as it was said.
    """

    def __init__(self, kb: Knowledge, workload: Workload) -> None:
        self.kb = kb
        self.workload = workload

    @cached_property
    def job(self) -> Job:
        """The job with its open questions answered by assumptions."""
        return resolve(self.kb, self.workload)

    @cached_property
    def result(self) -> PlanResult:
        """The plan for the job, without the changes that could improve it."""
        return bare_plan(self.kb, self.workload)

    @property
    def trains_model(self) -> bool:
        """Whether a model or its size was named, so that memory and speed are the job's own."""
        return (self.workload.model is not None or self.workload.params is not None) and self.job.task != "data_prep"

    @property
    def trains_language_model(self) -> bool:
        """Whether the job is counted in tokens."""
        return self.trains_model and self.job.unit == "tokens"

    @property
    def subject(self) -> str:
        """What is trained, as it is written in both languages: the model's id, else its size."""
        from assistant.wording.quantities import format_params

        model = self.job.model
        if model is not None and (model.params or not self.workload.params):
            return model.id
        return format_params(self.job.params.value)

    @property
    def method(self) -> Words:
        """How it is trained, in words."""
        return Words(f"method.{self.job.method}")

    @cached_property
    def named_cards(self) -> tuple[Gpu, ...]:
        """Cards the person named or owns, each once."""
        names = (*self.workload.gpu_mentioned, *((self.workload.owned.gpu,) if self.workload.owned else ()))
        found = (self.kb.find_gpu(name) for name in names)
        return tuple({gpu.id: gpu for gpu in found if gpu is not None}.values())

    @property
    def is_complete(self) -> bool:
        """Whether task or model and the amount of data were said, so that a plan is one for this job."""
        said = self.workload
        sized = said.dataset_bytes or said.dataset_samples or said.dataset_tokens or said.dataset_audio_hours
        return bool((said.task or said.model or said.params) and sized)

    @cached_property
    def card(self) -> Gpu | None:
        """The card that is talked about: the first named, else that of the plan, else a common one."""
        if self.named_cards:
            return self.named_cards[0]
        if not self.is_complete:
            return self.common_cards[0]
        chosen = self.result.plan
        return self.kb.find_gpu(chosen.gpu) if chosen is not None and chosen.gpu else None

    @property
    def common_cards(self) -> tuple[Gpu, ...]:
        """Common cards to show where none was named: one with fast links, one on PCIe."""
        return tuple(self.kb.gpus[name] for name in self.kb.constants["faq.common_cards"].words.values())

    @property
    def card_count(self) -> int:
        """Cards said, owned or planned, at least one."""
        owned = self.workload.owned
        if said := self.workload.gpu_count or (owned.count if owned else 0):
            return said
        return max(self.result.plan.gpu_count if self.result.plan else 1, 1)

    @cached_property
    def request(self) -> MemoryRequest:
        """The job on one card, one sample at a time, with recomputation."""
        return memory_request(self.job, Layout("none", 1, 1, 1, checkpointing=True))

    def memory(self, **changes: Any) -> MemoryEstimate:
        """Return the memory of the job on one card with `changes` to the request."""
        return estimate(self.kb, self.request.model_copy(update=changes))

    def capacity(self, card: Gpu) -> Fact:
        """Return the memory of `card`, GB: what the driver reports, else the name plate."""
        value = card.memory_bytes / 1e9 if card.memory_bytes else card.memory_gb
        return Fact("C_g", value, "GB", "card.capacity", f"gpu:{card.id}")

    def shown(self, table: str) -> tuple[int, ...]:
        """Return the settings at which a series is shown, in order."""
        return tuple(int(value) for value in self.kb.constants[f"faq.{table}"].table.values())

    def figure(self, name: str) -> Quantity | None:
        """Return a figure of the plan by its name, None where the plan has none."""
        return self.result.derivations.get(name)
