"""A conversation without a knowledge base: answers at once, the same for the same words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from assistant.conversation.reply import Block, QuickReply, Reply

RESULT: dict[str, Any] = {
    "workload": {"task": "llm_finetune", "params": 7_000_000_000},
    "feasible": True,
    "assumptions": [{"name": "seq_len", "value": 2048, "why": "nothing was said"}],
    "plan": {
        "gpu": "A100 SXM 80GB",
        "gpu_count": 2,
        "nodes": 1,
        "gpus_per_node": 2,
        "offer": {"provider": "acme", "instance": "a100x2", "price_per_hour": 4.2, "currency": "USD", "spot": False},
        "parallelism": {
            "strategy": "fsdp",
            "micro_batch": 1,
            "grad_accum": 8,
            "checkpointing": True,
            "precision": "amp",
            "optimizer": "adamw",
        },
        "memory": {
            "weights_gb": 14.0,
            "gradients_gb": 14.0,
            "optimizer_gb": 28.0,
            "activations_gb": 2.1,
            "overhead_gb": 1.4,
            "allocated_gb": 58.1,
            "needed_gb": 59.5,
            "capacity_gb": 80.0,
            "headroom_gb": 20.5,
        },
        "cpu_cores": 10,
        "ram_gb": 160,
        "storage": {"kind": "NVMe", "capacity_gb": 1000},
        "network": {"intra_node": "NVLink", "inter_node": "none", "gbps_per_node": 100},
        "hours": {"low": 30.0, "mid": 41.0, "high": 60.0},
        "cost": {"low": 126.0, "mid": 172.0, "high": 252.0, "currency": "USD"},
    },
    "options": {},
    "rejected": [
        {
            "gpu": "L40S",
            "constraint": "memory",
            "need": 56,
            "have": 48,
            "unit": "GB",
            "text": "56 GB needed, 48 GB there",
        }
    ],
    "levers": [{"change": "LoRA", "effect": "one 24 GB card is enough"}],
    "rules": [
        {"id": "rule.nvlink", "kind": "constraint", "text": "NVLink inside the machine", "claims": [], "sources": []}
    ],
}


class FakeConversation:
    """Counts the turns, fails on "boom", plans on "plan", answers Chinese with Chinese."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.preferred = ""

    def prefer(self, lang: str) -> None:
        self.preferred = lang

    def say(self, text: str) -> Reply:
        if text == "boom":
            raise RuntimeError("boom [/x]")
        lang = "zh" if any("\u4e00" <= character <= "\u9fff" for character in text) else "en"
        self.said = self.said[:-1] if text in {"undo", "撤销"} else [*self.said, text]
        slots = {"params": 7_000_000_000} if self.said else {}
        result: Any = SimpleNamespace(to_json=lambda: RESULT, derivations={}) if "plan" in text else None
        head = (
            f"**{len(self.said)}** `[/x]` {text}"
            if lang == "en"
            else f"第 **{len(self.said)}** 句：{text}，全量微调需要优化器状态"
        )
        blocks = (
            Block("say", head),
            Block("maths", "M = P × 16 B\n  = 7e9 × 16 B = 112 GB", "memory.states", folded=True),
            Block("question", "How much data?" if lang == "en" else "数据有多大？"),
        )
        quick = tuple(QuickReply(label, label) for label in ("20 GB", "200 GB", "not sure [b]"))
        return Reply(head, blocks, lang, "inform", (), "dataset", quick, slots, None, result, state=None)  # type: ignore[arg-type]


def fake_opener(lang: str) -> tuple[None, FakeConversation]:
    return None, FakeConversation()
