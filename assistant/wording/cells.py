"""Text in terminal cells: a Chinese character takes two."""

from __future__ import annotations

import re
import unicodedata

LINE = 80
"""Width of a line in line mode, in cells."""

_INDENT = re.compile(r"[ │├└─]*(?:[-•] )?")
_LABEL = re.compile(r"\S(?:\S| (?! )){0,20} {2,}(?=\S)")
_TOKEN = re.compile(r"\s+|[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+")
_PHRASE = 14
"""A Chinese phrase of up to so many cells is moved to the next line as a whole."""
_NO_START = set("，。、；：！？）】》”’,.;:!?)]}%")
_NO_END = set("（【《“‘([{")


def cell_width(text: str) -> int:
    """Return how many cells `text` takes."""
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Cf", "Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def pad(text: str, width: int) -> str:
    """Return `text` filled with spaces to `width` cells."""
    return text + " " * max(0, width - cell_width(text))


def wrap(text: str, width: int = LINE) -> list[str]:
    """Return `text` as lines of at most `width` cells, continuation lines indented as the first one is.

    Breaks between words and between Chinese characters, never before closing punctuation. A word wider than a line is
    cut. A line that fits is kept as it is, so tables keep their columns.
    """
    lines: list[str] = []
    for raw in text.split("\n"):
        lines.extend([raw] if cell_width(raw) <= width else _fold(raw, width))
    return lines


def _fold(line: str, width: int) -> list[str]:
    column = _LABEL.match(line) or _INDENT.match(line)
    lead = " " * min(cell_width(column.group(0)) if column else 0, width // 2)
    out: list[str] = []
    current = ""
    for token in _tokens(line, width - len(lead)):
        if current.strip() and cell_width(current) + cell_width(token.rstrip()) > width:
            kept, moved = _phrase_end(current) if width > 2 * _PHRASE + len(lead) else (current, "")
            out.append(kept.rstrip())
            current = lead + (moved + token).lstrip()
        else:
            current += token
    if current.strip():
        out.append(current.rstrip())
    return out


def _phrase_end(line: str) -> tuple[str, str]:
    """Return `line` cut after its last punctuation where that stands near its end, so that a phrase stays whole."""
    found = max((line.rfind(mark) for mark in "，。；："), default=-1) + 1
    tail = line[found:]
    near = found > 0 and len(line) - len(tail) > len(tail) and cell_width(tail) <= _PHRASE and " " not in tail
    return (line[:found], tail) if near else (line, "")


def _tokens(line: str, most: int) -> list[str]:
    """Return what may stand alone on a line: a word, or a Chinese character with the punctuation tied to it."""
    tokens: list[str] = []
    for token in _TOKEN.findall(line):
        parts = [token] if cell_width(token) <= most else _cut(token, most)
        for part in parts:
            tied = tokens and not part.isspace() and (part[0] in _NO_START or tokens[-1][-1] in _NO_END)
            if tied and cell_width(tokens[-1]) + cell_width(part) <= most:
                tokens[-1] += part
            else:
                tokens.append(part)
    return tokens


def _cut(word: str, most: int) -> list[str]:
    parts = [""]
    for char in word:
        if cell_width(parts[-1]) + _char_width(char) > most:
            parts.append("")
        parts[-1] += char
    return parts
