"""The report as Markdown."""

from __future__ import annotations

from assistant.handoff.job import Job
from assistant.handoff.report import report
from assistant.handoff.report_parts import Bullets, Code, Line, Section, Strong, Table, pieces
from assistant.knowledge import Knowledge


def files(kb: Knowledge, job: Job) -> dict[str, str]:
    """Return `plan.md`."""
    told = report(kb, job)
    parts = [f"# {_text(told.title)}\n", f"> {_text(told.alarm)}\n" if told.alarm else ""]
    parts += [_section(section) for section in told.sections]
    return {"plan.md": "\n".join(part for part in parts if part)}


def _section(section: Section) -> str:
    body = section.body
    if isinstance(body, Bullets):
        return f"## {section.title}\n\n" + "".join(f"- {_line(line)}\n" for line in body.lines)
    return f"## {section.title}\n\n{_table(body)}"


def _table(table: Table) -> str:
    bar = "\\|"
    first = len(table.header) if table.numbers is None else table.numbers
    rule = "".join("---|" if column < first else "---:|" for column in range(len(table.header)))
    rows = "".join(f"| {' | '.join(_line(cell).replace('|', bar) for cell in row)} |\n" for row in table.rows)
    return f"| {' | '.join(table.header)} |\n|{rule}\n{rows}"


def _line(line: Line) -> str:
    return "".join(_piece(piece) for piece in pieces(line)).strip()


def _piece(piece: str) -> str:
    if not piece:
        return ""
    if isinstance(piece, Code):
        return f"`{piece}`"
    return f"**{_text(piece)}**" if isinstance(piece, Strong) else _text(piece)


def _text(text: str) -> str:
    """Return `text` on one line; spaces at its ends stay, since pieces follow one another."""
    words = " ".join(text.split())
    return f"{' ' if text[:1].isspace() else ''}{words}{' ' if text[-1:].isspace() and words else ''}"
