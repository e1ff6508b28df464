"""Standard input, output and error as they are: of any encoding, closed, full, or left by their reader."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from assistant.errors import InputError

PLAIN_SIGNS = {
    "█": "#", "▓": "#", "░": ".", "→": ">", "×": "x", "÷": "/", "−": "-", "–": "-", "—": "-", "·": "|", "±": "~",
    "├": "|", "└": "`", "│": "|", "─": "-", "≤": "<=", "≥": ">=", "≈": "~", "…": "...", "√": "sqrt", "’": "'",
    "“": '"', "”": '"', "▸": "+", "▾": "-", "¥": "CNY ", "€": "EUR ", "£": "GBP ",
}  # fmt: skip
"""Signs -> what stands for them where the terminal's encoding does not have them."""

HANDLER = "rigwise-plain"
"""Name of the way in which signs that an encoding lacks are written."""


def prepare() -> None:
    """Make the standard streams usable: none missing, and no text that can not be written.

    Raises:
        InputError: there is no standard output to write to.
    """
    codecs.register_error(HANDLER, _plain)
    if sys.stderr is None:
        sys.stderr = _nothing("w")
    if sys.stdin is None:
        sys.stdin = _nothing("r")
    if sys.stdout is None:
        sys.stdout = _nothing("w")
        raise InputError("the standard output is closed: there is nowhere to write to", "标准输出已关闭，无处输出")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def speaks_utf8(stream: TextIO) -> bool:
    """Return whether `stream` takes every character."""
    return "utf" in (getattr(stream, "encoding", None) or "utf-8").lower()


def typed(arguments: Sequence[str]) -> list[str]:
    """Return the arguments as UTF-8, also where the locale took their bytes for something else."""
    return [one if _is_text(one) else os.fsencode(one).decode("utf-8", "replace") for one in arguments]


def _is_text(text: str) -> bool:
    return not any("\udc80" <= sign <= "\udcff" for sign in text)


def give_up_stdout() -> None:
    """Let what is still to be written go nowhere, so that leaving the program does not fail over it once more."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def why_not_written(error: OSError) -> str:
    """Return one line that says what failed: a file, or the output."""
    reason = error.strerror or str(error)
    if error.filename:
        return f"{error.filename}: {reason}"
    full = error.errno in {errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT}
    return f"the output can not be written: {reason}" if full else reason


def _plain(error: UnicodeError) -> tuple[str | bytes, int]:
    """Put plain signs for those an encoding lacks, escapes for all others."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    out = []
    for sign in error.object[error.start : error.end]:
        found = PLAIN_SIGNS.get(sign)
        out.append(found if found is not None else sign.encode("ascii", "backslashreplace").decode("ascii"))
    return "".join(out), error.end


def _nothing(mode: str) -> TextIO:
    return io.TextIOWrapper(io.FileIO(os.devnull, mode), encoding="utf-8")
