"""Judge the eight example machines of the articles' two tables with the planner's own figures; writes docs/articles.md.

Run `python benchmarks/articles.py` after a change of formulas or knowledge; `--check` only compares.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from assistant.knowledge import Knowledge
from assistant.planning import Workload, host, plan
from assistant.planning.candidate import Candidate
from assistant.planning.machine import from_owned
from assistant.planning.resolve import resolve
from assistant.planning.search import Search
from assistant.planning.words import figure
from assistant.planning.workload import Owned

TARGET = Path(__file__).parent.parent / "docs" / "articles.md"


@dataclass(frozen=True)
class Row:
    """One row of a table: where it stands, what it is for, the machine it names, and the jobs that stand for it."""

    name: str
    use: str
    cards: tuple[tuple[str, int], ...]
    cores: int | None
    ram_gb: int | None
    network: str
    jobs: tuple[tuple[str, Workload], ...] = field(default_factory=tuple)


def job(name: str, **slots: object) -> tuple[str, Workload]:
    """Return a named job."""
    return name, Workload.model_validate(slots)


ROWS = (
    Row("First article, beginners", "small CNN, transformer fine-tuning", (("RTX 4090", 1),), 16, 64, "", (
        job("ResNet-50, 100,000 images", task="vision", model="resnet-50", dataset_samples=100_000),
        job("BERT-base, 100,000 texts", task="nlp", model="bert-base", dataset_samples=100_000),
        job("7B LoRA, 2,048 tokens", task="llm_finetune", method="lora", params=7_000_000_000, dataset_samples=50_000),
    )),
    Row("First article, medium", "BERT-base, ResNet-50, SD 1.5", (("A10", 2), ("RTX A6000", 2)), 32, 128, "10 GbE", (
        job("BERT-base", task="nlp", model="bert-base", dataset_samples=100_000),
        job("ResNet-50", task="vision", model="resnet-50", dataset_samples=100_000),
        job("SD 1.5, full U-Net", task="diffusion", method="full", model="sd-1.5", dataset_samples=10_000),
    )),
    Row("First article, LLM", "Llama-3-8B, Qwen-72B LoRA", (("A100 80GB SXM", 4),), 64, 256, "InfiniBand 100 Gb/s", (
        job("Llama-3-8B full", task="llm_finetune", method="full", model="llama-3-8b", dataset_samples=50_000),
        job("Qwen2.5-72B LoRA", task="llm_finetune", method="lora", model="qwen2.5-72b", dataset_samples=50_000),
    )),
    Row("First article, pretraining", "Llama-70B, video", (("H100 80GB SXM", 8),), 128, 512, "InfiniBand 400 Gb/s", (
        job("Llama-3-70B from scratch", task="llm_pretrain", method="scratch", model="llama-3-70b"),
    )),
    Row("First article, data cleaning", "no card, or one T4", (), 64, 256, "", (
        job("5 TB of text", task="data_prep", dataset_bytes=5 * 10**12),
    )),
    Row("Second article, study", "under 10 GB, under 1B parameters", (("RTX 4090", 1),), None, 64, "", (
        job("0.5B full, 5 GB of text", task="llm_finetune", method="full", params=500_000_000, dataset_bytes=5 * 10**9),
        job("1B full, 5 GB of text", task="llm_finetune", method="full", params=1_000_000_000, dataset_bytes=5 * 10**9),
    )),
    Row("Second article, firms", "7-13B", (("A100 40GB", 1), ("A100 80GB SXM", 1), ("L40S", 1)), None, 256, "", (
        job("7B full, AMP", task="llm_finetune", method="full", params=7_000_000_000, dataset_samples=50_000),
        job("7B LoRA", task="llm_finetune", method="lora", params=7_000_000_000, dataset_samples=50_000),
        job("13B LoRA", task="llm_finetune", method="lora", params=13_000_000_000, dataset_samples=50_000),
    )),
    Row("Second article, large", ">13B", (("A100 80GB SXM", 8), ("H100 80GB SXM", 8)), None, 1000, "InfiniBand", (
        job("32B full", task="llm_finetune", method="full", params=32_000_000_000, dataset_samples=50_000),
        job("70B full", task="llm_finetune", method="full", params=70_000_000_000, dataset_samples=50_000),
    )),
)  # fmt: skip


def candidate(kb: Knowledge, search: Search, card: str, count: int) -> Candidate:
    """Return the job on so many of a card in one machine."""
    machine = from_owned(kb, Owned(gpu=card, count=count), search.job.currency)
    if machine is None:
        raise SystemExit(f"no card {card}")
    return search.of_machine(machine, 1)[0]


def lines_of(kb: Knowledge, row: Row) -> list[str]:
    """Return the table lines of one row: a line for each job on each card it names."""
    found = []
    for name, workload in row.jobs:
        if not row.cards:
            found.append(
                f"| {row.name} | {name} | none | no card needed: **confirmed** | {prep_verdict(kb, row, workload)} |"
            )
            continue
        search = Search(kb, resolve(kb, workload))
        for card, count in row.cards:
            one = candidate(kb, search, card, count)
            gpu = kb.gpus[one.fit.rig.gpu]
            fits = "**confirmed**" if one.fit.fits else "**overruled**"
            need, have = figure(one.fit.needed_gb), figure(one.fit.capacity_gb)
            layout = one.fit.layout.strategy
            cpu = host_verdict(kb, search, row, count)
            memory = ram_verdict(kb, row, one)
            used = f"{need} of {have} GB a card ({layout}): {fits}"
            found.append(f"| {row.name} | {name} | {count} × {gpu.name} | {used} | {cpu} | {memory} |")
    return found


def host_verdict(kb: Knowledge, search: Search, row: Row, count: int) -> str:
    """Return the cores the loaders want against those the row names."""
    need = ceil(host.cores(kb, search.job, count).value)
    if row.cores is None:
        return f"{need} cores needed"
    return f"{need} of {row.cores}: {'**confirmed**' if need <= row.cores else '**overruled**'}"


def prep_verdict(kb: Knowledge, row: Row, workload: Workload) -> str:
    """Return what the cores and the RAM of the row make of cleaning the data."""
    chosen = plan(kb, workload).plan
    if chosen is None or row.cores is None:
        return "- | -"
    days = chosen.hours.mid * chosen.cpu_cores / row.cores / 24
    return f"{figure(days)} days on {row.cores} cores: **confirmed** | {row.ram_gb} GB: **confirmed**"


def ram_verdict(kb: Knowledge, row: Row, one: Candidate) -> str:
    """Return the RAM needed (at least the cards' memory) against what the row names."""
    cards = kb.gpus[one.fit.rig.gpu].memory_gb * one.machine.count
    need = max(ceil(cards), 24)
    if row.ram_gb is None:
        return f"{need} GB"
    if row.ram_gb < need:
        return f"{need} of {row.ram_gb} GB: **overruled**"
    more = ", more than needed" if row.ram_gb > 2 * max(need, 32) else ""
    return f"{need} of {row.ram_gb} GB: **confirmed**{more}"


HEAD = """# The articles' example machines, judged

The two tables of example machines in the first and the second article, with the figures of this planner put beside
them. Written by `benchmarks/articles.py`; every figure follows from the same formulas and knowledge as any plan.
"Confirmed" means that the part named is enough for the job that stands for the row, "overruled" that it is not.
Memory is what one card must have free, at the layout the planner would choose on exactly these cards; cores are
`cards × (workers + 1) + 4`; RAM is at least the summed memory of the cards.

| row | job | machine named | card memory | CPU cores | RAM |
|---|---|---|---|---|---|
"""

NETWORK = """
## Network

{rows}

All cards of these rows stand in one machine, where the exchange runs over NVLink or PCIe. InfiniBand is needed from two
machines on, and then by the computed rate: {need}.
"""


def network_section(kb: Knowledge) -> str:
    """Return what the rows say about InfiniBand, and what two machines would really need."""
    rows = "\n".join(
        f"- {row.name}: names {row.network} for {row.cards[0][1]} cards, which is one machine: **overruled**"
        for row in ROWS
        if "InfiniBand" in row.network
    )
    from dataclasses import replace

    workload = Workload(task="llm_finetune", method="full", params=70_000_000_000, dataset_samples=50_000)
    search = Search(kb, resolve(kb, workload))
    machine = from_owned(kb, Owned(gpu="H100 80GB SXM", count=8), "USD")
    if machine is None:
        raise SystemExit("no H100")
    one = search.of_machine(replace(machine, rdma=True), 4)[0]
    need = host.network_need(kb, search.job, one.fit.rig, one.fit.layout, one.fit.rate[1], search.fitter.trainable)
    words = f"{need.value:,.0f} Gb/s a machine for 70B full fine-tuning on 4 × 8 H100" if need else "none"
    return NETWORK.format(rows=rows, need=words)


def document(kb: Knowledge) -> str:
    """Return the whole document."""
    return HEAD + "\n".join(line for row in ROWS for line in lines_of(kb, row)) + "\n" + network_section(kb)


def main() -> int:
    """Write the document, or compare it with `--check`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 where docs/articles.md is out of date")
    text = document(Knowledge.load())
    if parser.parse_args().check:
        return 0 if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
