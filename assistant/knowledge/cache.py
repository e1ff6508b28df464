"""What is kept between starts, in the user's cache folder: JSON, never code, never trusted beyond its checksum."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from assistant.version import __version__

FORMAT = 1
"""Version of a cache file: a header line of JSON, then the base, or a part compiled from it, as JSON."""

SHIPPED = "base.json"
"""Name of the cache that a wheel brings along, inside the folder of the built-in base."""


def folder() -> Path:
    """Return the user's cache folder: `XDG_CACHE_HOME`, or what the platform uses for it."""
    if named := os.environ.get("XDG_CACHE_HOME"):
        return Path(named) / "rigwise"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "rigwise"
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / "rigwise"
    return Path.home() / ".cache" / "rigwise"


def key_of(files: Iterable[tuple[Path, Path]]) -> str:
    """Return the digest that names a base: version, form of the records, and the bytes of each (root, file)."""
    digest = hashlib.sha256(f"{FORMAT}\0{__version__}\0{_code()}\0".encode())
    layers: list[Path] = []
    for root, file in files:
        if root not in layers:
            layers.append(root)
        with contextlib.suppress(OSError):
            content = file.read_bytes()
            name = f"{layers.index(root)}/{file.relative_to(root).as_posix()}"
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _code() -> str:
    """Return a digest of the schema's own source, so that a cache of another schema is never taken for this one's."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for file in sorted([*package.glob("*.py"), *(package / "schema").glob("*.py")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def find(key: str, built_in: Path) -> Iterator[bytes]:
    """Yield what is kept of the base named `key` and is whole: the user's, then the shipped one."""
    for file in (_file(key), built_in / SHIPPED):
        payload = read(file, key)
        if payload is not None:
            yield payload


def store(key: str, payload: bytes) -> None:
    """Keep the base named `key` for the next start; a folder that can not be written is no fault."""
    keep(_file(key), key, payload)


def keep(target: Path, key: str, payload: bytes) -> None:
    """Keep `payload` in `target` and forget the oldest of its kind; a folder that can not be written is no fault."""
    with contextlib.suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        write(target, key, payload)
        _forget_others(target)


def write(target: Path, key: str, payload: bytes) -> None:
    """Write the cache file `target` in one step: a reader sees the old file or the whole new one."""
    header = {"format": FORMAT, "key": key, "sha256": hashlib.sha256(payload).hexdigest()}
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{_kind(target)}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps(header).encode() + b"\n" + payload)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def shelf_folder() -> Path:
    """Return the user's cache folder, or one that does not exist where there is no home folder."""
    try:
        return folder()
    except RuntimeError:
        return Path(tempfile.gettempdir()) / "rigwise-none"


def _file(key: str) -> Path:
    return shelf_folder() / f"base-{key[:32]}.json"


def _kind(target: Path) -> str:
    return target.stem.rpartition("-")[0]


def _forget_others(target: Path) -> None:
    """Keep the eight newest caches of a kind: layers of the user's own make several useful at once."""
    files = sorted(target.parent.glob(f"{_kind(target)}-*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for old in files[8:]:
        old.unlink(missing_ok=True)


def read(file: Path, key: str) -> bytes | None:
    """Return what is kept in `file` under `key`, None where it is not whole and right."""
    try:
        content = file.read_bytes()
        header, _, payload = content.partition(b"\n")
        said = json.loads(header)
        if said != {"format": FORMAT, "key": key, "sha256": hashlib.sha256(payload).hexdigest()}:
            return None
    except (OSError, ValueError, RecursionError):
        return None
    return payload
