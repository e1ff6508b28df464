"""One plan, read once for all targets: the only place where process counts are derived."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.errors import InputError
from assistant.sizing.sharding import STAGES

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge

GIB = 2**30 / 1e9
"""GB in one GiB."""

NAME_LENGTH = 40
"""Longest name of a job: what is read at a glance; Kubernetes and dstack would take 63 and 60 characters."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Where the machines are rented; texts are empty where nothing is known.

    Attributes:
        price: of one machine per hour in `currency`, as the provider lists it; None if unknown.
    """

    provider: str
    instance: str
    region: str
    spot: bool
    price: float | None
    currency: str

    @property
    def place(self) -> str:
        """The region by its name, empty where it is only described ("all listed")."""
        return "" if " " in self.region else self.region

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Offer:
        """Return the offer of a plan."""
        offer = plan.get("offer") or {}
        return cls(
            provider=str(offer.get("provider") or ""),
            instance=str(offer.get("instance") or ""),
            region=str(offer.get("region") or ""),
            spot=bool(offer.get("spot")),
            price=offer.get("list_price_per_hour") or offer.get("price_per_hour"),
            currency=str(offer.get("list_currency") or offer.get("currency") or ""),
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the training itself is set up.

    Attributes:
        strategy: as in the public interface: "none", "ddp", "zero1", ..., "tensor_pipeline".
        precision: "fp32", "amp", "bf16", "fp16".
    """

    strategy: str
    tensor_parallel: int
    pipeline_parallel: int
    precision: str
    optimizer: str
    micro_batch: int
    grad_accum: int
    checkpointing: bool
    offload: str

    @property
    def splits_layers(self) -> bool:
        """Whether one copy of the network lies on several GPUs, split by layers or within them."""
        return self.tensor_parallel * self.pipeline_parallel > 1

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Recipe:
        """Return the recipe of a plan."""
        way = plan.get("parallelism") or {}
        return cls(
            strategy=str(way.get("strategy") or "none"),
            tensor_parallel=int(way.get("tensor_parallel") or 1),
            pipeline_parallel=int(way.get("pipeline_parallel") or 1),
            precision=str(way.get("precision") or "amp"),
            optimizer=str(way.get("optimizer") or "adamw"),
            micro_batch=max(int(way.get("micro_batch") or 1), 1),
            grad_accum=max(int(way.get("grad_accum") or 1), 1),
            checkpointing=bool(way.get("checkpointing")),
            offload=str(way.get("offload") or "none"),
        )


@dataclass(frozen=True, slots=True)
class Job:
    """What launchers need to know of a plan.

    Attributes:
        name: a name every target accepts: lower case, digits and hyphens, at most `NAME_LENGTH` characters.
        gpu: id of the card, empty without one; `gpu_name`, `vendor` and `gpu_gb` of the same card.
        half: the 16-bit type the card computes in, "bf16" or "fp16".
        nodes, per_node: machines, and GPUs (= processes) on each; `processes` is their product.
        cores, ram_gb: needed on each machine; cores are physical, a launcher's vCPUs are twice as many.
        disk_gb: data, checkpoints and system on each machine; `shm_gb`: shared memory for loader processes.
        hours: the upper bound of the duration.
        port: of the rendezvous between machines.
        result: the whole plan result in the public JSON form.
    """

    name: str
    gpu: str
    gpu_name: str
    vendor: str
    gpu_gb: float
    half: str
    nodes: int
    per_node: int
    cores: int
    ram_gb: float
    disk_gb: float
    shm_gb: int
    hours: float
    offer: Offer
    recipe: Recipe
    port: int
    lang: str
    result: Mapping[str, Any]

    @classmethod
    def of(cls, kb: Knowledge, result: Mapping[str, Any], lang: str = "en") -> Job:
        """Return the job of a plan result.

        Raises:
            InputError: there is no plan in it.
        """
        plan = result.get("plan")
        if not plan:
            raise InputError(
                "there is no plan to hand over: nothing holds this job in memory",
                "没有可以移交的方案：没有机器能装下这个任务",
            )
        card = kb.find_gpu(plan["gpu"]) if plan.get("gpu") else None
        ram = float(plan.get("ram_gb") or 0)
        storage = float((plan.get("storage") or {}).get("capacity_gb") or 0)
        return cls(
            name=_name(result, plan),
            gpu=card.id if card else "",
            gpu_name=str(plan.get("gpu") or ""),
            vendor=card.vendor if card else "",
            gpu_gb=card.memory_gb if card else 0,
            half="bf16" if card is None or card.bf16 else "fp16",
            nodes=int(plan.get("nodes") or 1),
            per_node=int(plan.get("gpus_per_node") or 0) if plan.get("gpu") else 0,
            cores=int(plan.get("cpu_cores") or 1),
            ram_gb=ram,
            disk_gb=math.ceil(storage + kb.number("handoff.disk_system_gb")),
            shm_gb=max(math.floor(ram * kb.number("handoff.shm_share")), 1),
            hours=float((plan.get("hours") or {}).get("high") or 0),
            offer=Offer.of(plan),
            recipe=Recipe.of(plan),
            port=int(kb.number("handoff.port")),
            lang=lang,
            result=result,
        )

    @property
    def processes(self) -> int:
        """Processes over all machines: one a GPU."""
        return self.nodes * self.per_node

    @property
    def script(self) -> str:
        """What is started: preparing data is another program than training."""
        return "prepare.py" if (self.result.get("workload") or {}).get("task") == "data_prep" else "train.py"

    @property
    def vcpus(self) -> int:
        """Virtual cores of one machine: two to a physical one, as clouds count."""
        return 2 * self.cores

    @property
    def ram_gib(self) -> int:
        """Host memory of one machine in GiB, rounded up."""
        return math.ceil(self.ram_gb / GIB)

    @property
    def stage(self) -> int | None:
        """ZeRO stage that the strategy amounts to; None where layers themselves are split."""
        return STAGES.get(self.recipe.strategy)

    @property
    def mixed(self) -> str:
        """What a framework calls the precision: "bf16", "fp16", or "no" where nothing is mixed."""
        if self.recipe.precision == "amp":
            return self.half
        return "fp16" if self.recipe.precision == "fp16" else "no"

    def need_gpu(self, target: str) -> None:
        """Raise InputError where the plan has no GPU."""
        if not self.per_node:
            raise InputError(
                f"this plan has no GPU, so there is nothing for {target} to launch",
                f"此方案不用 GPU，{target} 无从启动",
            )

    def need_stage(self, target: str) -> int:
        """Return the ZeRO stage; raise InputError where layers are split, which `target` can not express."""
        self.need_gpu(target)
        if self.stage is None:
            raise InputError(
                f"the plan splits layers over GPUs ({self.recipe.strategy}): {target} can not express that; "
                "use torchrun",
                f"方案把层切分到多张卡（{self.recipe.strategy}），{target} 无法表达；请用 torchrun",
            )
        return self.stage


def _name(result: Mapping[str, Any], plan: Mapping[str, Any]) -> str:
    """Return "rigwise-<model or task>-<method>", in characters every target accepts."""
    workload = result.get("workload") or {}
    method = (plan.get("parallelism") or {}).get("method") or workload.get("method") or ""
    words = f"rigwise-{workload.get('model') or workload.get('task') or 'job'}-{method}"
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:NAME_LENGTH].strip("-")
