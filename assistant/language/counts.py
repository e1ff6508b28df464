"""How many: cards, and machines of so many cards."""

from __future__ import annotations

import re

from assistant.language.numerals import numbers

COUNT = (
    r"(?:\d{1,5}|(?:一|二|两|俩|三|四|五|六|七|八|九|十)+|one|two|three|four|five|six|seven|eight|"
    r"nine|ten|twelve|sixteen|thirty[ -]two|sixty[ -]four"
    r"|a pair of|pair of|a couple of|couple of|a dozen|dual|twin|triple|quad|octo|single|a single|just one|单|双|an?)"
)
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
_SORT = r"(?:bare[ -]metal|gpu|identical|separate|big|dgx[\w\-]*|hgx[\w\-]*|aws|rented|cloud|small|[a-z]+\d[\w.\-]*)"
MACHINE = re.compile(
    rf"(?<![a-z\d.])(?P<n>{COUNT})\s*(?:{_SORT}\s+)?"
    r"(?:台|个?节点|机(?![器房])|(?:nodes?|box(?:es)?|machines?|servers?|hosts?|instances?|workstations?)(?![a-z]))"
)
CARDS = re.compile(
    rf"(?<![a-z\d.])(?P<n>{COUNT})[\s\-]*(?:(?:x|\*)\s*)?(?:nvidia |such |of them |identical )?(?:(?:gpus?|"
    rf"cards?|graphics cards?)(?![a-z])|(?:张|块|片|个)?(?:显卡|卡(?!死|住|顿|在|了|槽)|"
    rf"gpus?(?![a-z])))"
    rf"|(?<![a-z\d.])(?:gpus?|cards?)\s*(?:x|\*|:|=|count)\s*(?P<n2>\d{{1,4}})(?![\d.]*\s*(?:g|%|h))"
)
MACHINES_OF = re.compile(
    rf"(?<![a-z\d.])(?P<m>{COUNT})\s*(?:nodes?|box(?:es)?|machines?|servers?|hosts?)\s*(?:of|x|\*|with|by|,)\s*"
    rf"(?P<n>{COUNT})(?=\s*(?:each)?\s*(?:$|[,.;?!)]))"
)
ANOTHER = re.compile(rf"另外?一台\D{{0,4}}?(?P<n>{COUNT})\s*[张块卡]")
_SEVERAL = re.compile(rf"(?<![a-z\d.])(?P<n>{COUNT})\s+$")
_MACHINES_BEHIND = re.compile(r"[\w\s\-]{0,12}?(?:servers|boxes|nodes|machines)(?![a-z])")
USABLE = re.compile(
    rf"(?:only|just|but)\s+(?P<n>{COUNT})(?: of (?:them|those))?\s+(?:gpus?\s+|cards?\s+)?(?:are |is )?"
    r"(?:usable|free|available|working|idle|accessible)"
    rf"|(?:其中)?(?:只有|只能用|只能给我|能用的?(?:只有|就)?|可用的?(?:只有|就)?|实际(?:能用|可用))\s*(?P<zh>{COUNT})\s*[张块卡个]"
    r"(?:卡|gpu)?(?:能用|可用|空闲|空着|是好的)?"
)
"""How many of the cards named before may be used."""
EACH = re.compile(r"each|apiece|per (?:node|machine|box|server|host)|每台|每机|每个?节点|各")
TOTAL = re.compile(r"in total|total|altogether|总共|一共|合计|共")


def read_count(written: str) -> int | None:
    """Return the value of a count as written; None where it is none."""
    word = written.strip()
    if word in WORDS:
        return WORDS[word]
    for number in numbers(word):
        if number.value == int(number.value) and number.value > 0:
            return int(number.value)
    return None


def machines(text: str) -> tuple[int, int, int] | None:
    """Return (how many machines, start, end) of the first machine count in `text`; None where none is said."""
    for match in MACHINE.finditer(text):
        count = read_count(match["n"])
        if count:
            return count, match.start(), match.end()
    return None


def over_machines(text: str, per: int, start: int, end: int) -> int:
    """Return the number of cards over all machines, where `text[start:end]` says `per` cards."""
    found = machines(text[:start] + "\u0001" * (end - start) + text[end:])
    nested = re.search(r"(?<![\d.])(\d{1,3})\s*[x*]\s*\(?\s*$", text[:start])
    if nested:
        return per * int(nested[1])
    several = _SEVERAL.search(text[:start])
    if several and _MACHINES_BEHIND.match(text, end):
        return per * (read_count(several["n"]) or 1)
    other = ANOTHER.search(text)
    if other:
        return per + (read_count(other["n"]) or 0)
    if found is None or found[0] <= 1:
        return per
    count, first, last = found
    between = text[min(last, end) : max(first, start)] if last <= start or end <= first else ""
    if re.search(r"[.;!?]", between):
        return per
    around = text[max(0, min(first, start) - 6) : max(last, end) + 14]
    if TOTAL.search(around) and not EACH.search(around):
        return per
    if "机" in text[first:last] and per > 8 and per % count == 0:
        return per
    if EACH.search(around) or last <= start:
        return count * per
    return count * per if re.match(r"\s*(?:x|\*)|\s*(?:的)?(?:机器?|服务器|box|server)", text[end:]) else per
