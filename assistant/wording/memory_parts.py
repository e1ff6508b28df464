"""What a need of memory is made of, in parts that add up to it."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.knowledge import Knowledge
from assistant.wording.quantities import significant
from assistant.wording.texts import say

ORDER = ("weights", "gradients", "optimizer", "activations", "buffers", "overhead")
"""The parts in the order in which they are shown."""


def parts_text(kb: Knowledge, alive: Mapping[str, float], whole: Mapping[str, float], lang: str) -> str:
    """Return the parts that stand in the need as a sum, and what of the step is not in it because it comes or goes.

    Args:
        kb: the knowledge base.
        alive: the parts at the peak and the overhead, GB, by name.
        whole: gradients and activations as they are when most of them is alive, GB.
        lang: language of the reader.
    """
    shown = [
        say(kb, f"proposal.memory.part.{name}", lang, gb=significant(alive[name])) for name in ORDER if alive.get(name)
    ]
    text = f"{' + '.join(shown)} GB"
    for name, amount in whole.items():
        if amount and not alive.get(name):
            text = say(kb, f"proposal.memory.not_{name}", lang, parts=text, gb=significant(amount))
    return text
