"""Names of models: a family, then a version, words of the name and a size, in the order people put them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.knowledge.names import fold
from assistant.knowledge.schema import Term
from assistant.language.frames import Frame
from assistant.language.naming import Named, resolve, size_value
from assistant.language.spans import Finding, Scan
from assistant.language.words import Words

_SIZE = r"(?:\d{1,3}\s?[x*]\s?\d{1,3}(?:\.\d+)?\s?b|\d{1,4}(?:\.\d+)?\s?b|\d{2,4}m|7b1)(?:[\s\-]?a\d{1,3}(?:\.\d+)?b)?"
_VERSION = (
    r"v?\d{1,2}(?:\.\d{1,2})?(?![\d]|\.\d|[a-z]*\d|\s?(?:x|\*)|\s?(?:张|块|卡|gb?(?![a-z])|k(?![a-z])|"
    r"epochs?|gpus?|steps?|万|亿|元|条|天))"
)
_SIZE_AFTER = re.compile(rf"[\s\-_/]*(?:的)?\s*(?P<size>{_SIZE})(?![a-z\d]|\s*tokens?(?![a-z]))")
_ZH_SIZE = re.compile(r"[\s\-]*(?P<n>\d{1,4}(?:\.\d+)?)\s?亿(?:参数)?")
_VERSION_AFTER = re.compile(rf"[\s\-_]*(?P<v>{_VERSION})")
_LETTER_AFTER = re.compile(
    r"[\s\-_]?(?P<l>[nsmlxcebthg]|[bmlvr]\d{0,2}|\d{2,3})(?![a-z\d])(?:[\s\-/]*(?:patch)?(?P<p>8|14|16|32)(?![\d]))?"
)
_SIZE_BEFORE = re.compile(rf"(?<![a-z\d.])(?P<size>{_SIZE})\s*(?:参数)?\s*(?:的|-|parameter|param|sized|size|of)?\s*$")
_RUN = re.compile(r"[a-z]+|\d+(?:\.\d+)?|[^\sa-z\d\-_/]")
_GOES_ON = re.compile(r"[\s\-]?(?:factory|index|recipes)|\.cpp|[a-z0-9]|\.\d|[\-\s]?\d+(?:\.\d+)?b(?![a-z])")
_LONGEST = 14
_ORDINARY = Frame(r"<<ordinary.before>>\s+$")
_PART_GAP = re.compile(r"[\s\-_]*")
_GENERIC = Frame(
    r"(?<![a-z0-9.])(?!<<no_name>>-)[a-z]{3,}[a-z0-9.]*(?:-[a-z0-9.]+)*?-"
    r"(?P<size>\d{1,3}(?:\.\d+)?b)(?:-[a-z]{2,10})?(?![a-z0-9])"
)


@dataclass(frozen=True, slots=True)
class ModelNames:
    """Every name of a model, ready to be looked for.

    Attributes:
        exact: folded name of the catalogue, or folded loose name -> id, or the loose name.
        families: families with what may follow them.
        parts: words of a name after the family.
        ambiguous: folded names that are ordinary words, too.
        kinds: beginning of an id -> kind of the first catalogue model that begins so.
        family_tasks: family -> task, for families outside the catalogue.
        lettered: families whose sizes are letters ("yolov8 s"); `deep`: those whose sizes are depths ("resnet 50").
        joined: families whose version is written without a hyphen.
        text_first: beginnings of ids of models that read pictures, too, but are mostly trained on text.
        multimodal_parts: parts of a name that say a model reads pictures; `speech_parts`: that it hears.
    """

    exact: Mapping[str, str]
    families: Words
    parts: Words
    ambiguous: frozenset[str]
    kinds: Mapping[str, str]
    family_tasks: Mapping[str, str]
    lettered: frozenset[str]
    deep: frozenset[str]
    joined: frozenset[str]
    text_first: frozenset[str]
    multimodal_parts: frozenset[str]
    speech_parts: frozenset[str]


def model_names(kb: Knowledge) -> ModelNames:
    """Return the patterns of all models in `kb`."""
    terms = tuple(kb.vocabulary.values())
    ambiguous = frozenset(
        fold(word) for term in terms if term.kind == "model.ambiguous" for word in (*term.en, *term.zh)
    )
    pairs: list[tuple[str, str]] = []
    for entry in kb.loose_names.values():
        pairs.extend((re.sub(r"\s*\(.*?\)", "", name), name) for name in entry.names)
    for model in kb.models.values():
        pairs.extend((name, model.id) for name in (model.id, *model.aliases))
    exact: dict[str, str] = {}
    for name, identity in pairs:
        if fold(name) not in ambiguous and len(fold(name)) > 1:
            exact.setdefault(fold(name), identity)
    families = Words.of((term for term in terms if term.kind == "model.family"), right=r"(?![a-z])")
    parts = Words.of(term for term in terms if term.kind == "model.part")
    counted: dict[str, Counter[str]] = {}
    for model in kb.models.values():
        counted.setdefault(re.sub(r"[\d.\-].*$", "", model.id), Counter())[model.kind] += 1
    kinds = {head: kinds_of.most_common(1)[0][0] for head, kinds_of in counted.items()}
    tasks = {word: term.value for term in terms if term.kind == "model.task" for word in term.en}
    kinds_of_words = ("lettered", "deep", "joined", "text_first", "multimodal", "speech")
    sorts = [_listed(terms, f"model.{sort}") for sort in kinds_of_words]
    return ModelNames(exact, families, parts, ambiguous, kinds, tasks, *sorts)


def _listed(terms: Iterable[Term], kind: str) -> frozenset[str]:
    """Return the words of every term of `kind`, as they stand."""
    return frozenset(word for term in terms if term.kind == kind for word in term.en)


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
        if start >= position and not (text[start:end] == "clip" and ordinary.search(text, 0, start)):
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
    text, ordinary = scan.rest, scan.frames(_ORDINARY)
    parts: list[str] = []
    version = letter = size = ""
    while True:
        after_size = _SIZE_AFTER.match(text, end)
        if not size and after_size:
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
    if not size:
        before = _SIZE_BEFORE.search(text, max(0, start - 24), start)
        if before:
            size, start = before["size"], before.start()
    if not (size or version or letter) and (
        fold(family) in names.ambiguous or (family == "clip" and ordinary.search(text, 0, start))
    ):
        return None
    return Named(start, end, family, version, tuple(parts), letter, size)


def _letter_counts(names: ModelNames, family: str, match: re.Match[str], text: str, end: int) -> bool:
    """Return whether a letter or a depth after the family belongs to it ("yolov8 s", "resnet 50", "vit-l")."""
    if match["l"].isdigit():
        return family in names.deep
    return family in names.lettered and text[end : match.start("l")] in {"", "-", "_"}


def _note(scan: Scan, named: Named, identity: str, kb: Knowledge, names: ModelNames) -> None:
    model, literal, loose = resolve(named, identity, kb, names.joined)
    size = named.size
    if not size:
        before = _SIZE_BEFORE.search(scan.rest, max(0, named.start - 24), named.start)
        in_name = re.search(rf"{_SIZE}(?![a-z\d])", scan.rest[named.start : named.end])
        if in_name:
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
        scan.findings.append(
            Finding(
                "params", value, start, end, 3, "name" if size or (model is not None and model.moe) else "catalogue"
            )
        )
    scan.add(
        Finding(
            "model", model.id if model is not None else literal, start, end, 3, loose or ("" if model else "unknown")
        )
    )
