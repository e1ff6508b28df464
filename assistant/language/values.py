"""Which of several findings for one slot counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from assistant.language.spans import Finding


@dataclass(slots=True)
class Choice:
    """The slots of a message as they are being settled.

    Attributes:
        slots: slot -> value.
        places: slot -> where its words stand.
        negated: slots of which a value was denied.
        doubtful: slots whose value is worth a question.
        open_model: the model was named by its family alone.
        article_count: the count of cards comes from "a" alone.
    """

    slots: dict[str, Any] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    negated: set[str] = field(default_factory=set)
    doubtful: set[str] = field(default_factory=set)
    article_count: bool = False
    open_model: bool = False

    def set(self, finding: Finding) -> None:
        """Take the value of `finding`."""
        self.slots[finding.slot] = finding.value
        self.places[finding.slot] = (finding.start, finding.end)

    def drop(self, slot: str) -> None:
        """Forget `slot`."""
        self.slots.pop(slot, None)
        self.places.pop(slot, None)

    def place(self, slot: str) -> tuple[int, int]:
        """Return where the words of `slot` stand."""
        return self.places.get(slot, (0, 0))

    def set_budget_flag(self, finding: Finding) -> None:
        """Add "unlimited" or "minimize" to the budget; an amount that was said stays."""
        if "budget" in self.slots:
            if "minimize" in finding.value:
                self.slots["budget"] = {**self.slots["budget"], **finding.value}
        else:
            self.set(finding)


def choose(findings: list[Finding], *, corrected: bool) -> Choice:
    """Return the choice among `findings`: denied ones go, a correction's last value wins, else the surest."""
    choice = Choice()
    by_slot: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.tag == "negated":
            choice.negated.add(finding.slot)
        else:
            by_slot.setdefault(finding.slot, []).append(finding)
    for slot, found in by_slot.items():
        found.sort(key=lambda finding: finding.start)
        if slot == "gpu_mentioned":
            _cards(choice, found)
        elif slot == "gpu_count":
            _count(choice, found, by_slot.get("gpu_mentioned", []), corrected=corrected)
        elif slot == "params":
            _params(choice, found, by_slot, corrected=corrected)
        else:
            choice.set(_best(found, corrected=corrected))
            if slot == "model":
                choice.open_model = _best(found, corrected=corrected).tag in {"ask", "default", "unknown"}
    if "params_range" in choice.slots and "params" in choice.slots:
        choice.drop("params" if not corrected else "params_range")
    return choice


def _best(found: list[Finding], *, corrected: bool) -> Finding:
    if corrected:
        return found[-1]
    strongest = max(finding.strength for finding in found)
    return next(finding for finding in found if finding.strength == strongest)


def _cards(choice: Choice, found: list[Finding]) -> None:
    names: list[str] = []
    for finding in found:
        if not any(name == finding.value or name.startswith(finding.value + " ") for name in names):
            names = [name for name in names if not finding.value.startswith(name + " ")]
            names.append(finding.value)
    choice.slots["gpu_mentioned"] = names
    choice.places["gpu_mentioned"] = (
        found[0].start,
        found[-1].end if len(found) > 1 and found[-1].end - found[0].start < 60 else found[0].end,
    )


def _count(choice: Choice, found: list[Finding], cards: list[Finding], *, corrected: bool) -> None:
    decided = [finding for finding in found if finding.tag == "decided"]
    if decided:
        choice.set(decided[-1])
        return
    named = [finding for finding in found if finding.tag == "named"]
    kinds = {card.value for card in cards}
    if len(kinds) > 1 and len(named) > 1 and not corrected and len({finding.value for finding in named}) > 1:
        return
    if len(kinds) > 1 and len(named) == 1 and not corrected and len(cards) > 1:
        return
    best = _best(named or found, corrected=corrected)
    choice.set(best)
    choice.article_count = best.tag == "article"


def _params(choice: Choice, found: list[Finding], by_slot: dict[str, list[Finding]], *, corrected: bool) -> None:
    found = [finding for finding in found if finding.tag != "auxiliary"] or found
    values = sorted({finding.value for finding in found})
    models = by_slot.get("model", [])
    if models and not corrected:
        of_model = [finding for finding in found if finding.start == models[0].start]
        if of_model:
            stated = [f for f in found if f.tag == "stated" and of_model[0].tag == "catalogue"]
            choice.set((stated or of_model)[0])
            return
    if len(values) > 1 and not corrected and all(finding.tag in {"stated", "doubtful"} for finding in found):
        choice.set(Finding("params_range", [values[0], values[-1]], found[0].start, found[-1].end))
        return
    best = _best(found, corrected=corrected)
    choice.set(best)
    if best.tag == "doubtful":
        choice.doubtful.add("params")
