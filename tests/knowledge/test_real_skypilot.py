"""The real SkyPilot reads what we export: its own lists, prices and choices; runs where it is installed."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assistant.knowledge import Knowledge
from assistant.knowledge.catalogue import write_offers
from assistant.knowledge.schema import Offer

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("sky") is None, reason="SkyPilot is not installed: pip install 'rigwise[catalogues]'"
)

CLOUDS = ("aws", "azure", "gcp", "lambda", "nebius", "runpod", "verda")

ASK = """
import importlib, json, math, pathlib, shutil, socket, sys

def refuse(*args, **kwargs):
    raise OSError("no network in this test")

socket.socket.connect = socket.create_connection = refuse
cloud, wanted = sys.argv[1], json.loads(sys.argv[2])
place = pathlib.Path(importlib.import_module("sky.catalog.common").get_catalog_path(f"{cloud}/vms.csv"))
place.parent.mkdir(parents=True)
shutil.copy(sys.argv[3], place)
catalogue = importlib.import_module(f"sky.catalog.{cloud}_catalog")
listed = {
    (info.instance_type, info.region): info
    for infos in catalogue.list_accelerators(True, None, None, None, all_regions=True).values()
    for info in infos
}
number = lambda value: None if value is None or math.isnan(value) else value
answers = []
for instance, region, count in wanted:
    info = listed.get((instance, region))
    if info is None:
        answers.append(None)
        continue
    rent = {spot: None for spot in (False, True)}
    for spot in rent:
        try:
            rent[spot] = catalogue.get_hourly_cost(instance, spot, region, None)
        except (ValueError, AssertionError) as error:
            if "No " not in str(error) and "does not support spot" not in str(error):
                raise
    chosen, _ = catalogue.get_instance_type_for_accelerator(info.accelerator_name, count)
    answers.append({
        "name": info.accelerator_name, "count": info.accelerator_count, "cpus": number(info.cpu_count),
        "memory": number(info.memory), "card": number(info.device_memory), "price": number(info.price),
        "spot": number(info.spot_price), "rent": rent[False], "rent_spot": rent[True], "chosen": chosen,
        "of_instance": catalogue.get_accelerators_from_instance_type(instance),
        "size": catalogue.get_vcpus_mem_from_instance_type(instance),
        "regions": [place.name for place in catalogue.get_region_zones_for_instance_type(instance, False)],
    })
print(json.dumps(answers))
"""


def ask(file: Path, cloud: str, wanted: list[tuple[str, str, int]]) -> list[dict[str, Any] | None]:
    """Return what SkyPilot knows of each (instance, region, cards) by the catalogue `file`, with the network off."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, cloud, json.dumps(wanted), str(file)],
        env={**os.environ, "HOME": str(file.parent), "SKYPILOT_DISABLE_USAGE_COLLECTION": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answers: list[dict[str, Any] | None] = json.loads(done.stdout.splitlines()[-1])
    return answers


def exportable(kb: Knowledge, cloud: str) -> list[Offer]:
    return [
        offer
        for offer in kb.offers.values()
        if offer.provider == cloud and offer.gpu and offer.vcpu and (offer.price or offer.spot_price)
    ]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("cloud", CLOUDS)
def test_skypilot_finds_every_machine_with_its_price_memory_and_cards(cloud: str, tmp_path: Path) -> None:
    kb = Knowledge.load()
    offers = exportable(kb, cloud)
    file = tmp_path / "vms.csv"
    file.write_text(write_offers(kb, offers, "skypilot"), encoding="utf-8")
    region = {"lambda": "us-east-1", "runpod": "US"}
    wanted = [(offer.instance, region.get(cloud, offer.region), offer.gpu_count) for offer in offers]
    for offer, place, said in zip(offers, wanted, ask(file, cloud, wanted), strict=True):
        cheaper = cloud == "gcp" and said is None
        if cheaper:  # of the machines that take one card, GCP's list shows the cheapest alone
            assert any(other.gpu == offer.gpu and (other.price or 0) < (offer.price or 0) for other in offers)
            continue
        assert said is not None, place
        assert said["count"] == offer.gpu_count
        assert said["of_instance"] == {said["name"]: offer.gpu_count}
        assert said["card"] == pytest.approx(kb.gpus[offer.gpu].memory_gb)
        assert (said["cpus"], said["memory"]) == (offer.vcpu, offer.ram_gb)
        assert said["size"] == [offer.vcpu, offer.ram_gb]
        assert (said["price"], said["rent"]) == (offer.price, offer.price)
        assert (said["spot"], said["rent_spot"]) == (offer.spot_price, offer.spot_price)
        if offer.price:
            assert place[1] in said["regions"]
            assert said["chosen"]
