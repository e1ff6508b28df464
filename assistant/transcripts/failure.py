"""A failed replay in words that name the file, the turn, what was expected and what came."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assistant.transcripts.replay import Outcome

if TYPE_CHECKING:
    from assistant.conversation import Reply

_WIDTH = 24
_SAID_LINES = 6


def failure_text(outcome: Outcome) -> str:
    """Return the report of a failed outcome."""
    if outcome.failed is None:
        return ""
    script, index = outcome.transcript, outcome.failed
    at_end = index >= len(script.turns)
    turn = script.turns[min(index, len(script.turns) - 1)]
    where = "at the end" if at_end else f"turn {index + 1} of {len(script.turns)}"
    lines = [f"{script.path}:{turn.line}   {where}", f"  user   {turn.user}"]
    for fault in outcome.mismatches:
        lines.append(f"  ✗ {fault.key:<{_WIDTH}} expected {_short(fault.expected)}")
        lines.append(f"    {'':<{_WIDTH}} got      {_short(fault.got)}")
    held = [key for key in turn.expect if key not in {fault.key.partition(".")[0] for fault in outcome.mismatches}]
    if held and not at_end:
        lines.append(f"  ✓ {', '.join(held)}")
    if outcome.replies:
        lines.extend(_circumstances(outcome.replies[-1]))
    left = len(script.turns) - index - 1
    if left > 0:
        lines.append(f"  {left} later turn{'s' if left > 1 else ''} not reached")
    lines.append(f"  accept: rigwise replay {script.path} --accept")
    return "\n".join(lines)


def _circumstances(reply: Reply) -> list[str]:
    """Return what helps to see why: the slots, the rules that fired, the first words of the reply."""
    lines = [f"  slots  {', '.join(f'{slot}={value}' for slot, value in reply.slots.items()) or '(none)'}"]
    if reply.result is not None:
        lines.append(f"  rules  {', '.join(rule.id for rule in reply.result.rules) or '(none)'}")
    said = reply.text.split("\n")[:_SAID_LINES]
    return [*lines, f"  said   {said[0]}", *(f"         {line}" for line in said[1:])]


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 160 else text[:157] + "..."
