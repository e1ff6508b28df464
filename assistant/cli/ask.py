"""`rigwise ask`: answer one question."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from assistant.cli.batch import add_output_arguments, print_json, run_jsonl
from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.conversation.answers import Answer
    from assistant.knowledge import Knowledge
    from assistant.planning.workload import Workload

LANGUAGES = ("auto", "en", "zh")
_WORDS = {
    "en": ("Sources", "You may also have meant"),
    "zh": ("来源", "你也可能想问"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `rigwise ask`."""
    parser.add_argument("text", nargs="*", help="the question, in English or Chinese")
    parser.add_argument("--lang", choices=LANGUAGES, default="auto", help="language of the answer")
    parser.add_argument("--knowledge", action="append", default=[], metavar="DIR", help="your own folder over the base")
    add_output_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Answer one question, or each line of a file."""
    from assistant.conversation.answers import ask
    from assistant.knowledge import Knowledge

    question = " ".join(args.text).strip()
    if not question and not args.jsonl:
        raise InputError('ask something: rigwise ask "do I need NVLink?"')
    kb = Knowledge.load(*args.knowledge)
    if args.jsonl:
        return run_jsonl(args.jsonl, lambda request: ask(kb, *_request(request)).to_json())
    answer = ask(kb, question)
    if args.json:
        print_json(answer.to_json())
    else:
        sys.stdout.write(report(kb, answer, _language(args.lang, question)) + "\n")
    return 0


def _request(request: dict[str, Any]) -> tuple[str, Workload | None]:
    """Return question and workload of a JSON request.

    Raises:
        InputError: there is no text, or the workload has a slot that is none.
    """
    from assistant.cli.plan import request_workload

    text, slots = request.get("text"), request.get("workload")
    if not isinstance(text, str) or not text.strip():
        raise InputError('a request needs "text", the question as a string')
    if request.get("lang", "auto") not in LANGUAGES:
        raise InputError(f"lang must be one of {', '.join(LANGUAGES)}, got {request['lang']!r}")
    if slots is None:
        return text, None
    if not isinstance(slots, dict):
        raise InputError("workload must be an object of slots")
    try:
        return text, request_workload(slots)
    except InputError as error:
        raise InputError(f"workload: {error.en}", f"workload：{error.zh}") from error


def _language(wanted: str, question: str) -> str:
    """Return "en" or "zh": what was asked for, else the language of the question."""
    from assistant.language.faq.phrases import HAN

    if wanted != "auto":
        return wanted
    return "zh" if HAN.search(question) else "en"


def report(kb: Knowledge, answer: Answer, lang: str) -> str:
    """Return the answer as it is printed: title, text, sources, what else may have been meant."""
    sources, meant = _WORDS[lang]
    if answer.topic is None:
        return answer.text[lang]
    lines = [kb.topics[answer.topic].title.of(lang), "", answer.text[lang]]
    named = [kb.sources[name] for name in answer.sources if name in kb.sources]
    if named:
        lines += ["", f"{sources}:", *(f"- {source.named(lang)} ({source.date})" for source in named)]
    if answer.close:
        titles = [kb.topics[other.topic].title.of(lang) for other in answer.alternatives]
        lines += ["", f"{meant}: {'; '.join(titles)}"]
    return "\n".join(lines)
