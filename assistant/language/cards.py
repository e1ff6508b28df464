"""Cards counted apart from their names, and which of the named ones are meant."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from assistant.language.context import Context
from assistant.language.counts import CARDS, COUNT, MACHINES_OF, USABLE, over_machines, read_count
from assistant.language.negation import negated
from assistant.language.spans import Finding, Scan

_JUST = re.compile(rf"[,;]\s*(?:just|only)\s+(?P<n>{COUNT})(?: of (?:them|those))?\s*(?:$|[,.;!])")
_OF_THEM = re.compile(rf"(?<![a-z\d.])(?P<n>{COUNT}) of (?:them|those)(?![a-z])")
_SUFFICE = re.compile(
    rf"(?:不用|不要|不需要|用不了|用不着|不必)\s*{COUNT}\s*[张块]卡?\s*[,;]?\s*(?P<n>{COUNT})\s*[张块]卡?\s*(?:就|也|足)?(?:够|行|好|可以|即可)"
)
_PER = re.compile(r"\s*(?:每|/|per (?:hour|hr|day)|an hour|/h|一个?小时|一天)")
_NOT = re.compile(r"(?:not|不是|而不是|没有|没|instead of|rather than|(?:don't|do not) have)\s*(?:an?|the)?\s*$")
_REFUSED = re.compile(
    r"(?:不要用?|别用|别选|别|不用|不想用|不想要|不考虑|不选|弃用|don't (?:want|use|need|like)|do not (?:want|use)|"
    r"dont (?:want|use)|avoid|drop|forget|skip|no)\s*(?:to use\s*)?(?:an?|the|any|那个|这种)?\s*$"
)
_LACKED = re.compile(
    r"\s*(?:是|也|又|都|现在|根本|实在|真的|is|are|was)?\s*(?:太贵|贵了|租不到|租不起|买不到|买不起|"
    r"抢不到|用不起|没货|缺货|断货|没额度|没资源|"
    r"too (?:expensive|pricey|dear|much)|not available|unavailable|sold out|out of stock|"
    r"(?:can't|cannot) be (?:had|found))"
)
_CHANGED = re.compile(
    r"\s*(?:全部?|都|要)?\s*(?:换成?|换为|换到|改成?|改为|替换[成为]|升级?[到成为]|降级?[到成为]|->|→)\s*(?:\d{1,3}\s*[x*张块卡]?\s*)?"
)
_CHANGE_TO = re.compile(r"\s*(?:to|with|for|by)\s*(?:an?|the|\d{1,3}\s*x?)?\s*")
_CHANGE_VERB = re.compile(
    r"(?:switch|chang|mov|swap|replac|upgrad|exchang)\w*\s*(?:from\s*)?(?:an?|the|my|our|\d+x?)?\s*$"
)
_TAKEN = re.compile(
    r"(?:换成?|改成?|改用|要用|就用|改上|而是|还是用|用|要|上|give me|use|want|prefer|make it|go with|take|"
    r"go for|try|switch to|get|only)\s*(?:an?|the|some)?\s*(?:\d{1,3}\s*(?:x|\*|张|块|卡)?)?\s*$"
)
_MOST_CARDS = 64
_OF_CARD = {"gpu_count", "vram_gb"}
_ADDED = re.compile(r"\s*(?:and|plus|\+|&|和|加上?|外加|跟)\s*")


def decide_count(scan: Scan, context: Context) -> None:
    """Note a count that overrules the others: the usable ones of many, the sum of cards of several kinds."""
    counted = [finding for finding in scan.findings if finding.slot == "gpu_count"]
    for match in USABLE.finditer(context.rest):
        group = "n" if match["n"] else "zh"
        some = counted or CARDS.search(context.rest, 0, match.start(group))
        count = read_count(match[group])
        if some and count:
            scan.findings.append(Finding("gpu_count", count, match.start(), match.end(), 3, "decided"))
            return
    named = sorted((finding for finding in counted if finding.tag in {"named", "article"}), key=lambda f: f.start)
    cards = {finding.value for finding in scan.findings if finding.slot == "gpu_mentioned"}
    between = [scan.plain[left.end : right.start] for left, right in pairwise(named)]
    if len(cards) == len(named) > 1 and all(_ADDED.fullmatch(text) for text in between):
        total = sum(finding.value for finding in named)
        scan.findings.append(Finding("gpu_count", total, named[0].start, named[-1].end, 3, "decided"))


def count_cards(scan: Scan, context: Context) -> None:
    """Note every count of cards that stands apart from a name ("4 gpus", "只有八张卡", ", just one")."""
    sized = any(finding.slot == "vram_gb" for finding in scan.findings) or context.hits("noun.bytes")
    alone = (_JUST.search(context.rest) if context.has_gpu else None) or (
        _OF_THEM.search(context.rest) if sized else None
    )
    if alone and not any(finding.slot == "gpu_count" for finding in scan.findings):
        found = read_count(alone["n"])
        scan.findings.append(Finding("gpu_count", found, alone.start("n"), alone.end("n"), 2, "cards"))
    enough = _SUFFICE.search(context.rest) if context.asking != "dataset" else None
    few = read_count(enough["n"]) if enough else None
    if enough and few and few <= _MOST_CARDS:
        scan.findings.append(Finding("gpu_count", few, enough.start("n"), enough.end("n"), 3, "decided"))
        return
    of = MACHINES_OF.search(context.rest)
    each, many = (read_count(of["n"]), read_count(of["m"])) if of else (None, None)
    if of and each and many and not any(finding.slot == "gpu_count" for finding in scan.findings):
        scan.findings.append(Finding("gpu_count", each * many, of.start(), of.end(), 2, "cards"))
        return
    for match in CARDS.finditer(context.rest):
        if _PER.match(context.rest, match.end()):
            continue
        count = read_count(match["n"] or match["n2"])
        article = (match["n"] or "") in {"a", "an"}
        if count and not article:
            total = over_machines(context.rest, count, match.start(), match.end())
            tag = "negated" if negated(context, match.start(), match.end()) else "cards"
            scan.findings.append(Finding("gpu_count", total, match.start(), match.end(), 2, tag))


def wished_cards(scan: Scan) -> list[Finding]:
    """Mark the card of "not X, Y" and of "don't use X, take Y" as denied, where another stays."""
    cards = [finding for finding in scan.findings if finding.slot == "gpu_mentioned"]
    wished = any(_TAKEN.search(scan.plain[: card.start]) for card in cards)
    denied = [
        card
        for card in cards
        if _NOT.search(scan.plain[: card.start])
        or _LACKED.match(scan.plain, card.end)
        or (wished and _REFUSED.search(scan.plain[: card.start]))
        or _given_up(scan.plain, card, cards)
    ]
    if not 0 < len({card.value for card in denied}) < len({card.value for card in cards}):
        return scan.findings
    places = [(card.start, card.end) for card in denied]
    return [
        replace(finding, tag="negated")
        if finding in denied or (finding.slot in _OF_CARD and (finding.start, finding.end) in places)
        else finding
        for finding in scan.findings
    ]


def _given_up(text: str, card: Finding, cards: list[Finding]) -> bool:
    """Return whether the next card replaces this one ("H800换成H20", "switch from a T4 to an L4")."""
    behind = min((other for other in cards if other.start >= card.end), key=lambda other: other.start, default=None)
    if behind is None or behind.value == card.value:
        return False
    between = text[card.end : behind.start]
    if _CHANGED.fullmatch(between):
        return True
    return _CHANGE_TO.fullmatch(between) is not None and _CHANGE_VERB.search(text[: card.start]) is not None
