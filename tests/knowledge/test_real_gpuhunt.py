"""The real gpuhunt reads what we export; runs where it is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.knowledge import Knowledge
from assistant.knowledge.catalogue import write_offers

gpuhunt = pytest.importorskip("gpuhunt")


@pytest.mark.parametrize(
    ("provider", "theirs"), [("aws", "aws"), ("lambda", "lambdalabs"), ("nebius", "nebius"), ("verda", "verda")]
)
def test_it_reads_every_row(provider: str, theirs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = Knowledge.load()
    text = write_offers(kb, [offer for offer in kb.offers.values() if offer.provider == provider], "gpuhunt")
    (tmp_path / f"{theirs}.csv").write_text(text, encoding="utf-8")
    monkeypatch.setenv("GPUHUNT_CATALOG_DIR", str(tmp_path))
    items = gpuhunt.Catalog(balance_resources=False, auto_reload=False).query(provider=theirs)
    assert len(items) == len(text.splitlines()) - 1
