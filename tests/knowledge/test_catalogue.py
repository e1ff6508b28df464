"""Price lists of other tools, with the traps that real files hold."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from knowledge_bases import put

from assistant.cli import main
from assistant.errors import InputError
from assistant.knowledge import Knowledge, KnowledgeError
from assistant.knowledge.catalogue import FORMATS, read_offers, read_price_list, write_offers

DAY = 1_767_225_600  # 2026-01-01

SKYPILOT = (
    "Region,AcceleratorName,InstanceType,vCPUs,MemoryGiB,AcceleratorCount,Price,SpotPrice,GpuInfo\n"
    "us-east-1,A100,p4d.24xlarge,96,1152,8.0,21.96,8.0,\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 40960}}]}\"\n"
    "us-east-1,A100,p4d.24xlarge,96,1152,8.0,21.96,9.0,\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 40960}}]}\"\n"
    'eu-west-1,A100-80GB,p4de.24xlarge,96,1152,8.0,27.45,27.45,"{""Gpus"": [{""MemoryInfo"": {""SizeInMiB"": 80}}]}"\n'
    "us-east-1,H100,p5.48xlarge,192,2048,8.0,0,,\n"
    "us-east-1,,m5.large,2,8,,0.1,,\n"
    "us-east-1,Unobtainium,x1,2,8,1,0.1,,\n"
    "us-east-1,T4,g4dn.xlarge,4,16,1.0,nonsense,,\n"
)

GPUHUNT_COLUMNS = (
    "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags,"
    "cpu_arch,provider_data"
)
GPUHUNT = (
    GPUHUNT_COLUMNS + "\n"
    "gpu_1x_a100,us,1.5,30,200,1,A100,40,false,500,nvidia,,x86,{}\n"
    "gpu_1x_a100,us,0.7,30,200,1,A100,40,true,500,nvidia,,x86,{}\n"
    "gpu_8x_h100,us,23.9,208,1800,8,H100,80,False,,nvidia,,x86,{}\n"
    "cpu,us,0.1,4,16,0,,,false,,,,x86,{}\n"
    "broken,us,,4,16,1,A100,40,false,,,,x86,{}\n"
    "odd,us,1,4,16,1,A100,40,perhaps,,,,x86,{}\n"
    "tpu,us,1,4,16,1,tpu-v5p,95,false,,,,x86,{}\n"
)


def file_of(path: Path, content: str) -> Path:
    put(path, content)
    os.utime(path, (DAY, DAY))
    return path


class TestSkyPilot:
    def test_columns_are_read_by_name_and_the_folder_names_the_provider(self, kb: Knowledge, tmp_path: Path) -> None:
        prices = read_price_list(kb, file_of(tmp_path / "aws" / "vms.csv", SKYPILOT))
        assert prices.form == "skypilot"
        assert {offer.provider for offer in prices.offers} == {"aws"}
        assert (prices.date, prices.date_is_files) == ("2026-01-01", True)

    def test_a100_means_40_gb_here_and_zones_are_one_offer_at_the_cheapest_spot_price(
        self, kb: Knowledge, tmp_path: Path
    ) -> None:
        offers = {offer.instance: offer for offer in read_offers(kb, file_of(tmp_path / "aws" / "vms.csv", SKYPILOT))}
        assert kb.gpus[offers["p4d.24xlarge"].gpu].memory_gb == 40
        assert offers["p4d.24xlarge"].spot_price == 8.0
        assert offers["p4d.24xlarge"].gpu_count == 8

    def test_topology_comes_from_our_own_table(self, kb: Knowledge, tmp_path: Path) -> None:
        ours = kb.offers["aws.p4d.24xlarge"]
        offers = {offer.instance: offer for offer in read_offers(kb, file_of(tmp_path / "aws" / "vms.csv", SKYPILOT))}
        assert offers["p4d.24xlarge"].network_gbps == ours.network_gbps
        assert offers["p4d.24xlarge"].fabric == ours.fabric

    def test_gigabytes_in_a_mib_field_and_a_spot_price_that_is_no_discount(self, kb: Knowledge, tmp_path: Path) -> None:
        prices = read_price_list(kb, file_of(tmp_path / "aws" / "vms.csv", SKYPILOT))
        offer = next(one for one in prices.offers if one.instance == "p4de.24xlarge")
        assert kb.gpus[offer.gpu].memory_gb == 80
        assert offer.spot_price is None
        assert prices.no_discount == 1

    def test_zero_is_no_price(self, kb: Knowledge, tmp_path: Path) -> None:
        offers = {offer.instance: offer for offer in read_offers(kb, file_of(tmp_path / "aws" / "vms.csv", SKYPILOT))}
        assert offers["p5.48xlarge"].price is None

    def test_what_is_left_out_is_said(self, kb: Knowledge, tmp_path: Path) -> None:
        skipped = read_price_list(kb, file_of(tmp_path / "aws" / "vms.csv", SKYPILOT)).skipped
        assert skipped == {"no GPU": 1, "Price is `nonsense`": 1, "unknown card `Unobtainium`": 1}

    def test_gpu_info_is_never_run(self, kb: Knowledge, tmp_path: Path) -> None:
        evil = (
            "InstanceType,AcceleratorName,AcceleratorCount,Price,GpuInfo\n"
            "x,T4,1,,\"__import__('os').mkdir('/nowhere')\"\n"
        )
        assert read_offers(kb, file_of(tmp_path / "p.csv", evil))[0].gpu == "t4"


class TestGpuhunt:
    def test_rows_of_both_prices_are_one_offer(self, kb: Knowledge, tmp_path: Path) -> None:
        prices = read_price_list(kb, file_of(tmp_path / "lambdalabs.csv", GPUHUNT))
        offers = {offer.instance: offer for offer in prices.offers}
        assert prices.form == "gpuhunt"
        assert (offers["gpu_1x_a100"].price, offers["gpu_1x_a100"].spot_price) == (1.5, 0.7)
        assert kb.gpus[offers["gpu_1x_a100"].gpu].memory_gb == 40
        assert offers["gpu_8x_h100"].gpu == "h100-sxm5-80gb"
        assert {offer.provider for offer in prices.offers} == {"lambda"}

    def test_malformed_rows_are_skipped_with_the_reason(self, kb: Knowledge, tmp_path: Path) -> None:
        skipped = read_price_list(kb, file_of(tmp_path / "lambdalabs.csv", GPUHUNT)).skipped
        assert skipped == {"no GPU": 2, "price is empty": 1, "spot is `perhaps`, expected true or false": 1}

    def test_json_says_the_same(self, kb: Knowledge, tmp_path: Path) -> None:
        names = GPUHUNT_COLUMNS.split(",")
        rows = [dict(zip(names, line.split(","), strict=False)) for line in GPUHUNT.splitlines()[1:4]]
        csv_offers = read_offers(kb, file_of(tmp_path / "x.csv", "\n".join(GPUHUNT.splitlines()[:4]) + "\n"))
        for name, content in (("x.json", json.dumps(rows)), ("y.jsonl", "\n".join(map(json.dumps, rows)))):
            again = read_offers(kb, file_of(tmp_path / name, content), "x")
            assert [offer.price for offer in again] == [offer.price for offer in csv_offers]

    def test_older_files_lack_columns(self, kb: Knowledge, tmp_path: Path) -> None:
        old = (
            "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot\na,us,1,4,16,1,A100,80,false\n"
        )
        offer = read_offers(kb, file_of(tmp_path / "gcp.csv", old))[0]
        assert (offer.provider, kb.gpus[offer.gpu].memory_gb) == ("gcp", 80)


class TestOwnYaml:
    GOOD = (
        "schema: 1\noffers:\n  - {id: lab.box, provider: lab, instance: box, gpu: rtx-4090, gpu_count: 2, price: 9, "
        'currency: CNY, price_date: "2026-11-01", source: mine}\n'
    )

    def test_is_read(self, kb: Knowledge, tmp_path: Path) -> None:
        assert read_offers(kb, put(tmp_path / "x.yaml", self.GOOD))[0].price == 9

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (("currency: CNY, ", ""), "needs `currency`"),
            (('price_date: "2026-11-01", ', ""), "needs `price_date`"),
            (("rtx-4090", "rtx-4909"), "did you mean `rtx-4090`?"),
            (("price: 9", "price: 0"), "greater than 0"),
            (("provider: lab", "provid: lab"), "did you mean `provider`?"),
        ],
    )
    def test_faults_have_a_line(self, change: tuple[str, str], words: str, kb: Knowledge, tmp_path: Path) -> None:
        with pytest.raises(KnowledgeError) as caught:
            read_offers(kb, put(tmp_path / "x.yaml", self.GOOD.replace(*change)))
        assert any(words in str(problem) and problem.line == 3 for problem in caught.value.problems)

    def test_no_offers_in_it(self, kb: Knowledge, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="no list `offers:`"):
            read_offers(kb, put(tmp_path / "x.yaml", "schema: 1\n"))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.csv", "a,b\n1,2\n", "unknown price list with columns a, b"),
        ("x.csv", "", "it is empty"),
        ("x.json", "{", "not JSON"),
        ("x.json", "[" * 50_000, "not JSON"),
        ("x.csv", SKYPILOT.splitlines()[0], "no row below the header"),
        ("x.csv", SKYPILOT.splitlines()[0] + "\nus,,m5,2,8,,0.1,,\n", r"no GPU \(1\)"),
    ],
)
def test_a_file_that_is_no_price_list_is_bad_input(
    name: str, content: str, words: str, kb: Knowledge, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=words):
        read_offers(kb, file_of(tmp_path / name, content))


def test_missing_and_binary_files_are_bad_input(kb: Knowledge, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read_offers(kb, tmp_path / "none.csv")
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError):
        read_offers(kb, tmp_path / "b.csv")


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_what_is_exported_reads_back_the_same(form: str, kb: Knowledge, tmp_path: Path) -> None:
    offers = [offer for offer in kb.offers.values() if offer.provider == "lambda"]
    name = "lambda/vms.csv" if form == "skypilot" else "lambda.csv" if form == "gpuhunt" else "lambda.yaml"
    again = read_offers(kb, put(tmp_path / name, write_offers(kb, offers, form)))
    fields = ("provider", "instance", "gpu", "gpu_count", "vcpu", "ram_gb", "price", "spot_price")
    said = {tuple(getattr(offer, field) for field in fields) for offer in offers if offer.price}
    assert {tuple(getattr(offer, field) for field in fields) for offer in again} == said
    places = kb.constants["catalogue.regions"].words["lambda"].split() if form == "skypilot" else ["all listed"]
    assert {offer.region for offer in again} == set(places)


def test_machines_and_cards_written_apart_are_read_as_one(kb: Knowledge, tmp_path: Path) -> None:
    offers = [offer for offer in kb.offers.values() if offer.provider == "gcp" and offer.gpu and offer.price]
    again = read_offers(kb, put(tmp_path / "gcp" / "vms.csv", write_offers(kb, offers, "skypilot")))
    assert {(offer.id, offer.gpu, offer.price, offer.spot_price) for offer in again} == {
        (f"gcp.{offer.instance}.{offer.region}", offer.gpu, offer.price, offer.spot_price) for offer in offers
    }


@pytest.mark.parametrize("form", ["skypilot", "gpuhunt"])
def test_what_is_no_machine_is_not_exported(form: str, kb: Knowledge) -> None:
    described = [
        offer for offer in kb.offers.values() if offer.gpu and offer.price and not (offer.vcpu or offer.ram_gb)
    ]
    assert described
    with pytest.raises(InputError, match="none of these offers"):
        write_offers(kb, described, form)


def test_export_turns_other_currencies_into_dollars(kb: Knowledge) -> None:
    yuan = next(
        offer for offer in kb.offers.values() if offer.currency == "CNY" and offer.price and offer.gpu and offer.vcpu
    )
    text = write_offers(kb, [yuan], "skypilot")
    assert yuan.price is not None
    assert f"{yuan.price / kb.rates['CNY'].per_usd:.6g}" in text


@pytest.mark.parametrize("price", ["0", "nan", "inf", ""])
def test_a_price_that_is_none_is_told_and_the_row_kept(kb: Knowledge, tmp_path: Path, price: str) -> None:
    table = SKYPILOT.splitlines(keepends=True)[0] + f"us-east-1,H100,p5.48xlarge,192,2048,8.0,{price},,\n"
    prices = read_price_list(kb, file_of(tmp_path / "aws" / "vms.csv", table))
    assert [offer.price for offer in prices.offers] == [None]
    assert not prices.skipped


@pytest.mark.parametrize("count", ["", "0"])
def test_a_card_without_a_count_is_told_as_such(kb: Knowledge, tmp_path: Path, count: str) -> None:
    table = SKYPILOT + f"us-east-1,H100,p6,192,2048,{count},1.0,,\n"
    prices = read_price_list(kb, file_of(tmp_path / "aws" / "vms.csv", table))
    assert prices.skipped["AcceleratorCount is empty or 0"] == 1


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["offers", "list", "--gpu", "H100", "--json"]) == 0
    assert {offer["gpu"] for offer in json.loads(capsys.readouterr().out)["offers"]} == {"h100-sxm5-80gb"}
    assert main(["offers", "list", "--provider", "nobody"]) == 2
    capsys.readouterr()
    file = file_of(tmp_path / "aws" / "vms.csv", SKYPILOT)
    assert main(["offers", "import", str(file), "--to", str(tmp_path / "own"), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["format"], summary["offers"], summary["stale"]) == ("skypilot", 3, True)
    assert main(["offers", "list", "--knowledge", str(tmp_path / "own"), "--gpu", "A100 40GB"]) == 0
    assert "p4d.24xlarge" in capsys.readouterr().out
    assert main(["knowledge", "check", "--knowledge", str(tmp_path / "own")]) == 0
    assert main(["offers", "import", str(tmp_path / "none.csv")]) == 2
    assert main(["offers", "list", "--gpu", "rtx 9999"]) == 2
