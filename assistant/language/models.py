"""Names of models: a family, then a version, words of the name and a size, in the order people put them."""

from __future__ import annotations

import re

from assistant.knowledge import Knowledge
from assistant.knowledge.names import fold
from assistant.language.catalogue import ModelNames
from assistant.language.frames import Frame
from assistant.language.naming import Named, resolve, size_value
from assistant.language.spans import Finding, Scan

_SIZE = (
    r"(?:\d{1,3}\s?[x*]\s?\d{1,3}(?:\.\d+)?\s?b|e?\d{1,4}(?:\.\d+)?\s?b|\d{2,4}m|7b1)(?:[\s\-]?a\d{1,3}(?:\.\d+)?b)?"
)
_VERSION = (
    r"v?\d{1,2}(?:\.\d{1,2})?(?![\d]|\.\d|[a-z]*\d|[mw](?![a-z])|\s?(?:x|\*)|\s?(?:张|块|卡|gb?(?![a-z])|k(?![a-z])|"
    r"epochs?|gpus?|steps?|hours?|hrs?|days?|weeks?|images?|samples?|rows|clips|万|亿|元|条|天|小时|个|周))"
)
_SIZE_AFTER = re.compile(rf"[\s\-_/]*(?:的)?\s*(?P<size>{_SIZE})(?![a-z\d]|\s*tokens?(?![a-z]))")
_ZH_SIZE = re.compile(r"[\s\-]*(?P<n>\d{1,4}(?:\.\d+)?)\s?亿(?:参数)?")
_VERSION_AFTER = re.compile(rf"[\s\-_]*(?P<v>{_VERSION})")
_LETTER_AFTER = re.compile(
    r"[\s\-_]?(?:vit[\s\-_]?)?(?P<l>[nsmlxcebthg]|[bmlvr]\d{0,2}|\d{2,3})(?![a-z\d])(?:[\s\-/]*(?:patch)?(?P<p>8|14|16|32)(?![\d]))?"
)
_VERSION_AND_LETTER = re.compile(r"[\s\-]?v?(?P<v>\d{1,2})\s?(?P<l>[nsmlxce])(?![a-z\d])")
_LETTERED_KINDS = {"detection", "segmentation"}
"""Kinds of models whose sizes are letters: the 11m of a detector is its version and its size."""
_SIZE_BEFORE = re.compile(rf"(?<![a-z\d.])(?P<size>{_SIZE})\s*(?:参数)?\s*(?:的|-|parameter|param|sized|size|of)?\s*$")
_RUN = re.compile(r"[a-z]+|\d+(?:\.\d+)?|[^\sa-z\d\-_/]")
_GOES_ON = re.compile(r"[\s\-]?(?:factory|index|recipes)|\.cpp|[a-z0-9]|\.\d|[\-\s]?\d+(?:\.\d+)?b(?![a-z])")
_LONGEST = 14
_ORDINARY = Frame(r"<<ordinary.before>>\s+$")
_PART_GAP = re.compile(r"[\s\-_]*")
_MANNER = Frame(r"[\s\-]*<<name.manner>>")
_COUNTED = Frame(r"\s*<<name.counted>>")
_TRAINED = Frame(r"[\s\-]*<<name.trained>>")
_PERSON = Frame(r"\s*<<model.person>>")
_GENERIC = Frame(
    r"(?<![a-z0-9.])(?!<<no_name>>-)[a-z]{3,}[a-z0-9.]*(?:-[a-z0-9.]+)*?-"
    r"(?P<size>\d{1,3}(?:\.\d+)?b)(?:-[a-z]{2,10})?(?![a-z0-9])"
)


def exact_names(text: str, names: ModelNames) -> list[tuple[int, int, str]]:
    """Return (start, end, id or loose name) of every catalogue name in `text`, the longest at each place."""
    runs = list(_RUN.finditer(text))
    out = []
    for index, first in enumerate(runs):
        before = text[first.start() - 1 : first.start()]
        if before and ((before.isascii() and before.isalnum()) or before == "."):
            continue
        key, end, found = "", first.start(), None
        for run in runs[index : index + _LONGEST]:
            joint = text[end : run.start()]
            if joint.strip(" -_/") or len(joint) > 2:
                break
            digits = key[-1:].isdigit() and run.group()[0].isdigit()
            if (digits and not joint) or (joint and len(key) == 1):
                break
            key += ("-" if digits else "") + run.group()
            end = run.end()
            if key in names.exact and not _GOES_ON.match(text, end):
                found = (first.start(), end, names.exact[key])
        if found:
            out.append(found)
    return out


def find_models(scan: Scan, names: ModelNames, kb: Knowledge) -> None:
    """Note every model in `scan`; blank it."""
    position = 0
    exact = exact_names(scan.rest, names)
    while position < len(scan.rest):
        found = _next(scan, position, names, exact)
        if found is None:
            break
        named, value = found
        position = max(named.end, position + 1)
        _note(scan, named, value, kb, names)
    for match in scan.frames(_GENERIC).finditer(scan.rest):
        scan.findings.append(Finding("params", size_value(match["size"]), match.start(), match.end(), 3, "name"))
        scan.add(
            Finding(
                "model",
                re.sub(r"-(?:instruct|chat|it|base)$", "", match.group()),
                match.start(),
                match.end(),
                3,
                "unknown",
            )
        )


def _next(scan: Scan, position: int, names: ModelNames, exact: list[tuple[int, int, str]]) -> tuple[Named, str] | None:
    """Return the next name at or after `position`: the longer of an exact name and a grown family name."""
    text, ordinary = scan.rest, scan.frames(_ORDINARY)
    best: tuple[Named, str] | None = None
    for start, end, identity in exact:
        plain = _is_plain_word(scan, names, text[start:end], end)
        if start >= position and not plain and not (text[start:end] == "clip" and ordinary.search(text, 0, start)):
            best = Named(start, end, ""), identity
            break
    family = names.families.search(text, position)
    while family is not None:
        if best is not None and family.start > best[0].start and family.end > best[0].end:
            break
        grown = _grow(scan, names, family.value, family.start, family.end)
        if grown is not None and (
            best is None or grown.start < best[0].start or (grown.end - grown.start > best[0].end - best[0].start)
        ):
            return grown, ""
        if grown is not None or best is not None:
            break
        family = names.families.search(text, family.end)
    return best


def _grow(scan: Scan, names: ModelNames, family: str, start: int, end: int) -> Named | None:
    """Return the whole name around a family; None where the word is likely an ordinary one."""
    text = scan.rest
    parts: list[str] = []
    version = letter = size = ""
    while True:
        lettered = _VERSION_AND_LETTER.match(text, end) if family in names.lettered and family in names.joined else None
        if lettered and not (version or letter or size):
            version, letter, end = lettered["v"], lettered["l"], lettered.end()
            continue
        after_size = _SIZE_AFTER.match(text, end)
        if not size and after_size and not scan.frames(_COUNTED).match(text, after_size.end()):
            size, end = after_size["size"], after_size.end()
            continue
        chinese = _ZH_SIZE.match(text, end)
        if not size and chinese:
            size, end = f"{float(chinese['n']) / 10:g}b", chinese.end()
            continue
        after_version = _VERSION_AFTER.match(text, end)
        if not version and not letter and after_version and not size:
            version, end = after_version["v"], after_version.end()
            continue
        part = names.parts.at(text, _PART_GAP.match(text, end).end())  # type: ignore[union-attr]
        if part is not None:
            parts.append(part.value)
            end = part.end
            continue
        after_letter = _LETTER_AFTER.match(text, end)
        if not letter and not size and after_letter and _letter_counts(names, family, after_letter, text, end):
            letter = after_letter["l"] + (f"-{after_letter['p']}" if after_letter["p"] else "")
            end = after_letter.end()
            continue
        break
    if not size and (before := _SIZE_BEFORE.search(text, max(0, start - 24), start)):
        size, start = before["size"], before.start()
    if not (size or version or letter) and _is_ordinary(scan, names, family, start, end):
        return None
    return Named(start, end, family, version, tuple(parts), letter, size)


def _is_ordinary(scan: Scan, names: ModelNames, family: str, start: int, end: int) -> bool:
    """Return whether a bare family name is likely the ordinary word: "a clip of", "whisper to"."""
    return bool(
        scan.frames(_MANNER).match(scan.rest, end)
        or _is_plain_word(scan, names, family, end)
        or (family == "clip" and scan.frames(_ORDINARY).search(scan.rest, 0, start))
    )


def _is_plain_word(scan: Scan, names: ModelNames, word: str, end: int) -> bool:
    """Return whether an ambiguous name stands neither before a word of training nor with a word of its task."""
    task = names.ambiguous.get(fold(word))
    if task is None or scan.frames(_TRAINED).match(scan.rest, end):
        return False
    if not task or scan.frames(_PERSON).match(scan.rest, end):
        return True
    return all(hit.value != task for hit in names.domains.find(scan.plain))


def _letter_counts(names: ModelNames, family: str, match: re.Match[str], text: str, end: int) -> bool:
    """Return whether a letter or a depth after the family belongs to it ("yolov8 s", "resnet 50", "vit-l")."""
    if match["l"].isdigit():
        return family in names.deep
    return family in names.lettered and text[end : match.start("l")].strip(" vit") in {"", "-", "_"}


def _note(scan: Scan, named: Named, identity: str, kb: Knowledge, names: ModelNames) -> None:
    model, literal, loose = resolve(named, identity, kb, names.joined)
    size = named.size
    if not size:
        before = _SIZE_BEFORE.search(scan.rest, max(0, named.start - 24), named.start)
        in_name = re.search(rf"{_SIZE}(?![a-z\d])", scan.rest[named.start : named.end])
        if in_name and not (model is not None and model.kind in _LETTERED_KINDS):
            size = in_name.group()
        elif before:
            size = before["size"]
    start, end = named.start, named.end
    value = size_value(size) if size else None
    if (model is not None and (model.moe or "x" in size) and model.params) or (
        value is None and model is not None and loose != "ask" and model.params and model.kind.startswith("llm")
    ):
        value = model.params
    if value:
        scan.findings.append(Finding("params", value, start, end, 3, "name" if size else "catalogue"))
    scan.add(
        Finding(
            "model", model.id if model is not None else literal, start, end, 3, loose or ("" if model else "unknown")
        )
    )
