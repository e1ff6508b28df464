"""From a model name as it was said to the catalogue."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from assistant.knowledge import Knowledge
from assistant.knowledge.names import fold
from assistant.knowledge.schema import Model


@dataclass(frozen=True, slots=True)
class Named:
    """One model name in a text, as far as it was said."""

    start: int
    end: int
    family: str
    version: str = ""
    parts: tuple[str, ...] = ()
    letter: str = ""
    size: str = ""

    def spellings(self) -> list[str]:
        """Return the ids this name may have, the likeliest first."""
        head = f"{self.family}{self.version}" if self.version else self.family
        spaced = f"{self.family}-{self.version}" if self.version else self.family
        tail = [part for part in self.parts if part]
        size = re.sub(r"(?<=b)(?=a\d)", "-", self.size.replace(" ", "").replace("*", "x"))
        out: list[str] = []
        for front in dict.fromkeys(
            (spaced, head, spaced.replace("-v", "v"), f"{self.family}v{self.version}", head.replace("v", ""))
        ):
            if self.letter:
                out.extend(
                    (f"{front}{self.letter}", f"{front}-{self.letter}", f"{front}-{self.letter.replace('-', '')}")
                )
            out.append("-".join([front, *tail, *([size] if size else [])]))
            if size and tail:
                out.append("-".join([front, size, *tail]))
            if size:
                out.append("-".join([front, *tail, size.split("-")[0]]))
            out.append("-".join([front, *tail]))
            if size and tail in ([], ["moe"], ["vision"]):
                out.append(f"{front}-{size}")
        return list(dict.fromkeys(out))


def with_size(model: str, params: int, kb: Knowledge) -> str | None:
    """Return the catalogue model of a family named without size, where the size was said apart ("qwen2.5, 14B")."""
    if re.search(r"\d[bm](?:-|$)", model) and model not in {entry.default for entry in kb.loose_names.values()}:
        return None
    for family in (model, re.sub(r"-[\d.x]+[bm].*$", "", model), re.sub(r"[\d.\-].*$", "", model)):
        name = f"{family}-{params / 1e9:g}b"
        entry = kb.loose.get(fold(name))
        found = entry.default if entry is not None and entry.default else kb.model_names.find(name)
        if found:
            return found
    return None


def resolve(named: Named, identity: str, kb: Knowledge, joined: Container[str] = ()) -> tuple[Model | None, str, str]:
    """Return (catalogue model or None, name to use where there is none, "ask" | "default" | "" for a loose name)."""
    spellings = [identity] if identity else named.spellings()
    for spelling in spellings:
        entry = kb.loose.get(fold(spelling))
        if entry is not None and named.size and fold(named.size.split("-")[0]) not in fold(spelling):
            continue
        if entry is not None and any(part not in spelling for part in (named.letter, *named.parts)):
            continue
        if entry is not None:
            if entry.default:
                return kb.models.get(entry.default), entry.default, entry.action
            return None, spellings[0], "ask"
        found = kb.model_names.find(spelling)
        if found and (not named.size or fold(named.size) in fold(spelling) or _same_size(kb.models[found], named.size)):
            return kb.models[found], found, ""
    return None, identity or _plain_name(named, joined), ""


def _same_size(model: Model, size: str) -> bool:
    """Return whether the size said agrees with a model found without it ("deepseek v3 671B")."""
    said = size_value(size)
    if said is None or not model.params:
        return True
    named = (model.name_size_b or 0) * 1e9
    return abs(said - model.params) <= model.params / 4 or abs(said - named) <= named / 10 or "x" in size


def _plain_name(named: Named, joined: Container[str]) -> str:
    size = named.size.replace(" ", "").replace("*", "x")
    version = named.version
    joint = "" if named.family in joined else "-"
    front = f"{named.family}{joint}{version}" if version else named.family
    front += named.letter if not joint or version else f"-{named.letter}" if named.letter else ""
    return "-".join(piece for piece in (front, *named.parts, size) if piece)


def size_value(size: str) -> int | None:
    """Return the parameters that a size in a name stands for; of a mixture "8x7b" the catalogue knows better."""
    text = size.replace(" ", "").replace("*", "x").split("-a")[0]
    if text == "7b1":
        return 7_100_000_000
    match = re.fullmatch(r"(?:(\d+)x)?e?(\d+(?:\.\d+)?)([bm])(?:a[\d.]+b)?", text)
    if match is None:
        return None
    scale = 1e9 if match[3] == "b" else 1e6
    return round(float(match[2]) * scale * int(match[1] or 1))
