"""`rigwise knowledge`: check and look up the knowledge base."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.cli.batch import print_json
from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.knowledge.lint import Finding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="find what does not hang together")
    check.add_argument("--format", choices=("text", "json", "github"), default="text", help="how findings are printed")
    check.add_argument("--only", action="append", default=[], metavar="ID", help="only this lint; may be repeated")
    check.add_argument("--all", action="store_true", help="remarks too, not only errors and warnings")
    check.add_argument("--strict", action="store_true", help="warnings count as errors")
    check.add_argument("--coverage", metavar="FILE", help="what `replay --keep-coverage` wrote: rules no chat fires")
    check.add_argument("--old-prices", type=int, metavar="DAYS", help="age from which a price is old (a year)")
    stats = actions.add_parser("stats", help="how much there is")
    show = actions.add_parser("show", help="one record, and everything that refers to it")
    show.add_argument("id", help="id, or name of a card or model; KIND/ID where two kinds share an id")
    search = actions.add_parser("search", help="records in which all words occur")
    search.add_argument("words", nargs="+")
    graph = actions.add_parser("graph", help="the references between records, as a Graphviz graph")
    graph.add_argument("--kind", action="append", default=[], metavar="KIND", help="only these kinds; may be repeated")
    ship = actions.add_parser("cache", help="write the validated base as JSON, which a wheel brings along")
    ship.add_argument("file", metavar="FILE")
    for action in (check, stats, show, search, graph, ship):
        action.add_argument(
            "--knowledge", action="append", default=[], metavar="DIR", help="your own folder over the base"
        )
    for action in (stats, show, search):
        action.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Run the action, return the exit code: 1 where the check failed or nothing was found."""
    for folder in args.knowledge:
        if not Path(folder).is_dir():
            raise InputError(f"{folder}: no such folder", f"{folder}：没有这个文件夹")
    if args.action == "check":
        return _check(args)
    if args.action == "cache":
        return _ship(args)
    from assistant.knowledge import Knowledge

    kb = Knowledge.load(*args.knowledge)
    return {"stats": _stats, "show": _show, "search": _search, "graph": _graph}[args.action](kb, args)


def _check(args: argparse.Namespace) -> int:
    from assistant.cli.probes import probes
    from assistant.knowledge.lint import LINTS, check_loaded
    from assistant.knowledge.lint.render import render
    from assistant.knowledge.loader import load_with_places

    unknown = [lint for lint in args.only if lint not in LINTS]
    if unknown:
        raise InputError(f"no lint is called {unknown[0]}; there are {', '.join(LINTS)}")
    loaded = load_with_places(*(Path(folder) for folder in args.knowledge))
    today = datetime.now(UTC).date()
    questions = probes(loaded.base, today, args.old_prices, args.coverage) if not loaded.problems else None
    findings = check_loaded(loaded, questions)
    wanted = [one for one in findings if one.lint in args.only or (not args.only and _told(one, args))]
    print(render(wanted, args.format))
    failing = {"error", "warning"} if args.strict else {"error"}
    return int(any(one.severity in failing for one in wanted))


def _told(finding: Finding, args: argparse.Namespace) -> bool:
    return args.all or args.format != "text" or finding.severity != "info"


def _stats(kb: Knowledge, args: argparse.Namespace) -> int:
    from assistant.knowledge.lookup import statistics
    from assistant.version import __version__

    counts: dict[str, Any] = {**statistics(kb), "version": __version__}
    if args.json:
        print_json(counts)
    else:
        print("\n".join(f"{name:<14}{value}" for name, value in counts.items()))
    return 0


def _show(kb: Knowledge, args: argparse.Namespace) -> int:
    from assistant.knowledge.explain import did_you_mean
    from assistant.knowledge.lookup import named_by, records_named, tables_of, users_of

    found = records_named(kb, args.id)
    if not found:
        known = [identity for table in tables_of(kb).values() for identity in table]
        print(f"nothing is called `{args.id}`{did_you_mean(args.id, known)}", file=sys.stderr)
        return 1
    shown = []
    for kind, record in found:
        users = sorted({(use.kind, use.identity) for use in users_of(kb, kind, record.id)})
        data = record.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        named = [{"kind": one, "id": name, "title": title} for one, name, title in named_by(kb, kind, record.id)]
        used_by = [{"kind": one, "id": name} for one, name in users]
        shown.append({"kind": kind, "record": data, "names": named, "used_by": used_by})
    if args.json:
        print_json(shown[0] if len(shown) == 1 else {"records": shown})
        return 0
    for entry in shown:
        print(f"{entry['kind']}/{entry['record']['id']}")
        print("\n".join(_lines(entry["record"])))
        for one in entry["names"]:
            print(f"names: {one['kind']}/{one['id']}  {one['title'][:100]}")
        print("used by: " + (", ".join(f"{one['kind']}/{one['id']}" for one in entry["used_by"]) or "nothing"))
    return 0


def _lines(value: Any, indent: int = 2) -> list[str]:
    """Return plain data as indented lines."""
    pad = " " * indent
    lines = []
    for key, one in value.items():
        if isinstance(one, dict):
            lines += [f"{pad}{key}:", *_lines(one, indent + 2)]
        elif isinstance(one, list) and any(isinstance(part, dict) for part in one):
            lines.append(f"{pad}{key}:")
            lines += [f"{pad}  - {json.dumps(part, ensure_ascii=False)}" for part in one]
        else:
            lines.append(f"{pad}{key}: {', '.join(map(str, one)) if isinstance(one, list) else one}")
    return lines


def _search(kb: Knowledge, args: argparse.Namespace) -> int:
    from assistant.knowledge.lookup import search

    hits = search(kb, " ".join(args.words))
    if args.json:
        rows = [{"kind": hit.kind, "id": hit.identity, "title": hit.title} for hit in hits]
        print_json({"hits": rows})
    else:
        print("\n".join(f"{hit.kind}/{hit.identity}  {hit.title[:100]}" for hit in hits) or "nothing found")
    return 0 if hits else 1


def _ship(args: argparse.Namespace) -> int:
    from assistant.knowledge.loader import write_cache

    try:
        write_cache(Path(args.file), *(Path(folder) for folder in args.knowledge))
    except OSError as error:
        raise InputError(f"{args.file}: {error.strerror or error}") from error
    return 0


def _graph(kb: Knowledge, args: argparse.Namespace) -> int:
    from assistant.knowledge.lookup import as_dot, tables_of

    kinds = tables_of(kb)
    unknown = [kind for kind in args.kind if kind not in kinds]
    if unknown:
        raise InputError(f"no kind of record is called {unknown[0]!r}; there are {', '.join(kinds)}")
    print(as_dot(kb, set(args.kind)))
    return 0
