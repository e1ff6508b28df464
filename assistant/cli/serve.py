"""`rigwise serve`: the chat in a browser, on this machine only."""

from __future__ import annotations

import argparse
import importlib.util

from assistant.errors import InputError

LAST_PORT = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where to listen, in which language to begin and how many sessions to allow."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: %(default)s, this machine only)"
    )
    parser.add_argument("--port", type=int, default=8000, help="port (default: %(default)s)")
    parser.add_argument("--lang", choices=("auto", "en", "zh"), default="auto", help="language (default: %(default)s)")
    parser.add_argument("--sessions", type=int, default=4, help="most sessions at once (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if importlib.util.find_spec("textual_serve") is None:
        raise InputError(
            "the browser needs one more package: pip install 'rigwise[web]'",
            "浏览器界面需要再装一个包：pip install 'rigwise[web]'",
        )
    if not 0 < args.port <= LAST_PORT:
        raise InputError(f"{args.port} is no port: 1 to {LAST_PORT}")
    if args.sessions < 1:
        raise InputError("--sessions: at least 1")
    from assistant.tui.web.guard import checked_host, is_loopback
    from assistant.tui.web.server import ChatServer

    server = ChatServer(checked_host(args.host), args.port, args.lang, args.sessions)
    if not is_loopback(args.host):
        print("warning: reachable from the network, and not encrypted; whoever has the address can use it", flush=True)
    print(f"open {server.address}\nCtrl+C ends it", flush=True)
    try:
        server.serve()
    except OSError as error:
        raise InputError(f"{args.host}:{args.port}: {error.strerror or error}") from error
    return 0
