"""Play a transcript again and see whether the same comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from assistant.transcripts.checking import Mismatch, mismatches
from assistant.transcripts.form import Transcript

if TYPE_CHECKING:
    from assistant.conversation import Reply
    from assistant.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one transcript.

    Attributes:
        transcript: what was played.
        replies: the answers, up to and with the first that failed.
        failed: index of the turn that failed, None where none did; it equals the number of turns where only what
            must hold at the end failed.
        mismatches: what was wrong with it.
    """

    transcript: Transcript
    replies: tuple[Reply, ...]
    failed: int | None = None
    mismatches: tuple[Mismatch, ...] = field(default_factory=tuple)

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return self.failed is None


def replay(kb: Knowledge, transcript: Transcript) -> Outcome:
    """Return the outcome of playing `transcript` from a fresh state; it stops at the first turn that fails."""
    from assistant.conversation import Conversation

    conversation = Conversation(kb, lang=transcript.start)
    replies: list[Reply] = []
    before: Mapping[str, Any] = {}
    for index, turn in enumerate(transcript.turns):
        reply = conversation.say(turn.user)
        replies.append(reply)
        faults = mismatches(turn.expect, before, reply)
        if turn.xfail:
            faults = [] if faults else [Mismatch("xfail", turn.xfail, "it holds now; remove xfail")]
        if faults:
            return Outcome(transcript, tuple(replies), index, tuple(faults))
        before = reply.slots
    faults = _final(transcript, replies)
    return Outcome(transcript, tuple(replies), len(transcript.turns) if faults else None, tuple(faults))


def _final(transcript: Transcript, replies: list[Reply]) -> list[Mismatch]:
    wanted = transcript.final.get("slots")
    got = dict(replies[-1].slots) if replies else {}
    faults = []
    if wanted is not None:
        faults = [
            Mismatch(f"final.slots.{slot}", wanted.get(slot), got.get(slot))
            for slot in (*wanted, *(slot for slot in got if slot not in wanted))
            if _same(wanted.get(slot)) != _same(got.get(slot))
        ]
    assumed = transcript.final.get("assumed")
    if assumed is not None and replies:
        skipped = sorted(replies[-1].state.skipped)
        if sorted(assumed) != skipped:
            faults.append(Mismatch("final.assumed", assumed, skipped))
    return faults


def _same(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: entry for key, entry in value.items() if entry is not None and entry is not False}
    return list(value) if isinstance(value, tuple) else value
