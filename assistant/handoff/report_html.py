"""The report as one page that opens in any browser: no script, nothing loaded from elsewhere, ready to print."""

from __future__ import annotations

from html import escape

from assistant.handoff.job import Job
from assistant.handoff.report import report
from assistant.handoff.report_parts import Bullets, Code, Line, Section, Strong, Table, pieces
from assistant.knowledge import Knowledge

STYLE = """
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5b6575; --line: #dde2ea; --band: #f5f7fa; --page: #fff;
  --mark: #0b6e75; --alarm: #a33a00; --alarm-page: #fff3ea; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ef; --soft: #9aa5b5; --line: #333c4a; --band: #1d2430;
  --page: #141a23; --mark: #5cc8cf; --alarm: #ffb27d; --alarm-page: #3a2416; } }
body { margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.5rem 4rem; background: var(--page); color: var(--ink);
  font: 15px/1.55 system-ui, "Segoe UI", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC",
  sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1.25rem; padding-bottom: .75rem;
  border-bottom: 3px solid var(--mark); }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
summary { cursor: pointer; font-size: 1.1rem; font-weight: 600; margin: 2rem 0 .6rem; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--soft); border-bottom: 1px solid var(--line);
  padding: .35rem .6rem; }
td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; vertical-align: top; overflow-wrap: break-word; }
tr:nth-child(even) td { background: var(--band); }
.n { text-align: right; font-variant-numeric: tabular-nums; }
.pairs td:first-child { width: 14rem; color: var(--soft); }
.sums { max-width: 34rem; }
.dense { font-size: .85rem; }
.dense td { overflow-wrap: anywhere; }
li { margin: .3rem 0; }
code { font: .9em ui-monospace, "Cascadia Mono", Consolas, monospace; color: var(--mark); }
.alarm { border-left: 4px solid var(--alarm); background: var(--alarm-page); color: var(--alarm); padding: .6rem 1rem; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } tr, li { break-inside: avoid; }
  h2, summary { break-after: avoid; } }
"""


def files(kb: Knowledge, job: Job) -> dict[str, str]:
    """Return `plan.html`."""
    told = report(kb, job)
    alarm = f'<p class="alarm">{escape(told.alarm)}</p>\n' if told.alarm else ""
    body = "".join(_section(section) for section in told.sections)
    return {
        "plan.html": (
            f'<!DOCTYPE html>\n<html lang="{"zh-CN" if told.lang == "zh" else "en"}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(told.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f"<h1>{escape(told.title)}</h1>\n{alarm}{body}</body>\n</html>\n"
        )
    }


def _section(section: Section) -> str:
    body = _bullets(section.body) if isinstance(section.body, Bullets) else _table(section.body)
    if section.folded:
        return f"<details open>\n<summary>{escape(section.title)}</summary>\n{body}</details>\n"
    return f"<section>\n<h2>{escape(section.title)}</h2>\n{body}</section>\n"


def _bullets(bullets: Bullets) -> str:
    return "<ul>\n" + "".join(f"<li>{_line(line)}</li>\n" for line in bullets.lines) + "</ul>\n"


def _table(table: Table) -> str:
    first = len(table.header) if table.numbers is None else table.numbers

    def row(tag: str, cells: list[str]) -> str:
        opened = [f"<{tag}>" if at < first else f'<{tag} class="n">' for at in range(len(cells))]
        return f"<tr>{''.join(f'{mark}{cell}</{tag}>' for mark, cell in zip(opened, cells, strict=True))}</tr>\n"

    pairs = len(table.header) == 2 and table.numbers is None
    kind = "dense" if table.dense else "pairs" if pairs else "sums" if table.numbers == 1 else ""
    head = row("th", [escape(cell) for cell in table.header])
    rows = "".join(row("td", [_line(cell) for cell in cells]) for cells in table.rows)
    opening = f'<table class="{kind}">' if kind else "<table>"
    return f"{opening}\n<thead>\n{head}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n"


def _line(line: Line) -> str:
    return "".join(_piece(piece) for piece in pieces(line))


def _piece(piece: str) -> str:
    text = escape(piece, quote=False)
    if not text:
        return ""
    if isinstance(piece, Code):
        return f"<code>{text}</code>"
    return f"<strong>{text}</strong>" if isinstance(piece, Strong) else text
