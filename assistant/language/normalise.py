"""Text in one form: no widths, no case, no Traditional characters; every character knows where it came from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.language.spelling import Spelling, corrections

LIMIT = 2000
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[a-z]{2,}")
_THOUSANDS = re.compile(r"[０-９]，(?:０００|５００)(?![０-９])")
_SCRIPT_GAP = re.compile(r"(?<=[\u4e00-\u9fff])(?<![百千万亿]) (?=[a-z0-9])|(?<=[a-z0-9%]) (?=[\u4e00-\u9fff])")
"""A space between Chinese and Latin letters, which is typography and no meaning."""
_LONG_GAP = re.compile(r"(?<=[\s\-_]{4})[\s\-_]+")
"""What goes on after a few spaces and strokes means nothing more."""
_LINK = re.compile(r"https?://\S+|www\.\S+")
_PUNCTUATION = {
    "。": ". ", "，": ", ", "、": ", ", "；": "; ", "：": ": ", "！": "! ", "？": "? ", "×": "x", "✕": "x", "＊": "*",
    "—": "-", "–": "-", "−": "-", "〜": "~", "～": "~", "“": '"', "”": '"', "’": "'", "‘": "'", "\n": "; ",
    "½": ".5", "¼": ".25", "¾": ".75",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Text:
    """A message and its plain form.

    Attributes:
        raw: as it was written.
        plain: lower case, half width, Simplified; links blanked.
        origin: for every character of `plain` its place in `raw`.
        lang: "en", "zh" or "mixed".
        cut: the middle of a long message was left out.
    """

    raw: str
    plain: str
    origin: tuple[int, ...]
    lang: str
    cut: bool = False

    def words(self, start: int, end: int) -> str:
        """Return what stands in the message where `plain[start:end]` came from."""
        if start >= end or start >= len(self.origin):
            return ""
        return self.raw[self.origin[start] : self.origin[min(end, len(self.origin)) - 1] + 1].strip()


@dataclass(frozen=True, slots=True)
class Script:
    """How Traditional Chinese becomes Simplified, words first, and how long English words are spelt."""

    words: re.Pattern[str]
    word_of: Mapping[str, str]
    character_of: Mapping[str, str]
    spelling: Spelling
    neutral: frozenset[str]


def normalise(raw: str, script: Script) -> Text:
    """Return `raw` in plain form; only the beginning and the end of a long message are read."""
    cut = len(raw) > LIMIT
    half = LIMIT // 2
    places = [*range(half), *range(len(raw) - half, len(raw))] if cut else list(range(len(raw)))
    letters: list[str] = []
    origin: list[int] = []
    replaced = _replaced_words(raw, script) if not cut else {}
    skip_to = -1
    for place in places:
        if place < skip_to:
            continue
        if place in replaced:
            skip_to, form = replaced[place]
        else:
            form = (
                "," if _THOUSANDS.match(raw, max(0, place - 1)) and raw[place] == "，" else _plain(raw[place], script)
            )
        letters.append(form)
        origin.extend([place] * len(form))
    plain = "".join(letters)
    plain = _LINK.sub(lambda match: " " * len(match.group()), plain)
    for start, end, right in reversed(corrections(plain, script.spelling)):
        plain = plain[:start] + right + plain[end:]
        last = origin[end - 1]
        origin[start:end] = [min(origin[start] + index, last) for index in range(len(right))]
    for pattern in (_LONG_GAP, _SCRIPT_GAP):
        for gap in reversed(list(pattern.finditer(plain))):
            plain = plain[: gap.start()] + plain[gap.end() :]
            del origin[gap.start() : gap.end()]
    return Text(raw, plain, tuple(origin), language_of(plain, script.neutral), cut)


def _replaced_words(raw: str, script: Script) -> dict[int, tuple[int, str]]:
    return {m.start(): (m.end(), script.word_of[m.group()]) for m in script.words.finditer(raw)}


def _plain(character: str, script: Script) -> str:
    if character in _PUNCTUATION:
        return _PUNCTUATION[character]
    form = unicodedata.normalize("NFKC", character).lower()
    form = script.character_of.get(form, form)
    return "".join(
        " " if unicodedata.category(c) in {"Cc", "Cf", "Cs", "So", "Zs", "Zl", "Zp"} else _PUNCTUATION.get(c, c)
        for c in form
    )


def language_of(plain: str, neutral: frozenset[str]) -> str:
    """Return the language of a plain text by its script; sizes, cards and method names are of no language."""
    han = len(_HAN.findall(plain))
    latin = [word for word in _LATIN_WORD.findall(plain) if word not in neutral]
    if not han:
        return "en"
    if len(latin) >= 2 and 2 * len(latin) >= han:
        return "mixed"
    if latin and han <= 2 * len(latin) and any(len(word) > 3 for word in latin):
        return "mixed"
    return "zh"
