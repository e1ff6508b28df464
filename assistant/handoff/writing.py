"""Writing an export into a folder without touching what stands there already."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from assistant.errors import InputError


def taken(folder: Path, files: Mapping[str, str]) -> list[Path]:
    """Return the paths in `folder` at which something else stands than what would be written."""
    return [folder / name for name, text in files.items() if _differs(folder / name, text)]


def write_files(folder: Path, files: Mapping[str, str], *, force: bool = False) -> list[Path]:
    """Write `files` into `folder` and return their paths.

    Raises:
        InputError: one of them exists with other content and `force` is not set; nothing is written then.
        OSError: the folder can not be written.
    """
    others = [] if force else taken(folder, files)
    if others:
        raise InputError(
            f"{others[0]} exists already; --force overwrites it", f"{others[0]} 已存在；用 --force 可以覆盖"
        )
    paths = [folder / name for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return paths


def beside_others(folder: Path, files: Mapping[str, str], target: str) -> dict[str, str]:
    """Return `files` under names that are free in `folder`.

    One file gets a number; several, which name one another, go into a folder of their own.
    """
    number, renamed = 1, dict(files)
    while taken(folder, renamed):
        number += 1
        renamed = {_renamed(name, number, target if len(files) > 1 else ""): text for name, text in files.items()}
    return renamed


def _renamed(name: str, number: int, target: str) -> str:
    path = Path(name)
    return f"{target}-{number}/{name}" if target else f"{path.stem}-{number}{path.suffix}"


def _differs(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") != text
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (IsADirectoryError, UnicodeDecodeError):
        return True
    except PermissionError:
        return os.access(path.parent, os.X_OK)  # a folder that lets nobody in says so when it is written to
