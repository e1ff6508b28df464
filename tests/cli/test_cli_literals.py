from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.cli import literals
from assistant.errors import InputError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7B", 7_000_000_000),
        ("350M", 350_000_000),
        ("1.5k", 1500),
        ("512", 512),
        ("7e9", 7 * 10**9),
        ("70亿", 7 * 10**9),
    ],
)
def test_counts(text: str, value: int) -> None:
    assert literals.read_count(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("200GB", 2 * 10**11), ("1.5 TB", 15 * 10**11), ("64GiB", 64 * 2**30), ("10", 10)]
)
def test_bytes(text: str, value: int) -> None:
    assert literals.read_bytes(text) == value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("30000 CNY/month", {"amount": 30000, "currency": "CNY", "per": "month"}),
        ("$20/hour", {"amount": 20, "currency": "USD", "per": "hour"}),
        ("500 USD total", {"amount": 500, "currency": "USD", "per": "total"}),
        ("30k", {"amount": 30000, "currency": None, "per": "none"}),
        ("€5/h/gpu", {"amount": 5, "currency": "EUR", "per": "hour", "per_gpu": True}),
        ("minimize", {"minimize": True}),
    ],
)
def test_money(text: str, found: dict[str, object]) -> None:
    assert literals.read_money(text) == found


@pytest.mark.parametrize(
    ("text", "hours"), [("36", 36), ("36h", 36), ("3 days", 72), ("2 weeks", 336), ("1 month", 720)]
)
def test_hours(text: str, hours: float) -> None:
    assert literals.read_hours(text) == hours


def test_owned() -> None:
    assert literals.read_owned("2x RTX 3090, 64GB RAM") == {"gpu": "RTX 3090", "count": 2, "ram_gb": 64.0}
    assert literals.read_owned("RTX 4090") == {"gpu": "RTX 4090", "count": 1}


@pytest.mark.parametrize("read", [literals.read_count, literals.read_bytes, literals.read_money, literals.read_hours])
@pytest.mark.parametrize("text", ["plenty", "", "b", "7Q"])
def test_nonsense_is_refused_with_an_example(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(InputError, match="write it like"):
        read(text)
