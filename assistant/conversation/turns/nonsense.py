"""A message that says nothing usable: by cause and by attempt, never the same sentence twice, never a fourth time."""

from __future__ import annotations

import re

from assistant.conversation import flow
from assistant.conversation.questions import next_question, question_named, quick_replies, task_of, wording
from assistant.conversation.reply import QuickReply
from assistant.conversation.turn import Turn
from assistant.conversation.turns import finishing
from assistant.knowledge.schema import Slot

_NUMBER = re.compile(r"^\W*\d+([.,]\d+)?\W*$")


def nonsense(turn: Turn) -> None:
    """Name the cause and ask again; number the choices at the second attempt; take the default at the third."""
    turn.closing = False
    slot = question_named(turn.kb, turn.before.open) or next_question(turn.kb, turn.state)
    if slot is None or (turn.before.open is None and turn.state.result is not None):
        nothing_open(turn)
        return
    turn.emit("missed")
    misses, steps = turn.state.misses, turn.kb.constants["conversation.misses"].table
    turn.act("clarify", cause=cause(turn), attempt=misses)
    if misses >= steps["default"]:
        turn.say("nonsense.default")
        finishing.take_default(turn, slot)
        turn.closing = True
    elif misses >= steps["choices"]:
        _choices(turn, slot)
    else:
        _explain(turn, slot)


def cause(turn: Turn) -> str:
    """Return why the message could not be used."""
    if not turn.text.strip():
        return "empty"
    if _NUMBER.match(turn.heard.text):
        return "number"
    if turn.heard.intent in {"confirm", "deny"}:
        return "yesno"
    return "unclear"


def _explain(turn: Turn, slot: Slot) -> None:
    task = task_of(turn.state)
    examples = quick_replies(slot, task, turn.lang)
    example = examples[0].label if examples else slot.title.of(turn.lang)
    question = wording(slot, task, turn.lang, short=True)
    turn.say(
        f"nonsense.{cause(turn)}", kind="question", block_id=f"question.{slot.asks}", question=question, example=example
    )
    _asked(turn, slot)


def _choices(turn: Turn, slot: Slot) -> None:
    replies = [*quick_replies(slot, task_of(turn.state), turn.lang)]
    skip = turn.words("quick.unknown")
    replies.append(QuickReply(skip, skip))
    rows = [f"- {chr(ord('a') + index)}) {reply.label}" for index, reply in enumerate(replies)]
    head = turn.words("nonsense.choices", title=slot.title.of(turn.lang))
    turn.add("question", "\n".join([head, *rows]), f"question.{slot.asks}")
    _asked(turn, slot, tuple(reply.text for reply in replies))


def _asked(turn: Turn, slot: Slot, choices: tuple[str, ...] = ()) -> None:
    turn.act("ask", question=slot.asks)
    turn.emit("asked", question=slot.asks, choices=choices)
    turn.quick = list(quick_replies(slot, task_of(turn.state), turn.lang))


def nothing_open(turn: Turn) -> None:
    """Vary what is said where no question is open: the third time in a row is the first again, never twice the same."""
    count = sum(1 for event in turn.before.events if event.kind == "faq" and event.data.get("topic") == "")
    turn.act("clarify", cause=cause(turn), attempt=count + 1)
    turn.emit("faq", topic="")
    turn.say(f"nonsense.open.{count % 3 + 1}")
    if turn.state.result is None:
        flow.reask(turn)
