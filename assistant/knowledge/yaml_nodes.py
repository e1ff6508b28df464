"""YAML text to plain data, once, with the place of every value.

The file is composed a single time; the same nodes give the data and the line numbers. Only null, true, false, whole
numbers and decimals are resolved; everything else stays text, so `no`, `on`, `1_000`, `12:30` and dates mean what they
look like.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML without libyaml
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

Path_ = tuple[str | int, ...]

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)$")
_FLOAT = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+$|[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?[eE][-+]?[0-9]+$")
_LONGEST = 300
_WORDS: dict[str, Any] = {"null": None, "~": None, "": None, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file, counted from 1."""

    line: int
    column: int


@dataclass(slots=True)
class Document:
    """One file: its data, where each value and each key stands, and what was wrong with its form.

    `seen` holds the nodes that were built: a node met twice is an alias, which could nest without end.
    """

    data: Any = None
    values: dict[Path_, Mark] = field(default_factory=dict)
    keys: dict[Path_, Mark] = field(default_factory=dict)
    faults: list[tuple[Mark, str]] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    def mark(self, path: Path_, *, key: bool = False) -> Mark:
        """Return the place of `path`, or of the nearest thing around it; parts that are no keys are dropped."""
        known: Path_ = ()
        for part in path:
            if (*known, part) in self.values:
                known = (*known, part)
        table = self.keys if key and known in self.keys else self.values
        return table.get(known, Mark(1, 1))


def read(text: str) -> Document:
    """Return the document in `text`; a syntax error is a fault, not an exception."""
    document = Document()
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        place = error.problem_mark or error.context_mark
        mark = Mark(place.line + 1, place.column + 1) if place else Mark(1, 1)
        document.faults.append((mark, f"not YAML: {_advice(text, mark, str(error.problem or error.context))}"))
        return document
    except (yaml.YAMLError, RecursionError) as error:
        document.faults.append((Mark(1, 1), f"not YAML: {str(error) or 'nested too deeply'}"))
        return document
    try:
        document.data = None if node is None else _build(node, (), document)
    except RecursionError:
        document.faults.append((Mark(1, 1), "nested too deeply"))
    return document


_WIDE_COLON = re.compile(r"[\s-]*\w+\uff1a")
_UNQUOTED = "a text with `: ` in it stands in quotes, or the line before it is not finished"
_ADVICE = {
    "mapping values are not allowed": _UNQUOTED,
    "could not find expected ':'": "a key is followed by `:` and a space",
    "did not find expected '-' indicator": "this line is indented like none of the lines above it",
    "did not find expected key": "this line is indented like none of the lines above it, or a quote is not closed",
    "did not find expected ',' or": "a bracket is not closed, or a text with a comma or a quote in it lacks quotes",
    "did not find expected node content": "a bracket closes too early, or a text that begins with a sign lacks quotes",
    "found unexpected end of stream": "a quote or a bracket is not closed",
}
"""Beginning of what the parser says -> what an author would do about it."""


def _advice(text: str, mark: Mark, problem: str) -> str:
    """Return what is wrong with the form of `text` at `mark`, and what to do about it."""
    lines = text.splitlines()
    line = lines[mark.line - 1] if mark.line <= len(lines) else ""
    if line[: len(line) - len(line.lstrip())].count("\t"):
        return "a tab stands at the beginning of this line; indent with spaces"
    near = lines[max(mark.line - 2, 0) : mark.line]
    if "expected ':'" in problem and any(_WIDE_COLON.match(part) for part in near):
        return "a key ends in a full-width colon; write `:` and a space"
    if "cannot start any token" in problem:
        return f"a text that begins with `{line[mark.column - 1 : mark.column]}` stands in quotes"
    advice = next((said for beginning, said in _ADVICE.items() if problem.startswith(beginning)), "")
    return f"{problem}: {advice}" if advice else problem


def _mark(node: yaml.Node) -> Mark:
    return Mark(node.start_mark.line + 1, node.start_mark.column + 1)


def _build(node: yaml.Node, path: Path_, document: Document) -> Any:
    document.values[path] = _mark(node)
    if id(node) in document.seen:
        document.faults.append((_mark(node), "an alias (`*name`) refers to this; write the value out where it is used"))
        return None
    document.seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, path, document)
    if isinstance(node, yaml.SequenceNode):
        return [_build(child, (*path, index), document) for index, child in enumerate(node.value)]
    return _scalar(node)


def _mapping(node: yaml.MappingNode, path: Path_, document: Document) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = str(key_node.value)
        if key in out:
            first = document.keys[(*path, key)]
            document.faults.append(
                (_mark(key_node), f"key `{key}` stands twice (first in line {first.line}); remove one")
            )
        document.keys[(*path, key)] = _mark(key_node)
        out[key] = _build(value_node, (*path, key), document)
    return out


def _scalar(node: yaml.Node) -> Any:
    text = str(node.value)
    if getattr(node, "style", None) in {"'", '"', "|", ">"}:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text) and len(text) <= _LONGEST:
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    return text
