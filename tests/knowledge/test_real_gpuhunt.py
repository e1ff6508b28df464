"""The real gpuhunt reads what we export, row by row and figure by figure; runs where it is installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from assistant.knowledge import Knowledge
from assistant.knowledge.catalogue import write_offers

pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("gpuhunt") is None,
        reason="gpuhunt is not installed: pip install 'rigwise[catalogues]'",
    ),
    # gpuhunt leaves the file open that it reads.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]


@pytest.mark.parametrize(
    ("provider", "theirs"),
    [
        ("aws", "aws"), ("azure", "azure"), ("gcp", "gcp"), ("lambda", "lambdalabs"), ("nebius", "nebius"),
        ("runpod", "runpod"), ("verda", "verda"),
    ],
)  # fmt: skip
def test_it_reads_every_machine_as_it_was_meant(
    provider: str, theirs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gpuhunt

    kb = Knowledge.load()
    offers = [offer for offer in kb.offers.values() if offer.provider == provider]
    text = write_offers(kb, offers, "gpuhunt")
    (tmp_path / f"{theirs}.csv").write_text(text, encoding="utf-8")
    monkeypatch.setenv("GPUHUNT_CATALOG_DIR", str(tmp_path))
    items = gpuhunt.Catalog(balance_resources=False, auto_reload=False).query(provider=theirs)
    said = {
        (item.instance_name, item.spot): (item.price, item.cpu, item.memory, item.gpu_count, item.gpu_memory)
        for item in items
    }
    assert len(said) == len(items) == len(text.splitlines()) - 1
    memory = kb.constants["handoff.dstack_memory"].table
    known = {(card.name, card.memory) for card in gpuhunt.KNOWN_NVIDIA_GPUS + gpuhunt.KNOWN_AMD_GPUS}
    for offer in offers:
        for spot, price in ((False, offer.price), (True, offer.spot_price)):
            if (offer.instance, spot) in said:
                card = memory.get(offer.gpu, kb.gpus[offer.gpu].memory_gb)
                assert said[offer.instance, spot] == (price, offer.vcpu, offer.ram_gb, offer.gpu_count, card)
    assert {(item.gpu_name, item.gpu_memory) for item in items} <= known, "a card gpuhunt does not know is not found"
