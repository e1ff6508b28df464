"""The form of a transcript file: one conversation, its turns and what each must lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant.errors import InputError
from assistant.knowledge.yaml_nodes import Document, read

TOP = frozenset({"id", "about", "lang", "tags", "start", "twin", "turns", "final"})
TURN = frozenset({"user", "expect", "xfail"})
EXPECT = frozenset(
    {
        "intent",
        "set",
        "asks",
        "topic",
        "acts",
        "feasible",
        "violates",
        "plan",
        "numbers",
        "fires",
        "never_fires",
        "levers",
        "says",
        "not_says",
        "lang",
    }
)
PLAN = frozenset({"gpu", "gpu_count", "nodes", "strategy", "provider", "spot", "storage"})
FINAL = frozenset({"slots", "assumed"})


@dataclass(frozen=True, slots=True)
class Turn:
    """One message and what must come of it; `line` is where it stands in the file."""

    user: str
    expect: Mapping[str, Any]
    line: int
    xfail: str = ""


@dataclass(frozen=True, slots=True)
class Transcript:
    """One conversation.

    Attributes:
        id, about, tags: what it is and what it shows.
        lang: language it is held in; `start` the --lang it was started with.
        twin: id of the same conversation in the other language.
        turns: messages with expectations.
        final: what must hold at the end.
        path: the file.
    """

    id: str
    about: str
    lang: str
    turns: tuple[Turn, ...]
    start: str = "auto"
    tags: tuple[str, ...] = ()
    twin: str = ""
    final: Mapping[str, Any] = field(default_factory=dict)
    path: Path = Path()


def load(path: Path) -> Transcript:
    """Return the transcript in `path`.

    Raises:
        InputError: the file can not be read, is no transcript, or has a key that none has.
    """
    document = _read(path)
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get("turns"), list):
        raise InputError(f"{path}: not a transcript; a transcript has id, lang and turns")
    _known(path, document, (), data, TOP)
    final = data.get("final") or {}
    _known(path, document, ("final",), final, FINAL)
    return Transcript(
        id=str(data.get("id") or path.stem),
        about=str(data.get("about") or ""),
        lang=str(data.get("lang") or "en"),
        start=str(data.get("start") or "auto"),
        tags=tuple(data.get("tags") or ()),
        twin=str(data.get("twin") or ""),
        turns=tuple(_turn(path, document, index, row) for index, row in enumerate(data["turns"])),
        final=final,
        path=path,
    )


def said(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the language of the transcript in `path` and the user's lines, to go on with it; raises `InputError`."""
    transcript = load(path)
    return transcript.lang, tuple(turn.user for turn in transcript.turns)


def _turn(path: Path, document: Document, index: int, row: Any) -> Turn:
    line = document.mark(("turns", index)).line
    if not isinstance(row, dict) or "user" not in row:
        raise InputError(f"{path}:{line}: a turn has a `user:` line")
    if isinstance(row["user"], list | dict):
        line = document.mark(("turns", index, "user")).line
        raise InputError(f"{path}:{line}: `user:` is a text; put it in quotes")
    _known(path, document, ("turns", index), row, TURN)
    expect = row.get("expect") or {}
    _known(path, document, ("turns", index, "expect"), expect, EXPECT)
    _known(path, document, ("turns", index, "expect", "plan"), expect.get("plan") or {}, PLAN)
    return Turn(str(row["user"] if row["user"] is not None else ""), expect, line, str(row.get("xfail") or ""))


def _known(path: Path, document: Document, where: tuple[str | int, ...], mapping: Any, keys: frozenset[str]) -> None:
    if not isinstance(mapping, dict):
        raise InputError(f"{path}:{document.mark(where).line}: expected keys and values here")
    for key in mapping:
        if key not in keys:
            line = document.mark((*where, key), key=True).line
            raise InputError(f"{path}:{line}: unknown key `{key}`; known are {', '.join(sorted(keys))}")


def _read(path: Path) -> Document:
    try:
        document = read(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text") from error
    if document.faults:
        mark, fault = document.faults[0]
        raise InputError(f"{path}:{mark.line}:{mark.column}: {fault}")
    return document
