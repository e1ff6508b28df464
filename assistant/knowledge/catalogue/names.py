"""What SkyPilot calls our cards and regions."""

from __future__ import annotations

from assistant.knowledge.base import Knowledge


def skypilot_card(kb: Knowledge, provider: str, instance: str, gpu: str) -> str | None:
    """Return SkyPilot's name of the card: the machine's own, the cloud's or the general one, None if unknown."""
    words = kb.constants["handoff.skypilot_gpus"].words
    return words.get(f"{provider}/{instance}") or words.get(f"{provider}/{gpu}") or words.get(gpu)


def regions(kb: Knowledge, provider: str, region: str) -> tuple[str, ...]:
    """Return the regions that `region` stands for: itself, or all of the provider's where it is only described."""
    if region and " " not in region:
        return (region,)
    return tuple(kb.constants["catalogue.regions"].words.get(provider, "").split()) or ("",)
