"""Cards counted apart from their names, and which of the named ones are meant."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from assistant.language.context import Context
from assistant.language.counts import BEGIN, CARDS, COUNT, MACHINES_OF, USABLE, machines, over_machines, read_count
from assistant.language.frames import Frame
from assistant.language.intents import starts
from assistant.language.negation import negated
from assistant.language.spans import USED, Finding, Scan

_JUST = Frame(rf"[,;]\s*<<just>>\s*(?P<n>{COUNT})\s*(?:<<count.ofthem>>)?\s*(?:$|[,.;!])")
_OF_THEM = Frame(rf"{BEGIN}(?P<n>{COUNT})\s<<count.ofthem>>")
_SUFFICE = Frame(rf"<<count.unneeded>>\s*{COUNT}\s*[张块]卡?\s*[,;]?\s*(?P<n>{COUNT})\s*[张块]卡?\s*<<count.enough>>")
_EACH_SHEETS = Frame(rf"<<each.machine>>(?:<<machine>>)?(?:<<machine.has>>)?\s*(?P<n>{COUNT})\s*[张块](?!<<picture>>)")
_PER = Frame(r"\s*(?:/|<<each.time>>)")
_NOT = Frame(r"<<card.not>>\s*$")
_REFUSED = Frame(r"<<card.refused>>\s*$")
_LACKED = Frame(r"\s*(?:<<card.is>>\s*)?<<card.lacking>>")
_CHANGED = Frame(r"\s*(?:<<card.all>>\s*)?(?:<<changed.to>>|->|→)\s*(?:\d{1,3}\s*[x*张块卡]?\s*)?")
_CHANGE_TO = Frame(r"\s*<<change.to>>\s*(?:<<article>>|\d{1,3}\s*x?)?\s*")
_CHANGE_VERB = Frame(r"<<change.verb>>\s*(?:<<change.from>>\s*)?(?:<<article>>|\d+x?)?\s*$")
_TAKEN = Frame(r"<<card.taken>>\s*(?:<<article>>\s*)?(?:\d{1,3}\s*(?:x|\*|张|块|卡)?)?\s*$")
_INSTEAD = Frame(r"<<card.instead>>\s*(?:(?:<<article>>|\w{1,6})\s+){0,2}$")
_ADDED = Frame(r"\s*(?:\+|&|<<added>>)\s*")
_MOST_CARDS = 64
_OF_CARD = {"gpu_count", "vram_gb"}


def decide_count(scan: Scan, context: Context) -> None:
    """Note a count that overrules the others: the usable ones of many, the sum of cards of several kinds."""
    counted = [finding for finding in scan.findings if finding.slot == "gpu_count"]
    for match in context.frame(USABLE).finditer(context.rest):
        group = "n" if match["n"] else "zh"
        some = counted or context.frame(CARDS).search(context.rest, 0, match.start(group))
        count = read_count(match[group])
        if some and count:
            scan.findings.append(Finding("gpu_count", count, match.start(), match.end(), 3, "decided"))
            return
    named = sorted((finding for finding in counted if finding.tag in {"named", "article"}), key=lambda f: f.start)
    cards = {finding.value for finding in scan.findings if finding.slot == "gpu_mentioned"}
    between = [scan.plain[left.end : right.start] for left, right in pairwise(named)]
    if len(cards) == len(named) > 1 and all(context.frame(_ADDED).fullmatch(text) for text in between):
        total = sum(finding.value for finding in named)
        scan.findings.append(Finding("gpu_count", total, named[0].start, named[-1].end, 3, "decided"))


def count_cards(scan: Scan, context: Context) -> None:
    """Note every count of cards that stands apart from a name ("4 gpus", "只有八张卡", ", just one")."""
    sized = any(finding.slot == "vram_gb" for finding in scan.findings) or starts(context, "whatif")
    sized = sized or _cards_before_them(context)
    alone = (context.frame(_JUST).search(context.rest) if context.has_gpu else None) or (
        context.frame(_OF_THEM).search(context.rest) if sized or context.hits("noun.bytes") else None
    )
    if alone and not any(finding.slot == "gpu_count" for finding in scan.findings):
        found = read_count(alone["n"])
        scan.findings.append(Finding("gpu_count", found, alone.start("n"), alone.end("n"), 2, "cards"))
    enough = context.frame(_SUFFICE).search(context.rest) if context.asking != "dataset" else None
    few = read_count(enough["n"]) if enough else None
    if enough and few and few <= _MOST_CARDS:
        scan.findings.append(Finding("gpu_count", few, enough.start("n"), enough.end("n"), 3, "decided"))
        return
    of = context.frame(MACHINES_OF).search(context.rest)
    each, many = (read_count(of["n"]), read_count(of["m"])) if of else (None, None)
    if of and each and many and not any(finding.slot == "gpu_count" for finding in scan.findings):
        scan.findings.append(Finding("gpu_count", each * many, of.start(), of.end(), 2, "cards"))
        return
    inside, several = context.frame(_EACH_SHEETS).search(context.rest), machines(context.rest, scan.frames)
    if inside and several and not any(finding.slot == "gpu_count" for finding in scan.findings):
        total = several[0] * (read_count(inside["n"]) or 1)
        scan.findings.append(Finding("gpu_count", total, inside.start("n"), inside.end(), 2, "cards"))
        return
    for match in context.frame(CARDS).finditer(context.rest):
        if context.frame(_PER).match(context.rest, match.end()):
            continue
        count = read_count(match["n"] or match["n2"] or match["n3"])
        article = (match["n"] or "") in {"a", "an"}
        if count and not article:
            start = match.start("n3") if match["n3"] else match.start()
            total = over_machines(context.rest, count, start, match.end(), scan.frames)
            tag = "negated" if negated(context, start, match.end()) else "cards"
            scan.findings.append(Finding("gpu_count", total, start, match.end(), 2, tag))


def _cards_before_them(context: Context) -> bool:
    """Return whether "4 of them" speaks of the card named before: nothing else was counted in between."""
    them = context.frame(_OF_THEM).search(context.rest)
    last = context.rest.rfind(USED, 0, them.start()) if them else -1
    return them is not None and last >= 0 and not context.within("noun.count", last, them.start())


def wished_cards(scan: Scan) -> list[Finding]:
    """Mark the card of "not X, Y" and of "don't use X, take Y" as denied, where another stays."""
    cards = [finding for finding in scan.findings if finding.slot == "gpu_mentioned"]
    wished = any(scan.frames(_TAKEN).search(scan.plain[: card.start]) for card in cards)
    asked = scan.plain.rstrip().endswith("?")
    denied = [
        card
        for card in cards
        if (scan.frames(_NOT).search(scan.plain[: card.start]) and not (asked and _is_compared(scan, card)))
        or scan.frames(_LACKED).match(scan.plain, card.end)
        or (wished and scan.frames(_REFUSED).search(scan.plain[: card.start]))
        or _given_up(scan, card, cards)
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


def _is_compared(scan: Scan, card: Finding) -> bool:
    """Return whether a card stands behind "instead of": in a question both are weighed, none is denied."""
    return scan.frames(_INSTEAD).search(scan.plain[: card.start]) is not None


def _given_up(scan: Scan, card: Finding, cards: list[Finding]) -> bool:
    """Return whether the next card replaces this one ("H800换成H20", "switch from a T4 to an L4")."""
    behind = min((other for other in cards if other.start >= card.end), key=lambda other: other.start, default=None)
    if behind is None or behind.value == card.value:
        return False
    between = scan.plain[card.end : behind.start]
    if scan.frames(_CHANGED).fullmatch(between):
        return True
    to = scan.frames(_CHANGE_TO).fullmatch(between)
    return to is not None and scan.frames(_CHANGE_VERB).search(scan.plain[: card.start]) is not None
