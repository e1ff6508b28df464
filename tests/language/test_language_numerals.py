"""Numbers in words, in Chinese and in mixtures."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.language.numerals import chinese, english, numbers


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("三万五", 35_000), ("两百", 200), ("一点五亿", 150_000_000), ("十来万", 100_000),
        ("1万5", 15_000), ("3万5千", 35_000),
        ("千亿", 1e11), ("一万亿", 1e12), ("一百七十五亿", 1.75e10), ("两千五", 2_500), ("一百二十", 120),
        ("百二", 120),
        ("一千零五", 1_005), ("半", 0.5), ("一个半", 1.5), ("2百", 200), ("十六", 16), ("二十万", 200_000),
    ],
)  # fmt: skip
def test_chinese_numbers(written: str, value: float) -> None:
    assert chinese(written) == value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("seven", 7), ("twenty-two", 22), ("two hundred", 200), ("half a", 0.5), ("a dozen", 12),
        ("quarter of a", 0.25),
        ("one and a half", 1.5), ("two thousand", 2_000), ("a couple of", 2), ("one point three", 1.3),
    ],
)  # fmt: skip
def test_english_numbers(written: str, value: float) -> None:
    assert english(written) == value


def test_vague_amounts_are_no_numbers() -> None:
    assert chinese("几十万") is None
    assert list(numbers("几百张")) == []


@settings(max_examples=200)
@given(st.integers(min_value=1, max_value=10**12))
def test_digits_are_read_back(value: int) -> None:
    assert [number.value for number in numbers(f"about {value:,} of them")] == [value]


_DIGITS = "零一二三四五六七八九"


def _spell(value: int) -> str:
    """Write a number below 100 million the way it is said."""
    if value >= 10_000:
        head, tail = divmod(value, 10_000)
        joint = "零" if 0 < tail < 1_000 else ""
        return _spell(head) + "万" + (joint + _spell(tail) if tail else "")
    out, zero = "", False
    for unit, name in ((1_000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, unit)
        if digit:
            out += ("零" if zero and out else "") + _DIGITS[digit] + name
            zero = False
        elif out:
            zero = True
    return out


@settings(max_examples=200)
@given(st.integers(min_value=1, max_value=99_999_999))
def test_chinese_is_read_back(value: int) -> None:
    assert chinese(_spell(value)) == value
