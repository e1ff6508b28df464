"""Price lists as people really have them: packed, saved by a spreadsheet, mixed, with machines and cards apart."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.knowledge.catalogue import read_price_list
from assistant.knowledge.schema import Offer

HEAD = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice"
ROW = "p4d.24xlarge,A100,8.0,96.0,1152.0,21.96,us-east-1,,9.1"
PLAIN = f"{HEAD}\n{ROW}\n"
HUNT = "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot"


def read(kb: Knowledge, path: Path, content: str | bytes) -> tuple[Offer, ...]:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_price_list(kb, path).offers


def zipped(name: str, content: str, *, others: tuple[str, ...] = ()) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for entry in (name, *others):
            archive.writestr(entry, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("vms.csv", PLAIN.replace("\n", "\r\n")),
        ("vms.csv", PLAIN.replace("\n", "\r")),
        ("vms.csv", "\ufeff" + PLAIN),
        ("vms.csv", "\n\n" + PLAIN),
        ("vms.csv", PLAIN.encode("utf-16")),
        ("vms.csv", PLAIN.replace(",", ";")),
        ("vms.csv", PLAIN.replace(",", ";").replace(".", ",").replace("p4d,", "p4d.")),
        ("vms.tsv", PLAIN.replace(",", "\t")),
        ("vms.csv", PLAIN.lower().replace("p4d.24xlarge,a100", "p4d.24xlarge,A100")),
        ("vms.csv", PLAIN.replace(ROW, ROW + ",beyond,the header")),
        ("vms.csv.gz", gzip.compress(PLAIN.encode())),
        ("prices.zip", zipped("vms.csv", PLAIN)),
    ],
)
def test_the_same_list_in_any_dress(name: str, content: str | bytes, kb: Knowledge, tmp_path: Path) -> None:
    (offer,) = read(kb, tmp_path / "aws" / name, content)
    said = (offer.provider, offer.gpu, offer.gpu_count, offer.vcpu, offer.ram_gb, offer.price, offer.spot_price)
    assert said == ("aws", "a100-sxm4-40gb", 8, 96, 1152, 21.96, 9.1)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "it is empty"),
        (b" \n\n", "it is empty"),
        (HEAD.encode(), "no row below the header"),
        (zipped("[Content_Types].xml", "<x/>"), "a spreadsheet"),
        (b"\xd0\xcf\x11\xe0 old workbook", "a spreadsheet"),
        (zipped("a.csv", PLAIN, others=("b.csv",)), "2 tables in the archive"),
        (gzip.compress(PLAIN.encode())[:40], "can not be unpacked"),
        (PLAIN.replace("us-east-1", "华东").encode("gbk"), "not UTF-8 text"),
        (b"InstanceType,AcceleratorName,vCPUs\na,A100,8\n", "without the column AcceleratorCount, Price"),
        (HUNT.replace("price,", "").encode() + b"\na,us,4,16,1,A100,80,false\n", "without the column price"),
        (PLAIN.replace(",SpotPrice", ",Price").encode(), "two columns are called Price"),
        ((PLAIN + '"p5,H100,8\n').encode(), "line 3: unexpected end of data"),
        (PLAIN.replace("8.0,", "0.125,").encode(), "AcceleratorCount is 0.125, a part of a card"),
        (PLAIN.replace("21.96", "$21.96").encode(), r"Price is `\$21.96`"),
        (PLAIN.replace("21.96", '"1,021.96"').encode(), "Price is `1,021.96`"),
        (PLAIN.replace("21.96", "-3").encode(), "Price is -3"),
        (f"{HEAD},Currency\n{ROW},XAU\n".encode(), "no exchange rate for `XAU`"),
    ],
)
def test_what_can_not_be_read_is_said_in_one_line(content: bytes, words: str, kb: Knowledge, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words) as caught:
        read(kb, tmp_path / "aws" / "vms.csv", content)
    assert "\n" not in caught.value.en
    assert caught.value.zh != caught.value.en


@pytest.mark.parametrize(
    ("said", "currency"), [("CNY", "CNY"), ("rmb", "CNY"), ("元", "CNY"), ("EUR", "EUR"), ("", "USD")]
)
def test_a_currency_column_is_heeded(said: str, currency: str, kb: Knowledge, tmp_path: Path) -> None:
    (offer,) = read(kb, tmp_path / "aliyun" / "vms.csv", f"{HEAD},Currency\n{ROW},{said}\n")
    assert (offer.provider, offer.price, offer.currency) == ("alibaba", 21.96, currency)


@pytest.mark.parametrize(
    ("field", "size", "gpu"),
    [
        ("SizeInMiB", "40960", "a100-sxm4-40gb"),
        ("SizeInMiB", "81920", "a100-sxm4-80gb"),
        ("SizeInMiB", "'81920'", "a100-sxm4-80gb"),
        ("SizeInMiB", "80", "a100-sxm4-80gb"),
        ("SizeInGiB", "80", "a100-sxm4-80gb"),
        ("SizeInGB", "40", "a100-sxm4-40gb"),
        ("SizeInMiB", "None", "a100-sxm4-40gb"),
    ],
)
def test_memory_of_a_card_in_any_unit(field: str, size: str, gpu: str, kb: Knowledge, tmp_path: Path) -> None:
    info = f"\"{{'Gpus': [{{'MemoryInfo': {{'{field}': {size}}}}}]}}\""
    (offer,) = read(kb, tmp_path / "nobody" / "vms.csv", PLAIN.replace("us-east-1,,", f"us-east-1,{info},"))
    assert offer.gpu == gpu


def test_one_name_with_two_cards_is_two_offers_with_names_of_their_own(kb: Knowledge, tmp_path: Path) -> None:
    other = ROW.replace("A100", "H100").replace("21.96", "55.04")
    offers = read(kb, tmp_path / "x" / "vms.csv", f"{PLAIN}{other}\n")
    assert {(offer.gpu, offer.price) for offer in offers} == {("a100-sxm4-40gb", 21.96), ("h100-sxm5-80gb", 55.04)}
    assert len({offer.id for offer in offers}) == 2


def test_json_by_provider(kb: Knowledge, tmp_path: Path) -> None:
    row = dict(zip(HUNT.split(","), ["g", "us", 2.0, 26, 200, 1, "H100", 80, False], strict=True))
    offers = read(
        kb, tmp_path / "all.json", json.dumps({"lambdalabs": [row], "aws": [row, {**row, "provider": "gcp"}]})
    )
    assert [offer.provider for offer in offers] == ["lambda", "aws", "gcp"]


def test_machines_and_cards_apart_are_put_together(kb: Knowledge, tmp_path: Path) -> None:
    """GCP's list prices the machine and its cards in rows of their own; a row alone is not what a machine costs."""
    offers = read(
        kb,
        tmp_path / "gcp" / "vms.csv",
        "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice\n"
        "a2-highgpu-1g,12,85,,,,us-central1,us-central1-a,0.75,0.5\n"
        "a2-highgpu-1g,12,85,,,,us-west4,us-west4-b,0.8,\n"
        ",,,A100,1.0,,us-central1,us-central1-a,3,1.5\n"
        ",,,A100,8.0,,us-central1,us-central1-a,24,12\n"
        ",,,A100,1.0,,us-west4,us-west4-b,3.2,1.6\n"
        "n1-standard-4,4,15,,,,us-central1,us-central1-a,0.2,0.1\n",
    )
    said = {
        (offer.instance, offer.region): (offer.gpu, offer.gpu_count, offer.price, offer.spot_price) for offer in offers
    }
    assert said == {
        ("a2-highgpu-1g", "us-central1"): ("a100-sxm4-40gb", 1, 3.75, 2.0),
        ("a2-highgpu-1g", "us-west4"): ("a100-sxm4-40gb", 1, 4.0, None),
    }


OWN = "provider,instance,region,gpu,gpu_count,vcpu,ram_gb,price,spot_price,currency,price_date"


@pytest.mark.parametrize(
    "head", [OWN, OWN.replace("instance,", "Instance_Type,").replace(",price,", ",on_demand_price_per_hour,")]
)
def test_a_table_of_ones_own(head: str, kb: Knowledge, tmp_path: Path) -> None:
    rows = "aliyun,big,cn-beijing,A100 80GB,8,128,1024,280,,CNY,2026-11-01\nlab,box,,RTX 4090,2,32,128,0,,,\n"
    path = tmp_path / "prices.csv"
    path.write_text(f"{head}\n{rows}lab,cpu,,,0,8,32,1,,EUR,2026-10\n", encoding="utf-8")
    prices = read_price_list(kb, path)
    said = [(one.provider, one.gpu, one.gpu_count, one.price, one.currency, one.price_date) for one in prices.offers]
    assert said == [
        ("alibaba", "a100-sxm4-80gb", 8, 280, "CNY", "2026-11-01"),
        ("lab", "rtx-4090", 2, None, "USD", prices.offers[1].price_date),
    ]
    assert (prices.form, prices.date, prices.date_is_files) == ("rigwise", "2026-11-01", False)
    assert prices.skipped == {"no GPU": 1}


@pytest.mark.parametrize(
    ("head", "row", "words"),
    [
        (OWN.replace("currency,", ""), "a,b,,T4,1,4,16,1,,2026-01-01", "without the column currency"),
        (OWN.replace(",price_date", ""), "a,b,,T4,1,4,16,1,,USD", "without the column price_date"),
        (OWN, "a,b,,T4,1,4,16,1,,,2026-01-01", "currency is empty beside a price"),
        (OWN, "a,b,,T4,1,4,16,1,,USD,last week", "price_date is `last week`"),
        (OWN, "a,b,,T4,1,4,16,1,,XAU,2026-01-01", "no exchange rate for `XAU`"),
        (OWN, "a,,,T4,1,4,16,1,,USD,2026-01-01", "instance is empty"),
    ],
)
def test_a_price_of_ones_own_has_a_currency_and_a_day(
    head: str, row: str, words: str, kb: Knowledge, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=words):
        read(kb, tmp_path / "prices.csv", f"{head}\n{row}\n")


def test_twenty_thousand_rows(kb: Knowledge, tmp_path: Path) -> None:
    rows = "".join(f"m{number},T4,1,4,16,{number + 1},eu-{number % 7},,\n" for number in range(20_000))
    offers = read(kb, tmp_path / "x" / "vms.csv", f"{HEAD}\n{rows}")
    assert [offer.price for offer in offers] == list(range(1, 20_001))


def test_too_much_is_refused(kb: Knowledge, tmp_path: Path) -> None:
    small = kb.constants["catalogue.largest_bytes"].model_copy(update={"value": 100})
    less = kb.model_copy(update={"constants": {**kb.constants, "catalogue.largest_bytes": small}})
    for content in (PLAIN.encode(), gzip.compress(PLAIN.encode()), zipped("vms.csv", PLAIN)):
        with pytest.raises(InputError, match="more than"):
            read(less, tmp_path / "aws" / "vms.csv", content)


def test_the_summary_counts_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my prices" / "vms.csv"
    path.parent.mkdir()
    path.write_text(PLAIN + "x,Zorkon,1,1,1,1,us,,\n", encoding="utf-8")
    assert main(["offers", "import", str(path), "--provider", "aws"]) == 0
    said = capsys.readouterr().out
    assert "skypilot list: 1 offer (1 machine, 1 region), 1 kind of card\n" in said
    assert "left out: 1 row, unknown card `Zorkon`" in said
    assert "--to DIR" in said, "a provider that was only said can not be kept by a file name"
    assert main(["offers", "import", str(path)]) == 0
    assert f"--offers '{path}'" in capsys.readouterr().out
