"""Every labelled message is read as its label says, and small disturbances do not change the reading."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from language_labels import faults, labelled, read

from assistant.knowledge import Knowledge

ROWS = labelled()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_message_is_read_as_labelled(base: Knowledge, row: dict[str, Any]) -> None:
    assert faults(base, row, read(base, row)) == [], row["text"]


def _chinese(text: str) -> bool:
    return re.search(r"[\u4e00-\u9fff]", text) is not None


def _full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def _spaced(text: str) -> str:
    return re.sub(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])", " ", text)


def _slip(text: str) -> str:
    """Swap two letters in the middle of the longest English word, where it is long."""
    words = re.findall(r"[A-Za-z]{8,}", text)
    if not words:
        return text
    word = max(words, key=len)
    middle = len(word) // 2
    return text.replace(word, word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :], 1)


def _reordered(text: str) -> str:
    parts = re.split(r", |，", text)
    mended = re.search(
        r"不是|not|sorry|instead|wait|scratch|misspoke|meant|对|改|搞错|算了|no |it's|isn't|oops|correction", text
    )
    return text if len(parts) < 2 or mended else ("，" if "，" in text else ", ").join(reversed(parts))


DISTURBANCES: dict[str, Callable[[str], str]] = {
    "full width": _full_width,
    "upper case": str.upper,
    "lower case": str.lower,
    "spaces between scripts": _spaced,
    "courtesy behind": lambda text: text + ("吧" if _chinese(text) else " please"),
    "filler before": lambda text: ("那个，" if _chinese(text) else "um, ") + text,
    "full stop": lambda text: text + ("。" if _chinese(text) else "..."),
    "emoji": lambda text: text + " 😀🙏",
    "a slip in a long word": _slip,
    "clauses in another order": _reordered,
}


@pytest.mark.parametrize("name", DISTURBANCES)
def test_a_disturbance_leaves_the_meaning(base: Knowledge, name: str) -> None:
    changed = [(row, DISTURBANCES[name](row["text"])) for row in ROWS]
    changed = [(row, text) for row, text in changed if text != row["text"]]
    wrong = [text for row, text in changed if faults(base, row, read(base, row, text))]
    assert len(wrong) <= 0.03 * len(changed), wrong


def test_traditional_characters_leave_the_meaning(base: Knowledge) -> None:
    pairs = "".join(base.vocabulary["script.characters"].zh)
    traditional: dict[str, str] = {}
    for index in range(0, len(pairs), 2):
        traditional.setdefault(pairs[index + 1], pairs[index])
    changed = [(row, "".join(traditional.get(c, c) for c in row["text"])) for row in ROWS if _chinese(row["text"])]
    wrong = [text for row, text in changed if faults(base, row, read(base, row, text))]
    assert len(wrong) <= 0.02 * len(changed), wrong
