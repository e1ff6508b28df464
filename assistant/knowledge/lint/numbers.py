"""Numbers and placeholders in sentences, so that two languages and their sources can be compared."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_UNITS_AFTER = re.compile(r"\s?(百万|万|亿|千|thousand|million|billion)")
_FACTORS = {"万": 1e4, "亿": 1e8, "千": 1e3, "百万": 1e6, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_PLACEHOLDER = re.compile(r"\{([A-Za-z_][\w.]*)(?::[^{}]*)?\}")
_EN_WORDS = {
    "one": 1, "two": 2, "twice": 2, "pair": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "sixteen": 16, "half": 0.5, "hundred": 100, "hundreds": 100,
    "thousand": 1000, "million": 1e6, "billion": 1e9, "october": 10, "tens": 10, "once": 1, "quarter": 0.25,
}  # fmt: skip
_ZH_WORDS = {
    "一": 1, "二": 2, "两": 2, "双": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    "百": 100,
    "千": 1000, "万": 1e4, "百万": 1e6, "十亿": 1e9, "半": 0.5, "单": 1, "几十": 10,
}  # fmt: skip


def numbers(text: str) -> set[float]:
    """Return the numbers of `text` that are figures: digits inside names (A100, ResNet-50, FP16, 8-bit) are none."""
    found: set[float] = set()
    for match in _NUMBER.finditer(text):
        if _in_a_name(text, match.start(), match.end()):
            continue
        value = float(match[0].replace(",", "").rstrip(".") or 0)
        unit = _UNITS_AFTER.match(text, match.end())
        found.add(value * _FACTORS[unit[1]] if unit else value)
    return found


def _in_a_name(text: str, start: int, end: int) -> bool:
    """Return whether the digits belong to a name: a letter before them, or a unit of format after."""
    before = text[max(start - 3, 0) : start]
    if re.search(r"[A-Za-z][-_.]?$", before) or before == "SD ":
        return True
    return bool(re.match(r"-?bit|\s?位", text[end : end + 4]))


def number_words(text: str) -> set[float]:
    """Return the numbers that `text` writes as words, in either language."""
    words = {float(value) for word, value in _EN_WORDS.items() if re.search(rf"\b{word}\b", text.lower())}
    return words | {float(value) for word, value in _ZH_WORDS.items() if word in text}


def placeholders(text: str) -> set[str]:
    """Return the names of the {placeholders} of `text`."""
    return set(_PLACEHOLDER.findall(text))


def differing(en: str, zh: str) -> tuple[set[float], set[float]]:
    """Return the numbers that only the English and only the Chinese side has; words count as the other's digits."""
    left, right = numbers(en), numbers(zh)
    return left - right - number_words(zh), right - left - number_words(en)
