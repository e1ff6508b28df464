"""Where machines stand: providers, regions, and the words that mean several regions at once."""

from __future__ import annotations

import re

from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Offer
from assistant.planning.job import Job


def fold(name: str | None) -> str:
    """Return a name without case, spaces and hyphens, as names are compared."""
    return (name or "").casefold().replace(" ", "").replace("-", "")


def providers(kb: Knowledge) -> list[str]:
    """Return the providers of the catalogue."""
    return sorted({offer.provider for offer in kb.offers.values()})


def provider_named(kb: Knowledge, name: str) -> str | None:
    """Return the provider of the catalogue that `name` begins with ("Lambda Labs"), None where there is none."""
    return next((known for known in providers(kb) if fold(name).startswith(fold(known))), None)


def regions(kb: Knowledge) -> list[str]:
    """Return the words for groups of regions, and the names of single ones; notes of price pages are left out."""
    single = {offer.region for offer in kb.offers.values() if offer.region and " " not in offer.region}
    return [*sorted(kb.constants["planning.region_words"].words), *sorted(single)]


def in_region(kb: Knowledge, offer: Offer, region: str) -> bool:
    """Return whether an offer stands in `region`: a name of the catalogue, its beginning, or a word like "eu"."""
    pattern = kb.constants["planning.region_words"].words.get(fold(region))
    if pattern is not None:
        return re.search(pattern, f"{offer.provider} {offer.region}".casefold()) is not None
    return fold(region) in fold(offer.region)


def home_clouds(kb: Knowledge, job: Job) -> frozenset[str]:
    """Return the providers whose offers come first for the reader; all of them where one was named."""
    providers = frozenset(offer.provider for offer in kb.offers.values())
    if job.workload.provider or job.workload.region:
        return providers
    table = kb.constants["planning.home_clouds"].words
    home = job.workload.home or job.lang
    said = frozenset(table[home].split())
    elsewhere = frozenset(name for lang, names in table.items() if lang != home for name in names.split())
    return said & providers if said else providers - elsewhere
