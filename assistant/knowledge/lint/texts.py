"""R010 and R011: figures that nothing cited has, and languages that say different things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assistant.knowledge.base import Knowledge
from assistant.knowledge.lint.axes import amount
from assistant.knowledge.lint.finding import Severity
from assistant.knowledge.lint.numbers import differing, numbers, placeholders
from assistant.knowledge.lint.report import Report
from assistant.knowledge.schema import Bilingual, Rule
from assistant.knowledge.yaml_nodes import Path_


def check(report: Report) -> None:
    """Look at every text that stands in both languages."""
    base = report.loaded.base
    for kind, identity, path, text in _bilingual(base):
        _sides(report, kind, identity, path, text)
    disputes = _texts_by_rule(base)
    for rule in base.rules.values():
        _cited(report, base, rule, disputes.get(rule.id, ""))
        _placeholders(report, base, rule)


def _bilingual(base: Knowledge) -> Iterator[tuple[str, str, Path_, Any]]:
    for identity, rule in base.rules.items():
        yield "rules", identity, ("because",), rule.because
    for identity, claim in base.claims.items():
        yield "claims", identity, ("says",), claim.says
        if claim.correction:
            yield "claims", identity, ("correction",), claim.correction
    for identity, entry in base.disagreements.items():
        for field in ("title", "evidence", "ours"):
            yield "disagreements", identity, (field,), getattr(entry, field)
    for identity, source in base.sources.items():
        if source.says:
            yield "sources", identity, ("says",), source.says
    for identity, topic in base.topics.items():
        yield "topics", identity, ("answer",), topic.answer
    for identity, text in base.texts.items():
        yield "texts", identity, (), text


def _sides(report: Report, kind: str, identity: str, path: Path_, text: Bilingual) -> None:
    lost, added = placeholders(text.en) - placeholders(text.zh), placeholders(text.zh) - placeholders(text.en)
    if lost or added:
        names = ", ".join(sorted(lost | added))
        report.add("R011", kind, identity, f"placeholders differ: {names}", "use the same ones in both languages", path)
    only_en, only_zh = differing(text.en, text.zh)
    if (only_en or only_zh) and kind != "texts":
        sides = [f"only English: {_list(only_en)}"] if only_en else []
        sides += [f"only Chinese: {_list(only_zh)}"] if only_zh else []
        severity: Severity | None = "warning" if kind == "topics" else None
        report.add("R011", kind, identity, "; ".join(sides), "say the same figures in both", path, severity=severity)


def _list(values: set[float]) -> str:
    return ", ".join(f"{value:g}" if value < 1e6 else f"{value:,.0f}" for value in sorted(values))


def _texts_by_rule(base: Knowledge) -> dict[str, str]:
    """Return, for each rule, the text of the disagreements that name it."""
    out: dict[str, str] = {}
    for entry in base.disagreements.values():
        text = " ".join((entry.evidence.en, entry.ours.en, *(position.says.en for position in entry.positions)))
        for rule in entry.rules:
            out[rule] = f"{out.get(rule, '')} {text}"
    return out


def _cited(report: Report, base: Knowledge, rule: Rule, disputes: str) -> None:
    """R010: each figure of the reason stands in a claim, a disagreement, the rule itself or a card it names."""
    if not (rule.claims or rule.overrules or rule.sources):
        report.add("R010", "rules", rule.id, "nothing is cited", "name `claims`, `overrules` or `sources`")
    known = _figures_of_rule(base, rule) | numbers(disputes)
    for identity in (*rule.claims, *rule.overrules):
        claim = base.claims.get(identity)
        if claim is not None:
            known |= numbers(claim.says.en) | (numbers(claim.correction.en) if claim.correction else set())
    loose = numbers(rule.because.en) - known
    if loose:
        fix = "cite the claim that has it, or waive R010 with the reason"
        report.add("R010", "rules", rule.id, f"nothing cited has {_list(loose)}", fix, ("because",))


def _figures_of_rule(base: Knowledge, rule: Rule) -> set[float]:
    known: set[float] = set()
    cards = set()
    for leaf in rule.when.leaves():
        fact = base.facts.get(leaf.slot)
        for operator in leaf.operators():
            bound = leaf.bound(operator)
            for one in bound if isinstance(bound, tuple) else (bound,):
                if isinstance(one, float) and fact is not None:
                    known |= {one, *numbers(amount(one, fact.unit)), *({one * 100} if fact.unit == "share" else ())}
                elif isinstance(one, str):
                    cards.add(one)
    for value in rule.then.values():
        for part in value if isinstance(value, tuple) else (value,):
            known |= {part} if isinstance(part, float) else {float(run) for run in _digits(str(part))}
            cards.add(str(part))
    return known | {base.gpus[card].memory_gb for card in cards if card in base.gpus}


def _digits(text: str) -> list[str]:
    return [run for run in "".join(letter if letter.isdigit() else " " for letter in text).split() if run]


def _placeholders(report: Report, base: Knowledge, rule: Rule) -> None:
    """R011 for rules: a placeholder must be a fact that the condition tests, or it may have no value."""
    tested = {leaf.slot for leaf in rule.when.leaves()}
    for name in sorted(placeholders(rule.because.en) | placeholders(rule.because.zh)):
        if name not in base.facts or name not in tested:
            text = f"{{{name}}} is no fact that the condition tests, so it may have no value"
            report.add("R011", "rules", rule.id, text, "test it, or leave it out", ("because",))
