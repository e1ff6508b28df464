"""Cards or methods side by side, for this job."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.questions import next_question
from assistant.conversation.turn import Turn
from assistant.conversation.turns import questioning
from assistant.conversation.workload import workload_of
from assistant.planning import compare as compare_cards
from assistant.planning.result import plain
from assistant.wording.comparison import comparison_blocks


def compare(turn: Turn) -> None:
    """Show a table where the job is known; else answer in general, and come back to the open question."""
    turn.closing = False
    cards = tuple(str(name) for name in turn.heard.target.get("gpus") or turn.heard.slots.get("gpu_mentioned") or ())
    known = [name for name in cards if turn.kb.find_gpu(name) is not None]
    if not known or next_question(turn.kb, turn.state) is not None:
        turn.act("compare", what="general", gpus=known)
        questioning.answer_beside(turn)
        if not turn.blocks:
            turn.say("compare.no-plan")
        flow.reask(turn)
        return
    rows = compare_cards(turn.kb, workload_of(turn.state), known)
    turn.act("compare", what="gpus", gpus=known, rows=plain(rows))
    turn.blocks.extend(comparison_blocks(turn.kb, rows, turn.lang))
    flow.reask(turn)
