"""Cards counted apart from their names, and which of the named ones are meant."""

from __future__ import annotations

import re
from itertools import pairwise

from assistant.language.context import Context
from assistant.language.counts import CARDS, COUNT, USABLE, over_machines, read_count
from assistant.language.negation import negated
from assistant.language.spans import Finding, Scan

_JUST = re.compile(rf"[,;]\s*(?:just|only)\s+(?P<n>{COUNT})(?: of (?:them|those))?\s*(?:$|[,.;!])")
_OF_THEM = re.compile(rf"(?<![a-z\d.])(?P<n>{COUNT}) of (?:them|those)(?![a-z])")
_PER = re.compile(r"\s*(?:每|/|per (?:hour|hr|day)|an hour|/h|一个?小时|一天)")
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
    """Drop the card of "not X, Y", where another stays."""
    cards = [finding for finding in scan.findings if finding.slot == "gpu_mentioned"]
    denied = [card for card in cards if re.search(r"(?:not|不是)\s*(?:an?|the)?\s*$", scan.plain[: card.start])]
    return (
        [finding for finding in scan.findings if finding not in denied] if len(denied) < len(cards) else scan.findings
    )
