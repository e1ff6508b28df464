"""Every command, declared once: its name, its help line and the module that runs it."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """One command; `module` offers `add_arguments(parser)` and `run(args) -> int`."""

    name: str
    help: str
    module: str


COMMANDS = {
    command.name: command
    for command in (
        Command("chat", "talk it through: a guided conversation in English or Chinese", "assistant.cli.chat"),
        Command("plan", "one plan from options, without a conversation", "assistant.cli.plan"),
        Command("memory", "training memory of one configuration", "assistant.cli.memory"),
        Command("speed", "tokens/s or samples/s of one configuration", "assistant.cli.speed"),
        Command("scaling", "speed-up and efficiency for 1 to n GPUs", "assistant.cli.scaling"),
        Command("ask", "answer one question", "assistant.cli.ask"),
        Command("understand", "show what was understood of one message", "assistant.cli.understand"),
        Command("diagnose", "find what slows down or breaks a training run", "assistant.cli.diagnose"),
        Command("replay", "replay transcripts as tests", "assistant.cli.replay"),
        Command("knowledge", "check and look up the knowledge base", "assistant.cli.knowledge"),
        Command("offers", "list the machines, import your own prices", "assistant.cli.offers"),
        Command("export", "hand a plan over to the tools that run it", "assistant.cli.export"),
        Command("serve", "the chat in a browser, on this machine only", "assistant.cli.serve"),
    )
}
