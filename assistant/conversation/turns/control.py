"""Commands about the talk itself: back, undo, restart, repeat, show, greet, help, language."""

from __future__ import annotations

from assistant.conversation import flow
from assistant.conversation.filling import echo, fill
from assistant.conversation.questions import questions
from assistant.conversation.state import State, undone
from assistant.conversation.turn import Turn
from assistant.wording.plan_report import headline
from assistant.wording.slot_values import slot_title, slot_value


def undo(turn: Turn) -> None:
    """Take back what the last turn that changed something did."""
    earlier = undone(turn.before)
    if earlier is None:
        turn.act("undo", slots={})
        turn.say("undo.nothing")
        return
    gone = _difference(turn.before, earlier)
    turn.state = earlier
    turn.emit("said", text=turn.text, lang=turn.lang)
    turn.act("undo", slots={slot: {"from": old, "to": new} for slot, (old, new) in gone.items()})
    if not gone:
        turn.say("undo.done")
    for slot, (old, new) in gone.items():
        title = slot_title(turn.kb, slot, turn.lang)
        if new is None:
            turn.say("undo.slot", title=title, old=slot_value(turn.kb, slot, old, turn.lang))
        else:
            now = slot_value(turn.kb, slot, new, turn.lang)
            was = slot_value(turn.kb, slot, old, turn.lang) if old is not None else turn.words("echo.nothing")
            turn.say("echo.changed", title=title, old=was, new=now)
    if earlier.result is not None and earlier.result is not turn.before.result:
        turn.say("whatif.dropped", plan=headline(turn.kb, earlier.result, turn.lang))
    if turn.heard.slots:
        echo(turn, fill(turn, turn.heard.slots))


def back(turn: Turn) -> None:
    """Go back to the question before: its answer is dropped and it is asked again."""
    undo(turn)


def _difference(before: State, after: State) -> dict[str, tuple[object, object]]:
    names = [*before.slots, *(slot for slot in after.slots if slot not in before.slots)]
    return {
        slot: (before.slots.get(slot), after.slots.get(slot))
        for slot in names
        if before.slots.get(slot) != after.slots.get(slot) and slot != "gpu_rel"
    }


def restart(turn: Turn) -> None:
    """Forget the job; "undo" brings it back."""
    had = bool(turn.state.slots)
    turn.emit("restarted")
    turn.act("restart")
    turn.say("restart.done" if had else "restart.empty")
    if turn.heard.slots:
        echo(turn, fill(turn, turn.heard.slots))


def repeat(turn: Turn) -> None:
    """Show the last reply again."""
    if not turn.before.heard:
        turn.say("repeat.nothing")
        return
    turn.act("repeat")
    turn.blocks.extend(turn.before.heard)
    turn.closing = False


def show(turn: Turn) -> None:
    """Show what is known, and the plan in short if there is one."""
    changes = fill(turn, turn.heard.slots)
    echo(turn, changes)
    turn.act("show")
    rows = [f"- {_row(turn, slot, value)}" for slot, value in turn.state.slots.items() if slot != "gpu_rel"]
    for question, taken in turn.state.skipped.items():
        for slot, value in taken.items():
            if slot not in turn.state.slots and question:
                rows.append(f"- {turn.words('show.assumed', row=_row(turn, slot, value))}")
    if rows:
        turn.add("list", "\n".join([turn.words("show.known"), *rows]), "slots")
    else:
        turn.say("show.nothing")
    if turn.state.result is not None and not changes:
        flow.show_again(turn)
        turn.closing = False
        flow.reask(turn)


def _row(turn: Turn, slot: str, value: object) -> str:
    """Return a slot with its value."""
    title = slot_title(turn.kb, slot, turn.lang)
    return turn.words("show.row", title=title, value=slot_value(turn.kb, slot, value, turn.lang))


def bye(turn: Turn) -> None:
    """Say goodbye; what was said stays."""
    turn.act("bye")
    turn.say("bye.done")
    turn.closing = False


def greet(turn: Turn) -> None:
    """Say hello and what this is."""
    turn.act("greet")
    if turn.before.turn == 0 or not turn.before.slots:
        turn.say("greet.first")
    else:
        turn.say("greet.again")
    if turn.heard.slots:
        echo(turn, fill(turn, turn.heard.slots))


def help_(turn: Turn) -> None:
    """Say what can be said, and what is still asked for."""
    turn.act("help")
    turn.say("help.commands", kind="list", block_id="help")
    titles = [slot.title.of(turn.lang) for slot in questions(turn.kb) if slot.tasks]
    turn.say("help.needs", needs=" · ".join(titles))
    turn.closing = False
    flow.reask(turn)


def language(turn: Turn) -> None:
    """Change the language for good."""
    wanted = turn.heard.target.get("language")
    lang = wanted if wanted in {"en", "zh"} else ("en" if turn.state.lang == "zh" else "zh")
    turn.lang = str(lang)
    turn.emit("language", lang=lang, fixed=True)
    turn.act("language", lang=lang)
    turn.say("language.done")
    if turn.heard.slots:
        echo(turn, fill(turn, turn.heard.slots))
        return
    turn.closing = False
    if turn.state.result is not None:
        flow.show_again(turn)
    if turn.state.result is None or turn.state.open is not None:
        flow.reask(turn)
