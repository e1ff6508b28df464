"""A reply made ready for drawing: slot values as words, the plan as JSON, the curve as points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from assistant.conversation.reply import QuickReply
from assistant.errors import InputError
from assistant.tui.exchange import Row, View
from assistant.tui.strings import STRINGS, tr

if TYPE_CHECKING:
    from assistant.conversation.reply import Reply
    from assistant.knowledge import Knowledge

CORE = (
    ("task",),
    ("model", "params"),
    ("dataset_bytes", "dataset_tokens", "dataset_samples", "dataset_audio_hours"),
    ("budget",),
)
"""What a plan needs, in the order of asking; any one slot of a group fills it."""

_CORE_NAMES = ("task", "params", "dataset_bytes", "budget")
_HIDDEN = {"lang"}


def view_of(kb: Knowledge | None, reply: Reply) -> View:
    """Return what the panel draws after `reply`."""
    result = reply.result.to_json() if reply.result is not None else None
    return View(
        rows=tuple(row for row in rows_of(kb, reply.slots, reply.lang) if row.value or result is None),
        kb=kb,
        result=result,
        limits=limits_of(kb, result, reply.lang) if result is not None else (),
        curve=curve_of(kb, result) if kb is not None and result is not None else (),
        assumed=assumed_of(kb, result, reply.lang) if result is not None else (),
        figures=figures_of(kb, reply) if kb is not None and reply.result is not None else {},
    )


def rows_of(kb: Knowledge | None, slots: Mapping[str, Any], lang: str) -> tuple[Row, ...]:
    """Return the core slots, filled or missing, then every other slot that is set."""
    rows: list[Row] = []
    shown: set[str] = set()
    for name, group in zip(_CORE_NAMES, CORE, strict=True):
        filled = [slot for slot in group if slot in slots]
        if not filled and _wanted(kb, name, slots.get("task")):
            rows.append(Row(label_of(kb, name, lang), "", core=True))
        rows.extend(
            Row(label_of(kb, slot, lang), value_of(kb, slot, slots[slot], lang), core=slot == filled[0])
            for slot in filled
        )
        shown.update(group)
    for slot, value in slots.items():
        if slot not in shown and slot not in _HIDDEN:
            rows.append(Row(label_of(kb, slot, lang), value_of(kb, slot, value, lang)))
    return tuple(rows)


def _wanted(kb: Knowledge | None, slot: str, task: object) -> bool:
    """Return whether a plan for `task` needs `slot`; everything while the task or the knowledge base is missing."""
    known = kb.slots.get(slot) if kb is not None else None
    return known is None or task is None or bool({"any", task} & set(known.tasks))


def standing(kb: Knowledge | None, reply: Reply) -> tuple[QuickReply, ...]:
    """Return what can be done with the plan in force after a reply that offers nothing itself."""
    if kb is None or reply.result is None:
        return ()
    words = [kb.texts[name].of(reply.lang) for name in ("quick.why", "quick.export", "quick.restart")]
    return tuple(QuickReply(word, word) for word in words)


def label_of(kb: Knowledge | None, slot: str, lang: str) -> str:
    """Return the short name of `slot`."""
    known = kb.slots.get(slot) if kb is not None else None
    if known is not None:
        return known.title.of(lang)
    return tr(slot, lang) if slot in STRINGS else slot.replace("_", " ")


def value_of(kb: Knowledge | None, slot: str, value: Any, lang: str) -> str:
    """Return the value of `slot` as a reader writes it."""
    if kb is None:
        return _words(value)
    from assistant.wording.slot_values import slot_value

    return slot_value(kb, slot, value, lang)


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(item)}" for item in value.values() if item)
    if isinstance(value, list | tuple):
        return ", ".join(_words(item) for item in value)
    return str(value)


def limits_of(kb: Knowledge | None, result: Mapping[str, Any], lang: str) -> tuple[str, ...]:
    """Return the names of the limits that the plan breaks."""
    names = [str(name) for name in result.get("violates") or ()]
    texts = [kb.texts.get(f"limit.{name}") if kb is not None else None for name in names]
    return tuple(text.of(lang) if text is not None else name for name, text in zip(names, texts, strict=True))


def assumed_of(kb: Knowledge | None, result: Mapping[str, Any], lang: str) -> tuple[tuple[str, str, str], ...]:
    """Return name, value and reason of each assumption of the plan."""
    rows = []
    for entry in result.get("assumptions") or ():
        name, value = str(entry["name"]), entry["value"]
        text = kb.texts.get(f"assumption.{name}") if kb is not None else None
        label = text.of(lang) if text is not None else label_of(kb, name, lang)
        shown = f"{value:g}" if isinstance(value, float) else value_of(kb, name, value, lang)
        rows.append((label, shown, str(entry.get("why") or "")))
    return tuple(rows)


def figures_of(kb: Knowledge, reply: Reply) -> dict[str, str]:
    """Return every figure of the plan as one line: symbol, formula, numbers put in, result."""
    from assistant.wording.derivations import one_line

    derivations = getattr(reply.result, "derivations", {})
    return {name: one_line(kb, figure, reply.lang) for name, figure in derivations.items()}


def curve_of(kb: Knowledge, result: Mapping[str, Any]) -> tuple[tuple[int, float], ...]:
    """Return the estimated speed-up of the chosen machine for 1, 2, 4 … GPUs, up to twice what the plan takes."""
    from assistant.tui.curve_points import speedups

    plan = result.get("plan")
    if not plan or not plan.get("gpu"):
        return ()
    try:
        return speedups(kb, result)
    except (InputError, KeyError):
        return ()
