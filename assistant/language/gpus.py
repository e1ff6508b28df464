"""Names of cards, with the memory and the count that stand beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.language.counts import BEGIN, COUNT, MANY, over_machines, read_count
from assistant.language.frames import Frame
from assistant.language.spans import Finding, Scan
from assistant.language.words import Words

_LEFT = (
    r"(?:(?<![a-z0-9.])|(?<=\dx)|(?![a-z0-9])|"
    r"(?=[a-z])(?<=\d)(?:(?<![a-z\d.]\d)|(?<![a-z\d.]\d\d)|(?<=\dx\d)))"
)
"""A count of one or two digits may touch a name that begins with a letter ("8h100", "4x8h100")."""
_RIGHT = r"(?:(?![a-z0-9]|\.\d)|(?<![a-z0-9])|(?=x\s?\d))"
_FORM = r"(?:[\s\-_/(]*(?P<form>sxm\d?|pcie|nvl(?![a-z]|ink)|hbm\w*)\)?)?"
_MEMORY = r"(?:[\s\-_,(/]*(?:<<card.with>>\s*)*[(]?(?P<mem>\d{1,3})\s?(?:gib|gb|gig|g)(?![a-z\d])\)?)?"
_AFTER = Frame(_FORM + _MEMORY + r"(?:[\s\-_/(]*(?P<form2>sxm\d?|pcie)\)?)?")
_TIMES_AFTER = Frame(
    r"[\s,(]*(?:<<card.version>>\s*的?\s*)?(?:<<card>>)?\s*(?:(?:x|\*)\s*(?P<n>\d{1,4})(?!\s*(?:g|\d|\.\d))\)?|"
    rf"(?:<<card.so_many>>)?\s*(?P<zh>{COUNT})\s*(?:张|块|卡|片|枚)(?!<<picture>>))"
)
_TIMES_MEMORY = re.compile(r"\s*(?P<n>\d{1,3})\s*(?:x|\*)\s*(?P<mem>\d{1,3})\s?(?:gib|gb|g)(?![a-z\d])")
_BEFORE = Frame(
    rf"(?:{BEGIN}|(?<=\dx))(?P<n>{MANY})\s*(?:(?:x|\*)\s*|(?:[张块卡片个枚台路]|<<card.pieces>>)\s*)?(?:<<card.sort>>\s*)*\(?$"
)
_MEMORY_BEFORE = Frame(
    r"(?<![a-z\d.])(?P<mem>\d{1,3})\s?(?:gib|gb|gig|g)(?![a-z\d])\s*(?P<link>(?:<<card.memory>>)*"
    r"(?:\s*[,;]?\s*<<card.namely>>\s*(?:<<card.called>>|:|=)?\s*(?:<<article>>\s)?)?)[\s\-]*(?P<apart>,\s*)?$"
)
_BEGINS = Frame(r"(?:^|[,;.])\s*(?:(?:<<size.on>>|<<article>>|<<just>>|<<about>>)\s*)*$")
_MACHINES_AFTER = Frame(r"[\s\-]*(?:gpu )?<<machine.many>>")
_EACH_HAS = Frame(
    rf"<<each.machine>>(?:<<machine.has>>)?\s*(?P<n>{COUNT})\s*[张块卡]"
    rf"|(?<![a-z\d])(?P<n2>{COUNT})(?:\s<<card>>)?\s<<each.machine>>"
)
_SETTING = Frame(r"<<setting>>\s*[:=]?\s*$")
_DATA = Frame(r"\s*的?\s*(?:of )?<<data.sort>>")
_HOST = Frame(r"\s*的?\s*(?:of )?<<host>>")
_DATA_BEFORE = Frame(r"<<no_card>>\s*(?:<<data.is>>|:|=)?\s*$")
_LARGEST_SIDE = 2000
_UNREPORTED = 2
"""GB by which a card may report less than it is sold with."""
_PICTURE = Frame(r"\s?(?:gb?(?![a-z])|<<no_card.after>>)")


@dataclass(frozen=True, slots=True)
class _Count:
    """How many cards, where name and count stand, whether only an article says so, whether it is over all machines."""

    value: int | None
    place: tuple[int, int]
    article: bool = False
    total: bool = False


@dataclass(frozen=True, slots=True)
class GpuNames:
    """Every name of a card.

    Attributes:
        words: spellings, with the name of the product.
        systems: makes of machine, with the cards in one of them.
        in_name: cards whose memory belongs to the name.
        sizes: memories that cards come with, GB; `telling`: those that hardly anything else has.
        own: name -> memories the catalogue knows for it.
    """

    words: Words
    systems: Words
    in_name: frozenset[str]
    sizes: frozenset[int]
    telling: frozenset[int]
    own: Mapping[str, frozenset[int]]


def gpu_names(kb: Knowledge) -> GpuNames:
    """Return the pattern of all cards: the vocabulary's, then catalogue names it does not cover."""
    pairs = [
        (word, term.value)
        for term in kb.vocabulary.values()
        if term.kind == "gpu.name"
        for word in (*term.en, *term.zh)
    ]
    known = Words(pairs, left="", right="")
    for gpu in kb.gpus.values():
        pairs.extend(
            (name, gpu.name) for name in (gpu.name, *gpu.aliases) if len(name) > 2 and known.first(name.lower()) is None
        )
    own: dict[str, set[int]] = {}
    names = {value for _, value in pairs}
    for gpu in kb.gpus.values():
        for name in {n for n in names if gpu.name.lower().startswith(n.lower())}:
            own.setdefault(name, set()).add(round(gpu.memory_gb))
    return GpuNames(
        Words(pairs, left=_LEFT, right=_RIGHT),
        Words.of(term for term in kb.vocabulary.values() if term.kind == "gpu.system"),
        frozenset(w for t in kb.vocabulary.values() if t.kind == "gpu.memory_in_name" for w in t.en),
        _memories(kb, "gpu.memory_sizes"),
        _memories(kb, "gpu.memory_telling"),
        {name: frozenset(sizes) for name, sizes in own.items()},
    )


def _memories(kb: Knowledge, kind: str) -> frozenset[int]:
    return frozenset(int(word) for term in kb.vocabulary.values() if term.kind == kind for word in term.en)


def find_gpus(scan: Scan, names: GpuNames) -> None:
    """Note every card in `scan`, its memory and its count; blank them."""
    hits = list(names.words.find(scan.rest))
    for index, hit in enumerate(hits):
        if _is_resolution(scan, hit.start, hit.end):
            continue
        limit = hits[index + 1].start if index + 1 < len(hits) else len(scan.rest)
        _read_card(scan, names, hit.value, (hit.start, hit.end, limit))


def _is_resolution(scan: Scan, start: int, end: int) -> bool:
    """Return whether the number is a picture size or a count of something, not a card."""
    text = scan.rest
    if not text[start:end].isdigit():
        return False
    small = int(text[start:end]) < _LARGEST_SIDE
    return scan.frames(_PICTURE).match(text, end) is not None or (
        small and re.search(r"\d\s?[x*]\s?$|[$¥€£]\s?$", text[:start]) is not None
    )


def _read_card(scan: Scan, names: GpuNames, name: str, place: tuple[int, int, int]) -> None:
    start, end, limit = place
    text = scan.rest
    first, last = start, end
    memory, form, count = None, "", None
    after = scan.frames(_AFTER).match(text, end, limit)
    if after is not None:
        form = (after["form"] or after["form2"] or "").upper().replace("PCIE", "PCIe")
        if (
            after["mem"]
            and _is_memory(names, name, int(after["mem"]))
            and not scan.frames(_DATA).match(text, after.end())
        ):
            own = names.own.get(name) or names.sizes
            apart = "," in text[end : after.start("mem")] and int(after["mem"]) not in own
            host = scan.frames(_HOST).match(text, after.end()) and int(after["mem"]) not in own
            memory = None if apart or host else int(after["mem"])
        if memory or (after["form"] and not after["mem"]):
            last = after.end()
        elif after["form"]:
            last = after.end("form")
    times = _TIMES_MEMORY.match(text, last, limit)
    if memory is None and times:
        memory, count, last = int(times["mem"]), int(times["n"]), times.end()
    before = scan.frames(_MEMORY_BEFORE).search(text, 0, first)
    if memory is None and before and _memory_fits(scan, names, name, before):
        memory, first = int(before["mem"]), before.start()
    counted = _counted(scan, names, count, (first, last, limit))
    _note(scan, names, name, (memory, form, counted), counted.place)


def _is_memory(names: GpuNames, name: str, size: int) -> bool:
    """Return whether cards come with so much memory, or this one reports so much ("T4 (15GB)")."""
    return size in names.sizes or any(own - _UNREPORTED <= size <= own for own in names.own.get(name, ()))


def _counted(scan: Scan, names: GpuNames, count: int | None, place: tuple[int, int, int]) -> _Count:
    """Return how many cards stand before or behind the name at `place` (start, end, where the next name begins)."""
    first, last, limit = place
    text, frames = scan.rest, scan.frames
    ahead = frames(_BEFORE).search(text, max(0, first - 40), first)
    if count is None and ahead and not frames(_SETTING).search(text[: ahead.start()]):
        count, first = read_count(ahead["n"]), ahead.start()
    if count is not None and count > 1 and ahead is not None and _of_machines(scan, ahead, last):
        inside = frames(_EACH_HAS).search(text, last)
        cards = read_count(inside["n"] or inside["n2"]) if inside else None
        return _Count(count * cards if cards else None, (first, last), total=True)
    system = _system(scan, names, first) if count is None else None
    behind = frames(_TIMES_AFTER).match(text, last, limit)
    if system is not None:
        times = int(behind["n"]) if behind and behind["n"] else 1
        return _Count(system[0] * times, (system[1], behind.end() if times > 1 and behind else last), total=True)
    article = ahead is not None and ahead["n"] in {"a", "an"}
    if (count is None or article) and behind:
        return _Count(read_count(behind["n"] or behind["zh"]), (first, behind.end()))
    return _Count(count, (first, last), article=article)


def _of_machines(scan: Scan, ahead: re.Match[str], last: int) -> bool:
    """Return whether the count before a card counts machines with it ("two 4090 servers", "两台4090")."""
    sort = scan.rest[ahead.end("n") :].lstrip()[:1]
    return sort == "台" or (
        sort not in {*"x*张块卡片个枚"} and scan.frames(_MACHINES_AFTER).match(scan.rest, last) is not None
    )


def _system(scan: Scan, names: GpuNames, start: int) -> tuple[int, int] | None:
    """Return (cards, start) of so many systems of a known make before a card ("2 dgx h100")."""
    text = scan.rest
    for hit in names.systems.find(text[:start]):
        if not text[hit.end : start].strip(" -"):
            ahead = scan.frames(_BEFORE).search(text, max(0, hit.start - 40), hit.start)
            machines = read_count(ahead["n"]) if ahead else 1
            return int(hit.value) * (machines or 1), ahead.start() if ahead else hit.start
    return None


def _memory_fits(scan: Scan, names: GpuNames, name: str, before: re.Match[str]) -> bool:
    if scan.frames(_DATA_BEFORE).search(scan.rest[: before.start()]):
        return False
    size = int(before["mem"])
    if before["apart"]:
        begins = scan.frames(_BEGINS).search(scan.rest, 0, before.start()) is not None
        return begins and size in (names.own.get(name) or ())
    return size in (names.own.get(name) or names.sizes) or (bool(before["link"]) and size in names.sizes)


def _note(scan: Scan, names: GpuNames, name: str, said: tuple[int | None, str, _Count], place: tuple[int, int]) -> None:
    memory, form, count = said
    first, last = place
    full = name
    if memory and name in names.in_name:
        full = f"{name} {memory}GB"
    if form.startswith(("SXM", "PCI", "NVL")) and name.startswith(("A100", "H100", "H800", "V100", "H200")):
        form = "" if form.startswith("SXM") and memory else form
        full = f"{full} {form}".strip()
    if count.value:
        cards = count.value if count.total else over_machines(scan.rest, count.value, first, last, scan.frames)
        strength, tag = (1, "article") if count.article else (3, "named")
        scan.findings.append(Finding("gpu_count", cards, first, last, strength, tag))
    if memory and name not in names.in_name:
        scan.findings.append(Finding("vram_gb", memory, first, last, 3, "named"))
    scan.add(Finding("gpu_mentioned", full, first, last))
