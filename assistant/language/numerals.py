"""Numbers as people write them: digits, English words, Chinese numerals, and mixtures ("3万5", "two hundred")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_SMALL_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve"
    " thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ONES = {word: value for value, word in enumerate(_SMALL_WORDS.split())} | {
    word: 10 * value for value, word in enumerate(_TENS.split(), start=2)
}
FRACTIONS = {"half": 0.5, "quarter": 0.25}
ARTICLES = {"a": 1, "an": 1}
MULTIPLES = {
    "couple": 2,
    "pair": 2,
    "dozen": 12,
    "hundred": 100,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
}
ZH_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "俩": 2,
    "壹": 1,
    "贰": 2,
    "叁": 3,
}
ZH_SMALL = {"十": 10, "百": 100, "千": 1000}
ZH_LARGE = {"万": 10**4, "亿": 10**8}

_LARGEST = 1e18
_TEN = 10
_DECIMAL_COMMA = r"\d{1,3}(?:\.\d{3})*,\d{1,2}(?=\s?(?:[kmgt]i?b(?![a-z])|€|eur))"
_DIGITS = (
    rf"{_DECIMAL_COMMA}|"
    r"\d{1,3}(?: 000)+(?![\d.,])|\d+(?:\.\d+)?e-?\d{1,2}(?![\da-z.])|"
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])|\d+(?:\.\d+)?|\.\d+"
)
_WORD = "|".join(sorted((*ONES, "hundred", "thousand"), key=len, reverse=True))
_NOT_VAGUE = "".join(f"(?<!{word} )" for few in ("few", "several") for word in (few, f"{few} hundred"))
"""A few hundred thousand are no hundred and no thousand."""
_UNITS = "zero|one|two|three|four|five|six|seven|eight|nine"
_ENGLISH = (
    rf"(?:{_WORD})(?: (?:{_WORD}))? point (?:{_UNITS})(?: (?:{_UNITS}))*|(?:(?:one|an?|two|three|four|"
    rf"five|six|seven|eight|nine|ten)[ -]and[ -]a[ -](?:half|quarter))|(?:(?:half|"
    rf"a?[ ]?quarter)(?: of)?(?: an?)?)"
    rf"|an? (?:half|couple(?: of)?|pair(?: of)?|dozen|hundred|thousand|million|billion|trillion)|couple(?: of)?|pair of"
    rf"|{_NOT_VAGUE}(?:{_WORD})(?:[ -](?:and[ -])?(?:{_WORD}))*(?: dozen)?|dozens?|an?(?= )"
)
_BEFORE_ONE = r"[零〇一二两俩三四五六七八九十百千万亿点]+(?<![十零〇])(?=一(?:个月|个小时|年|天|周|小时))"
_SPOKEN_PRICE = (
    r"[一二两三四五六七八九十百]+块(?:[二三四五六七八九]|一(?![个小天年月周台张]))(?![十百千万亿点个张块卡台])"
)
_SHORT_TAIL = r"\d+[wk]\d(?![\da-z.])|\d+块\d(?![\da-z.万千百块张])"
_FRACTION = r"\d{1,2}/\d{1,2}(?= (?:of )?(?:an? )?(?:tb|gb|million|billion|b|t|m)(?![a-z]))"
_CHINESE = (
    _SPOKEN_PRICE + r"|[一二两三四五六七八九十]个半|(?![来多点]|一[共起般样些下直定旦切律边])"
    r"[零〇一二两俩三四五六七八九十百千万亿点几半来多]+"
)
_MIXED = (
    r"\d+(?:\.\d+)?[多来]?\s?[十百千万亿]+"
    r"(?:\s\d(?=\s*(?:[,;!?)]|\.(?!\d)|$|元|刀|每|/|一个?月|一年))|\d(?![\d十百千万亿]|\.\d)|[零一二两三四五六七八九十百千万亿\d]*[十百千万亿]\d?(?!\d)|[一二两三四五六七八九](?![个十百千年天周小台张卡条]))?"
)
NUMBER = re.compile(
    rf"(?<![a-z\d.])(?P<tail>{_SHORT_TAIL})|(?<![a-z\d./])(?P<fraction>{_FRACTION})|(?<![a-z\d.])(?P<mixed>{_MIXED})|(?:(?<![a-z\d])|(?<=bs)|(?<=bsz)|(?<=usd)|(?<=rmb)|(?<=cny)|"
    rf"(?<=eur)|(?<=batch)|(?<=ctx)|(?<=us)|(?<=size)|(?<=seq)|(?<=len)|(?<=length))(?<!\d\.)(?P<digits>{_DIGITS})|"
    rf"(?<![a-z])(?P<english>{_ENGLISH})(?![a-z])|(?P<chinese>{_BEFORE_ONE}|{_CHINESE})"
)


class Number(NamedTuple):
    """A number in a text; `words` says that it was not written in digits."""

    value: float
    start: int
    end: int
    words: bool


def numbers(text: str) -> Iterator[Number]:
    """Yield every number of a plain text, left to right."""
    for match in NUMBER.finditer(text):
        kind, written = match.lastgroup, match.group()
        value = _read(str(kind), written)
        if value is not None and value <= _LARGEST:
            yield Number(value, match.start(), match.end(), kind != "digits")


def _read(kind: str, written: str) -> float | None:
    if kind == "digits":
        return _digits_value(written)
    if kind == "fraction":
        above, _, below = written.partition("/")
        return int(above) / int(below) if int(below) else None
    if kind == "tail":
        head, letter, digit = re.split("([wk块])", written)
        return (int(head) + int(digit) / 10) * {"w": 1e4, "k": 1e3, "块": 1}[letter]
    if kind == "english":
        return english(written)
    return chinese(written.replace(" ", ""))


def _digits_value(written: str) -> float:
    """Return the value of a number in digits; a comma before one or two last digits is a decimal comma."""
    if re.search(r",\d{1,2}$", written):
        return float(written.replace(".", "").replace(",", "."))
    return float(written.replace(",", "").replace(" ", ""))


def english(written: str) -> float | None:
    """Return the value of an English number ("two hundred", "half a", "one and a half"); None where it is none."""
    whole, point, tail = written.partition(" point ")
    if point:
        front = english(whole)
        digits = "".join(str(ONES[word]) for word in tail.split())
        return None if front is None else float(f"{int(front)}.{digits}")
    parts = [part for part in re.split(r"[\s-]+", written) if part not in {"and", "of", ""}]
    if len(parts) > 2 and parts[-1] in FRACTIONS and parts[-2] in ARTICLES:
        return (ONES.get(parts[0]) or ARTICLES.get(parts[0], 0)) + FRACTIONS[parts[-1]]
    total, current, seen = 0.0, 0.0, False
    for index, part in enumerate(parts):
        word = part.removesuffix("s") if part.removesuffix("s") in MULTIPLES else part
        if word in ONES:
            # "two fifty" is spoken for two hundred and fifty
            hundreds = ONES[word] >= _TEN and index > 0 and 0 < ONES.get(parts[index - 1], 0) < _TEN
            current, seen = current * (MULTIPLES["hundred"] if hundreds else 1) + ONES[word], True
        elif word in FRACTIONS:
            return FRACTIONS[word]
        elif word in ARTICLES:
            current = current or 1
            seen = True
        elif word in {"couple", "pair", "dozen", "hundred"}:
            current, seen = (current or 1) * MULTIPLES[word], True
        elif word in MULTIPLES:
            total, current, seen = total + (current or 1) * MULTIPLES[word], 0.0, True
        else:
            return None
    return total + current if seen else None


def chinese(written: str) -> float | None:
    """Return the value of a Chinese number, digits allowed inside ("三万五", "3万5", "一点五亿"), else None."""
    text = written.replace("来", "").replace("多", "").replace("个半", "半")
    if not text or "几" in text:
        return None
    if "块" in text:
        whole, _, tenths = text.partition("块")
        front = _chinese_value(whole)
        return None if front is None else front + ZH_DIGITS[tenths] / 10
    if text[0] == "半":
        unit = _chinese_value("一" + text[1:].removeprefix("个")) if len(text) > 1 else 1.0
        return None if unit is None else unit / 2
    half = text.endswith("半")
    value = _chinese_value(text.removesuffix("半"))
    return None if value is None else value + (0.5 if half else 0)


def _chinese_value(text: str) -> float | None:
    for mark in ("亿", "万"):
        if mark in text:
            head, _, tail = text.rpartition(mark)
            scale = ZH_LARGE[mark]
            front = _chinese_value(head) if head else 1.0
            if front is None:
                return None
            if not tail:
                return front * scale
            rest = _short_tail(tail, scale)
            return None if rest is None else front * scale + rest
    return _below_ten_thousand(text)


def _short_tail(tail: str, scale: float) -> float | None:
    """Return what follows 万 or 亿: one bare digit counts tenths of it (三万五 = 35,000)."""
    if len(tail) == 1 and (tail in ZH_DIGITS or tail.isdecimal()):
        return (ZH_DIGITS[tail] if tail in ZH_DIGITS else int(tail)) * scale / 10
    return _chinese_value(tail.removeprefix("零"))


def _below_ten_thousand(text: str) -> float | None:
    if re.fullmatch(r"\d+(?:\.\d+)?", text):
        return float(text)
    if "点" in text:
        head, _, tail = text.partition("点")
        front = _below_ten_thousand(head) if head else None
        if front is None or not tail or not all(c in ZH_DIGITS for c in tail):
            return None
        return float(f"{int(front)}." + "".join(str(ZH_DIGITS[c]) for c in tail))
    return _small(text)


def _small(text: str) -> float | None:
    total, last_unit = 0.0, 10
    for digits, unit in re.findall(r"(\d+(?:\.\d+)?|[零〇一二两俩三四五六七八九壹贰叁]*)([十百千]?)", text):
        if not digits and not unit:
            continue
        front = _digits(digits) if digits else 1.0
        if front is None:
            return None
        if unit:
            total += front * ZH_SMALL[unit]
            last_unit = ZH_SMALL[unit]
        elif total and len(digits) == 1 and last_unit > 10 and not text[:-1].endswith(("零", "〇")):
            total += front * last_unit / 10
        else:
            total += front
    return total


def _digits(text: str) -> float | None:
    if text[0].isdecimal():
        return float(text)
    if len(text) == 2 and ZH_DIGITS[text[1]] - ZH_DIGITS[text[0]] in {1, 2} and ZH_DIGITS[text[0]]:
        return float(ZH_DIGITS[text[1]])
    return float("".join(str(ZH_DIGITS[c]) for c in text))
