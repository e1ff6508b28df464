"""R009 (memory) and R019: lints that ask the memory law and the answer index."""

from __future__ import annotations

from assistant.knowledge.lint.probes import Probes, Shortfall, TopicOf
from assistant.knowledge.lint.report import Report


def check(report: Report, probes: Probes) -> None:
    """Ask what can be asked."""
    if probes.shortfall is not None:
        _cards_too_small(report, probes.shortfall)
    if probes.topic_of is not None:
        _stolen_phrasings(report, probes.topic_of)


def _cards_too_small(report: Report, shortfall: Shortfall) -> None:
    """R009: a single card is recommended where the largest job of the region does not fit it."""
    base = report.loaded.base
    for rule in base.rules.values():
        names, count = rule.then.get("gpu"), rule.then.get("count")
        if not isinstance(names, tuple) or not isinstance(count, float):
            continue
        for index, name in enumerate(names):
            card = base.gpus.get(str(name))
            missing = shortfall(rule, card, int(count)) if card is not None else ""
            if missing:
                text = f"{int(count)} x {name} can not hold this job: {missing}"
                report.add("R009", "rules", rule.id, text, "name a larger card", ("then", "gpu", index))


def _stolen_phrasings(report: Report, topic_of: TopicOf) -> None:
    """R019: a topic's own phrasing is answered by another one."""
    for identity, topic in report.loaded.base.topics.items():
        for phrasing in (*topic.phrasings.en, *topic.phrasings.zh):
            winner = topic_of(phrasing)
            if winner != identity:
                text = f"`{phrasing}` is answered by {winner or 'nothing'}"
                report.add("R019", "topics", identity, text, "reword it, or move it there", ("phrasings",))
