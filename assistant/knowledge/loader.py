"""The base, from the cache where that is warm, else from the YAML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from assistant.knowledge import cache
from assistant.knowledge.base import Knowledge
from assistant.knowledge.errors import KnowledgeError
from assistant.knowledge.folders import built_in_folder, yaml_files
from assistant.knowledge.shelf import Shelf

if TYPE_CHECKING:
    from assistant.knowledge.reading import Loaded


def load(*extra_dirs: Path) -> Knowledge:
    """Return the built-in base with `extra_dirs` layered over it, from the cache where that is warm.

    Raises:
        KnowledgeError: a file is wrong.
    """
    folders = (built_in_folder(), *extra_dirs)
    key = cache.key_of([(folder, file) for folder in folders for file in yaml_files(folder)])
    shelf = Shelf(key, cache.shelf_folder(), built_in_folder())
    found = _cached(key) if all(folder.is_dir() for folder in folders) else None
    if found is not None:
        return found.on_shelf(shelf)
    base = load_folders(*folders)
    cache.store(key, _json(base))
    return base.on_shelf(shelf)


def _cached(key: str) -> Knowledge | None:
    """Return the cached base named `key`; None where none is whole and of today's form."""
    for payload in cache.find(key, built_in_folder()):
        try:
            return Knowledge.model_validate_json(payload)
        except ValidationError:
            continue
    return None


def _json(base: Knowledge) -> bytes:
    return base.model_dump_json(by_alias=True, exclude_defaults=True).encode()


def load_folders(*folders: Path) -> Knowledge:
    """Return the base in `folders`, read from the YAML itself.

    Raises:
        KnowledgeError: a file is wrong; every fault of every file is named.
    """
    from assistant.knowledge.reading import read_folders

    loaded = read_folders(*folders)
    if loaded.problems:
        raise KnowledgeError(loaded.problems)
    return loaded.base


def load_with_places(*extra_dirs: Path) -> Loaded:
    """Return the built-in base with `extra_dirs` layered over it, read from the YAML with every place and every fault.

    Parts that are compiled from a good base are those beside its cache.
    """
    from assistant.knowledge.reading import read_folders

    folders = (built_in_folder(), *extra_dirs)
    key = cache.key_of([(folder, file) for folder in folders for file in yaml_files(folder)])
    loaded = read_folders(*folders)
    if not loaded.problems:
        loaded.base.on_shelf(Shelf(key, cache.shelf_folder(), built_in_folder()))
    return loaded


def write_cache(target: Path, *extra_dirs: Path) -> Knowledge:
    """Write the cache of the base to `target`, for a wheel to bring along, and return the base.

    Parts that are compiled from the returned base are kept beside `target`.

    Raises:
        KnowledgeError: a file is wrong.
    """
    folders = (built_in_folder(), *extra_dirs)
    key = cache.key_of([(folder, file) for folder in folders for file in yaml_files(folder)])
    base = load_folders(*folders)
    cache.write(target, key, _json(base))
    return base.on_shelf(Shelf(key, target.parent, target.parent))
