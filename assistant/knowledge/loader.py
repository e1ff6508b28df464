"""YAML folders to a `Knowledge`: every file read once, every fault reported at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from assistant.knowledge.base import Knowledge
from assistant.knowledge.errors import KnowledgeError, Problem
from assistant.knowledge.explain import explain
from assistant.knowledge.kinds import KINDS, Kind
from assistant.knowledge.schema import Record
from assistant.knowledge.yaml_nodes import Document, read


def built_in_folder() -> Path:
    """Return the folder of the built-in base: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "_knowledge"
    return inside if inside.is_dir() else package.parent / "knowledge"


def load(*extra_dirs: Path) -> Knowledge:
    """Return the built-in base with `extra_dirs` layered over it; raises `KnowledgeError`."""
    return load_folders(built_in_folder(), *extra_dirs)


def load_folders(*folders: Path) -> Knowledge:
    """Return the base in `folders`, later ones adding to and overriding earlier ones; raises `KnowledgeError`."""
    problems: list[Problem] = []
    tables: dict[str, dict[str, Record]] = {kind.key: {} for kind in KINDS}
    for folder in folders:
        if not folder.is_dir():
            problems.append(Problem(str(folder), 1, 1, "", "no such folder"))
            continue
        for file in sorted(folder.rglob("*.yaml")):
            _read_file(file, folder, tables, problems)
    if problems:
        raise KnowledgeError(problems)
    return Knowledge.model_validate(tables)


def _read_file(file: Path, root: Path, tables: dict[str, dict[str, Record]], problems: list[Problem]) -> None:
    name = str(file.relative_to(root.parent))
    document = read(file.read_text(encoding="utf-8"))
    problems.extend(Problem(name, mark.line, mark.column, "", message) for mark, message in document.faults)
    if document.data is None:
        return
    folder = file.relative_to(root).parts[0]
    allowed = {kind.key: kind for kind in KINDS if kind.folder == folder}
    if not isinstance(document.data, dict):
        problems.append(Problem(name, 1, 1, "", f"expected a mapping with one of: {', '.join(allowed)}"))
        return
    own: dict[str, set[str]] = {}
    for key, rows in document.data.items():
        mark = document.mark((key,), key=True)
        if key == "schema":
            continue
        if key not in allowed:
            problems.append(Problem(name, mark.line, mark.column, key, f"unknown key; this folder holds {', '.join(allowed)}"))
        elif not isinstance(rows, list):
            problems.append(Problem(name, mark.line, mark.column, key, "expected a list of records, each beginning with `- id:`"))
        else:
            seen = own.setdefault(key, set())
            for index, row in enumerate(rows):
                _read_record(allowed[key], (key, index), row, document, name, (tables[key], seen), problems)


def _read_record(
    kind: Kind,
    path: tuple[str | int, ...],
    row: Any,
    document: Document,
    name: str,
    into: tuple[dict[str, Record], set[str]],
    problems: list[Problem],
) -> None:
    table, seen = into
    try:
        record = kind.record.model_validate(row)
    except ValidationError as error:
        problems.extend(explain(error, kind, path, row, document, name))
        return
    if record.id in seen:
        mark = document.mark((*path, "id"))
        problems.append(Problem(name, mark.line, mark.column, f"{kind.key} > {record.id}", "this id stands twice in the file"))
    seen.add(record.id)
    table[record.id] = record
