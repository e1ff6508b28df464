"""How many: cards, and machines of so many cards."""

from __future__ import annotations

import re

from assistant.language.frames import Frame, Frames
from assistant.language.numerals import numbers

COUNT = (
    r"(?:\d{1,5}|[一二两俩三四五六七八九十]{1,4}|one|two|three|four|five|six|seven|eight|"
    r"nine|ten|twelve|sixteen|thirty[ -]two|sixty[ -]four"
    r"|a pair of|pair of|a couple of|couple of|a dozen|dual|twin|triple|quad|octo|single|a single|just one|单|双|an?)"
)
MANY = (
    rf"(?:{COUNT}|[一二两三四五六七八九十][一二两三四五六七八九十百千万]{{1,7}}"
    r"|(?<![\d.几数上好多半十百千万])[百千万](?=卡))"
)
"""A count that a card follows for certain may be a large one ("千卡", "三千张910B")."""
BEGIN = r"(?:(?<![a-z\d.])|(?=[\u4e00-\u9fff]))"
"""Where a count may begin: in Chinese anywhere, else not within a word or a number."""
WORDS = {
    "dual": 2,
    "twin": 2,
    "triple": 3,
    "quad": 4,
    "octo": 8,
    "single": 1,
    "a single": 1,
    "just one": 1,
    "单": 1,
    "双": 2,
    "a": 1,
    "an": 1,
}
SHEETS = "[张块卡片个枚]"
"""Measure words by which cards are counted."""
_SORT = r"(?:<<machine.sort>>|(?:dgx|hgx)[\w\-]*|[a-z]+\d[\w.\-]*)"
MACHINE = Frame(rf"{BEGIN}(?P<n>{COUNT})\s*(?:{_SORT}\s+)?(?:<<machine>>|<<machine.measure>>)")
CARDS = Frame(
    rf"{BEGIN}(?P<n>{MANY})[\s\-]*(?:(?:x|\*)\s*)?(?:<<card.such>>\s*)?[张块片个]?<<card>>"
    rf"|(?<![a-z\d.])<<card>>\s*(?:x|\*|:|=|count)\s*(?P<n2>\d{{1,4}})(?![\d.]*\s*(?:g|%|h))"
    rf"|(?<![a-z\d.])<<card>>(?:<<card.so_many>>)?\s*(?P<n3>{COUNT})\s*[张块](?!<<picture>>)"
)
MACHINES_OF = Frame(
    rf"{BEGIN}(?P<m>{COUNT})\s*<<machine>>\s*(?:of|x|\*|with|by|,)\s*"
    rf"(?P<n>{COUNT})(?=\s*(?:each)?\s*(?:$|[,.;?!)]))"
)
_ANOTHER = Frame(rf"<<machine.another>>\D{{0,4}}?(?P<n>{COUNT})\s*[张块卡]")
_SETTING = Frame(r"<<setting>>\s*[:=]?\s*$")
_NESTED = re.compile(r"(?<![\d.])(?P<n>\d{1,3})\s*[x*]\s*\(?\s*$")
_TIMES = Frame(r"\s*(?:<<machine.measure>>|<<machine>>|(?<=\d))\s*[x*]\s*(?P<n>\d{1,2})(?![\d.]|\s*g)")
_SEVERAL = re.compile(rf"{BEGIN}(?P<n>{COUNT})\s+$")
_MACHINES_BEHIND = Frame(r"[\w\s\-]{0,12}?<<machine>>")
USABLE = Frame(
    rf"<<count.only>>\s*(?P<n>{COUNT})(?:\s*{SHEETS})?\s*(?:<<count.ofthem>>\s*)?(?:<<card>>\s*)?<<count.usable>>"
    rf"|<<count.usable_are>>\s*(?P<zh>{COUNT})\s*[张块卡个](?:<<card>>)?"
)
"""How many of the cards named before may be used."""
_EACH = Frame("<<each.machine>>")
_TOTAL = Frame("<<in_total>>")
_BY_MACHINE = Frame(r"\s*(?:x|\*|<<machine.measure>>|<<machine>>)")


def read_count(written: str) -> int | None:
    """Return the value of a count as written; None where it is none."""
    word = written.strip()
    if word in WORDS:
        return WORDS[word]
    for number in numbers(word):
        if number.value == int(number.value) and number.value > 0:
            return int(number.value)
    return None


def machines(text: str, frames: Frames) -> tuple[int, int, int] | None:
    """Return (how many machines, start, end) of the first machine count in `text`; None where none is said."""
    for match in frames(MACHINE).finditer(text):
        count = read_count(match["n"])
        if count:
            return count, match.start(), match.end()
    return None


def over_machines(text: str, per: int, start: int, end: int, frames: Frames) -> int:
    """Return the number of cards over all machines, where `text[start:end]` says `per` cards."""
    found = machines(text[:start] + "\u0001" * (end - start) + text[end:], frames)
    times = _times(text, start, end, frames)
    if times:
        return per * times
    other = frames(_ANOTHER).search(text)
    if other:
        return per + (read_count(other["n"]) or 0)
    if found is None or found[0] <= 1:
        return per
    count, first, last = found
    between = text[min(last, end) : max(first, start)] if last <= start or end <= first else ""
    if re.search(r"[.;!?]", between):
        return per
    around = text[max(0, min(first, start) - 6) : max(last, end) + 14]
    each = frames(_EACH).search(around)
    if frames(_TOTAL).search(around) and not each:
        return per
    if "机" in text[first:last] and per > 8 and per % count == 0:
        return per
    if each or last <= start:
        return count * per
    return count * per if frames(_BY_MACHINE).match(text, end) else per


def _times(text: str, start: int, end: int, frames: Frames) -> int:
    """Return the machines of "2x8 ...", "8 gpu node x 4", "two 8-gpu servers"; 0 where the cards are not so counted."""
    nested = _NESTED.search(text[:start]) or frames(_TIMES).match(text, end)
    if nested and not frames(_SETTING).search(text, 0, nested.start()):
        return int(nested["n"])
    several = _SEVERAL.search(text[:start])
    return read_count(several["n"]) or 1 if several and frames(_MACHINES_BEHIND).match(text, end) else 0
