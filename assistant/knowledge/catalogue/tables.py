"""The text of a price list -> columns and rows: CSV with any separator, JSON, or a JSON value a line."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from assistant.errors import InputError

Row = Mapping[str, Any]

_SEPARATORS = (",", ";", "\t", "|")
_DECIMAL_COMMA = re.compile(r"\d+,\d+")
_JSON = (".json", ".jsonl", ".ndjson")


def parse(name: str, text: str, known: Collection[str]) -> tuple[list[str], list[Row]]:
    """Return the columns and rows of a table; `known` columns help to tell what separates them.

    Raises:
        InputError: it is no table.
    """
    if not name.lower().endswith(_JSON):
        return _csv_rows(text, known)
    rows = _json_rows(text)
    return list(dict.fromkeys(column for row in rows for column in row)), rows


def spelled(columns: Collection[str], known: Collection[str]) -> dict[str, str]:
    """Return column -> its name as in `known`, for those that differ in case at most."""
    names = {name.lower(): name for name in known}
    return {column: names[column.lower()] for column in columns if column.lower() in names}


def _csv_rows(text: str, known: Collection[str]) -> tuple[list[str], list[Row]]:
    lines = text.lstrip("\r\n")
    separator = _separator(lines, known)
    reader = csv.DictReader(io.StringIO(lines, newline=""), delimiter=separator, strict=True)
    try:
        columns = [name.strip() for name in reader.fieldnames or []]
        twice = sorted({name for name in columns if name and columns.count(name) > 1})
        if twice:
            raise InputError(f"two columns are called {', '.join(twice)}", f"有两列都叫 {', '.join(twice)}")
        rows: list[Row] = [{(key or "").strip(): cell for key, cell in row.items()} for row in reader]
    except csv.Error as error:
        raise InputError(
            f"not a table: line {reader.line_num + 1}: {error}", f"不是表格：第 {reader.line_num + 1} 行：{error}"
        ) from error
    return columns, list(_decimal_points(rows)) if separator == ";" else rows


def _separator(text: str, known: Collection[str]) -> str:
    """Return the separator under which the header has most of the columns that are looked for."""
    header = re.split(r"[\r\n]", text, maxsplit=1)[0].lower()
    wanted = {name.lower() for name in known}

    def hits(separator: str) -> int:
        return sum(cell.strip(' "') in wanted for cell in header.split(separator))

    return max(_SEPARATORS, key=hits)


def _decimal_points(rows: list[Row]) -> Iterator[Row]:
    """Yield the rows with decimal points: where semicolons separate, a comma in a number is the decimal sign."""
    for row in rows:
        yield {key: _decimal_point(cell) for key, cell in row.items()}


def _decimal_point(cell: object) -> object:
    if isinstance(cell, str) and _DECIMAL_COMMA.fullmatch(cell.strip()):
        return cell.strip().replace(",", ".")
    return cell


def _json_rows(text: str) -> list[Row]:
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        data = _json_lines(text, error)
    if isinstance(data, dict):
        lists = {key: part for key, part in data.items() if isinstance(part, list)}
        data = _by_provider(lists) if len(lists) > 1 else next(iter(lists.values()), [data])
    rows: list[Row] = [row for row in data if isinstance(row, dict)] if isinstance(data, list) else []
    if not rows:
        raise InputError("no list of machines in it", "里面没有机器列表")
    return rows


def _by_provider(lists: Mapping[str, list[Any]]) -> list[Row]:
    """Return the rows of several lists, each with the name of its list as the provider unless it says its own."""
    return [{"provider": name, **row} for name, part in lists.items() for row in part if isinstance(row, dict)]


def _json_lines(text: str, whole: Exception) -> list[Any]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            why = f"line {number}: {error}" if found else str(whole)
            raise InputError(f"not JSON: {why}", f"不是 JSON：{why}") from error
    return found
