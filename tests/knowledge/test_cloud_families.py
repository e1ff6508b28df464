"""What the cloud rules say of a family is what the offers carry."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge

FAMILIES = [
    ("aws", "g4dn", "t4"),
    ("aws", "g5", "a10g"),
    ("aws", "g6.", "l4"),
    ("aws", "g6e", "l40s"),
    ("aws", "g7e", "rtx-pro-6000"),
    ("aws", "p4d.", "a100-sxm4-40gb"),
    ("aws", "p4de", "a100-sxm4-80gb"),
    ("aws", "p5.", "h100-sxm5-80gb"),
    ("aws", "p5e", "h200-sxm"),
    ("aws", "p6-b200", "b200"),
    ("aws", "p6-b300", "b300"),
    ("gcp", "g2-", "l4"),
    ("gcp", "g4-", "rtx-pro-6000"),
    ("gcp", "a2-highgpu", "a100-sxm4-40gb"),
    ("gcp", "a2-ultragpu", "a100-sxm4-80gb"),
    ("gcp", "a3-highgpu", "h100-sxm5-80gb"),
    ("gcp", "a3-megagpu", "h100-sxm5-80gb"),
    ("gcp", "a3-ultragpu", "h200-sxm"),
    ("azure", "Standard_NC24ads_A100_v4", "a100-pcie-80gb"),
    ("azure", "Standard_NC40ads_H100_v5", "h100-nvl-94gb"),
    ("alibaba", "ecs.gn7i", "a10"),
    ("alibaba", "ecs.gn7-", "a100-sxm4-40gb"),
    ("alibaba", "ecs.gn7e", "a100-sxm4-80gb"),
    ("alibaba", "ecs.ebmgn7e", "a100-sxm4-80gb"),
    ("alibaba", "ecs.gn8is", "l20"),
    ("tencent", "GN7.", "t4"),
    ("tencent", "PNV4", "a10"),
    ("tencent", "GT4", "a100-sxm4-40gb"),
    ("tencent", "GN10Xp", "v100-sxm2-32gb"),
    ("tencent", "HCCPNV4h", "a100-sxm4-40gb"),
    ("huawei", "g6.", "t4"),
    ("huawei", "g7.", "a40"),
    ("huawei", "p2s", "v100-pcie-32gb"),
    ("huawei", "p2v", "v100-sxm2-16gb"),
    ("huawei", "p3.", "a100-sxm4-80gb"),
]


@pytest.mark.parametrize(("provider", "family", "card"), FAMILIES)
def test_family_carries_the_card(provider: str, family: str, card: str, kb: Knowledge) -> None:
    cards = {
        offer.gpu for offer in kb.offers.values() if offer.provider == provider and offer.instance.startswith(family)
    }
    assert cards == {card}


def test_articles_families_that_do_not_exist_are_not_offered(kb: Knowledge) -> None:
    names = {offer.instance for offer in kb.offers.values()}
    assert not [name for name in names if "c7i-m" in name or name.startswith("gn12")]


def test_every_price_has_currency_day_and_source(kb: Knowledge) -> None:
    for offer in kb.offers.values():
        if offer.price is not None:
            assert offer.currency, offer.id
            assert offer.price_date[:4].isdigit(), offer.id
            assert offer.source in kb.sources, offer.id
        if offer.spot_price is not None and offer.price is not None:
            assert offer.spot_price < offer.price, offer.id
