"""Every export format, declared once."""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """One format: its name, its help line and the module that writes it."""

    name: str
    help: str
    module: str


TARGETS = {
    target.name: target
    for target in (
        Target("skypilot", "SkyPilot task (YAML)", "assistant.handoff.skypilot"),
        Target("dstack", "dstack task (YAML)", "assistant.handoff.dstack"),
        Target("slurm", "sbatch script", "assistant.handoff.slurm"),
        Target("torchrun", "shell script with the torchrun command", "assistant.handoff.torchrun"),
        Target(
            "accelerate", "Hugging Face accelerate config that fits the plan's strategy", "assistant.handoff.accelerate"
        ),
        Target("accelerate-fsdp", "accelerate config with FSDP2", "assistant.handoff.accelerate_fsdp"),
        Target(
            "accelerate-deepspeed",
            "accelerate config with DeepSpeed, and its JSON",
            "assistant.handoff.accelerate_deepspeed",
        ),
        Target("deepspeed", "DeepSpeed config (JSON)", "assistant.handoff.deepspeed"),
        Target("kubernetes", "Indexed Job with a headless Service (YAML)", "assistant.handoff.kubernetes"),
        Target("markdown", "report with every formula", "assistant.handoff.report_markdown"),
        Target("html", "the report as one page, to open or print", "assistant.handoff.report_html"),
        Target("json", "the plan as JSON", "assistant.handoff.json_file"),
    )
}
