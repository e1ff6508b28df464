"""`rigwise chat`: full screen in a terminal, line by line in a pipe, JSON for programs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.cli.batch import run_jsonl, stdin_lines
from assistant.cli.streams import speaks_utf8
from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.conversation import Conversation, Reply

QUIT = frozenset({"quit", "exit", "bye", ":q", "/quit", "/exit", "退出", "再见", "拜拜"})
"""What ends line mode."""
PROMPT = "> "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `chat`."""
    parser.add_argument("--lang", choices=("en", "zh", "auto"), default="auto", help="language of the answers")
    parser.add_argument("--plain", action="store_true", help="line by line, without a screen")
    parser.add_argument("--ascii", action="store_true", help="no block or line-drawing characters")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a saved conversation")
    parser.add_argument("--save", metavar="FILE", type=Path, help="write the conversation as a transcript")
    parser.add_argument(
        "--knowledge",
        action="append",
        default=[],
        metavar="DIR",
        help="your own knowledge folder over the built-in base",
    )
    parser.add_argument(
        "--jsonl",
        metavar="FILE",
        help='one {"say": text} or {"reset": true} a line (- = stdin), one reply a line; a bad line gives '
        '{"error": ...}, the rest go on, and the exit code stays 0',
    )


def run(args: argparse.Namespace) -> int:
    """Hold the conversation; returns the exit code.

    Raises:
        InputError: the conversation can not be saved where it was asked for.
    """
    if args.save is not None and (args.save.is_dir() or not args.save.parent.is_dir()):
        raise InputError(
            f"{args.save}: it is a folder" if args.save.is_dir() else f"{args.save.parent}: no such folder",
            f"{args.save} 是文件夹" if args.save.is_dir() else f"{args.save.parent}：没有这个文件夹",
        )
    if args.jsonl:
        return _jsonl(args)
    if not args.plain and _has_screen():
        from assistant.tui.app import run as run_screen

        return int(
            run_screen(
                lang=args.lang,
                resume=args.resume,
                save=args.save,
                ascii_only=args.ascii,
                knowledge=args.knowledge,
            )
        )
    return _lines(args)


def _has_screen() -> bool:
    """Return whether a full screen can be drawn: it is drawn on the standard error, and in UTF-8."""
    at_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return at_terminal and os.environ.get("TERM") != "dumb" and speaks_utf8(sys.stderr)


def _jsonl(args: argparse.Namespace) -> int:
    from assistant.conversation import Conversation
    from assistant.knowledge import Knowledge

    conversation = Conversation(Knowledge.load(*args.knowledge), args.lang)

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        reset, text = request.get("reset", False), request.get("say")
        if reset is True:
            conversation.reset()
            return conversation.greet().to_json()
        if reset is not False or not isinstance(text, str):
            raise InputError('a request is {"say": text} or {"reset": true}')
        reply = conversation.say(text)
        said = reply.to_json()
        handed = _handed_over(conversation, reply)
        return {**said, "text": "\n\n".join((said["text"], *handed))} if handed else said

    return run_jsonl(args.jsonl, answer)


def _lines(args: argparse.Namespace) -> int:
    """Prompt, answer, until the input ends; a fault of ours saves the conversation."""
    from assistant.conversation import Conversation
    from assistant.knowledge import Knowledge
    from assistant.transcripts import said, write

    conversation = Conversation(Knowledge.load(*args.knowledge), args.lang)
    if args.resume:
        lang, texts = said(args.resume)
        conversation.prefer(lang)
        for text, reply in zip(texts, conversation.resume(texts), strict=True):
            _print(f"{PROMPT}{text}\n\n{reply.text}")
    else:
        _print(conversation.greet().text)
    try:
        for line in _typed():
            if line.strip().casefold() in QUIT:
                break
            _answer(conversation, line)
            if args.save:
                write(args.save, conversation.state.lang, conversation.exchanges)
    except OSError:  # the reader has gone, or the disk is full: no fault of ours
        raise
    except Exception:
        _rescue(conversation, args.save)
        raise
    return 0


def _rescue(conversation: Conversation, wanted: Path | None) -> None:
    """Save what was said so far where the program itself fails, and say where."""
    from assistant.transcripts import write

    path = wanted or Path(f"rigwise-{os.getpid()}.yaml")
    with suppress(OSError):
        write(path, conversation.state.lang, conversation.exchanges)
        print(f"rigwise: this is a fault of the program; the conversation is saved in {path}", file=sys.stderr)


def _answer(conversation: Conversation, line: str) -> None:
    reply = conversation.say(line)
    _print(reply.text)
    for text in _handed_over(conversation, reply):
        _print(text)


def _handed_over(conversation: Conversation, reply: Reply) -> list[str]:
    """Return the files of the format that a reply exports, and the notes on them; what can not be expressed says so."""
    wanted = [str(act["format"]) for act in reply.acts if act["act"] == "export" and act.get("format")]
    if not wanted or reply.result is None:
        return []
    from assistant.handoff import export

    try:
        handoff = export(conversation.kb, reply.result.to_json(), wanted[0], reply.lang)
    except InputError as error:
        return [error.of(reply.lang)]
    return [*(f"# {name}\n{text}" for name, text in handoff.files.items()), *handoff.notes]


def _typed() -> Iterator[str]:
    """Yield what is typed, with a prompt where a person sits there; the end of the input ends it quietly."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - gives input() line editing and history
        while True:
            try:
                yield input(PROMPT)
            except EOFError:
                sys.stdout.write("\n")
                return
    for line in stdin_lines():
        yield line.rstrip("\n")


def _print(text: str) -> None:
    """Print a reply; what the output's encoding lacks is replaced as `streams` has it."""
    sys.stdout.write(text + "\n\n")
    sys.stdout.flush()
