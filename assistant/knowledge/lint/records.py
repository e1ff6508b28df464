"""R009, R012, R014-R018: references, examples, unused claims, dates and names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from assistant.knowledge.base import Knowledge
from assistant.knowledge.conditions import when_holds
from assistant.knowledge.explain import did_you_mean
from assistant.knowledge.kinds import KINDS
from assistant.knowledge.lint.probes import Probes
from assistant.knowledge.lint.report import Report
from assistant.knowledge.names import fold
from assistant.knowledge.references import dangling
from assistant.knowledge.schema import Offer, Rule, Term

FACT = "fact."
"""What stands before the id of a fact in the kind of a term."""
_NUMBER = re.compile(r"\d+(\.\d+)?")
NEVER = "in no saved chat do its conditions hold"
_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")


def check(report: Report, probes: Probes) -> None:
    """Look at every record by itself and at what it names."""
    base = report.loaded.base
    tables = {kind.key: getattr(base, kind.key) for kind in KINDS}
    for use, message in dangling(tables):
        report.add("R009", use.kind, use.identity, message, f"define it in `{use.to}` or name another", use.path)
    _then_words(report, base)
    _heard_facts(report, base)
    _examples(report, base)
    _unused_claims(report, base)
    _unread_facts(report, base)
    _dates(report, base, probes)
    _names(report, base)
    if probes.fired is not None:
        for identity in sorted(set(base.rules) - probes.fired):
            report.add("R014", "rules", identity, NEVER, "save a chat in which it does, or take it out")


def _heard_facts(report: Report, base: Knowledge) -> None:
    """R009: a term of kind `fact.<id>` stands for a value of a declared fact."""
    for term in base.vocabulary.values():
        if not term.kind.startswith(FACT):
            continue
        name = term.kind.removeprefix(FACT)
        fact = base.facts.get(name)
        if fact is None:
            text = f"no fact is called `{name}`{did_you_mean(name, base.facts)}"
            report.add("R009", "vocabulary", term.id, text, "declare it in `facts`", ("kind",))
        elif fact.type == "number" and not _NUMBER.fullmatch(term.value):
            text = f"`{term.value}` is no factor: `{name}` is a number"
            report.add("R009", "vocabulary", term.id, text, 'write the factor to its unit, such as "1"', ("value",))
        elif fact.type == "enum" and term.value not in fact.values:
            text = f"`{term.value}` is no value of `{name}`{did_you_mean(term.value, fact.values)}"
            report.add("R009", "vocabulary", term.id, text, f"one of {', '.join(fact.values)}", ("value",))


def _then_words(report: Report, base: Knowledge) -> None:
    """R009: a key of `then` that is a declared enum takes one of its values; a formula is a quantity with a name."""
    for rule in base.rules.values():
        formula = rule.then.get("formula")
        if formula is not None and f"quantity.{formula}" not in base.texts:
            text = f"no quantity is called `{formula}`{did_you_mean(str(formula), _quantities(base))}"
            report.add("R009", "rules", rule.id, text, "name one that the texts `quantity.*` name", ("then", "formula"))
        for key, value in rule.then.items():
            fact = base.facts.get(key)
            if fact is not None and fact.type == "enum" and value not in fact.values:
                text = f"`{value}` is no value of `{key}`"
                report.add("R009", "rules", rule.id, text, f"one of {', '.join(fact.values)}", ("then", key))


def _quantities(base: Knowledge) -> list[str]:
    return [identity.removeprefix("quantity.") for identity in base.texts if identity.startswith("quantity.")]


def _examples(report: Report, base: Knowledge) -> None:
    """R012: on each `yes` the rule wins, on each `no` it does not."""
    for rule in base.rules.values():
        for kind, examples in (("yes", rule.examples.yes), ("no", rule.examples.no)):
            for index, facts in enumerate(examples):
                problem = _outcome(base, rule, facts, wanted=kind == "yes")
                if problem:
                    report.add("R012", "rules", rule.id, problem, "", ("examples", kind, index))


def _outcome(base: Knowledge, rule: Rule, facts: dict[str, str | float | bool], *, wanted: bool) -> str:
    holds = when_holds(rule.when, facts)
    stronger = ""
    if holds and base.tables[rule.table].hit == "priority":
        rivals = (other for other in base.rules_by_table[rule.table] if other.priority > rule.priority)
        stronger = next((other.id for other in rivals if when_holds(other.when, facts)), "")
    if wanted and not holds:
        return "it does not fire here" if holds is False else "it stays open here: a fact it tests is missing"
    if wanted and stronger:
        return f"here {stronger} wins over it"
    return "" if wanted or not holds or stronger else "it fires here"


def _unused_claims(report: Report, base: Knowledge) -> None:
    used = {claim for rule in base.rules.values() for claim in (*rule.claims, *rule.overrules)}
    used |= {claim for topic in base.topics.values() for claim in topic.claims}
    used |= {
        claim for entry in base.disagreements.values() for position in entry.positions for claim in position.claims
    }
    for identity in base.claims:
        if identity not in used:
            fix = "name it under `claims` or `overrules` of a rule, or in a topic or a disagreement"
            report.add("R015", "claims", identity, "no rule, topic or disagreement takes it up", fix)


def _unread_facts(report: Report, base: Knowledge) -> None:
    read = {leaf.slot for rule in base.rules.values() for leaf in rule.when.leaves()}
    read |= {name for table in base.tables.values() for name in table.covers}
    for identity in base.facts:
        if identity not in read:
            report.add("R007", "facts", identity, "no condition reads it", "remove it, or leave it for authors to use")


def _dates(report: Report, base: Knowledge, probes: Probes) -> None:
    for identity, source in base.sources.items():
        if not source.date.strip():
            report.add("R016", "sources", identity, "it has no date", 'write the date of what was read, or "undated"')
    for identity, rate in base.rates.items():
        if not _DATE.search(rate.date):
            report.add("R016", "rates", identity, "the rate has no date", "write the day of the rate")
    groups: dict[tuple[str, str], list[Offer]] = {}
    for offer in base.offers.values():
        if offer.price is not None and offer.spot_price is not None and offer.spot_price >= offer.price:
            text = "the spot price is not below the ordinary one, so it is no discount"
            report.add("R017", "offers", offer.id, text, "leave `spot_price` out", ("spot_price",))
        if offer.price is not None:
            groups.setdefault((offer.provider, offer.price_date), []).append(offer)
    for (provider, said), offers in groups.items():
        _price(report, provider, said, offers, probes)


def _price(report: Report, provider: str, said: str, offers: list[Offer], probes: Probes) -> None:
    first, count = offers[0].id, len(offers)
    many = f"{count} prices of {provider}" if count > 1 else f"the price of {provider}"
    match = _DATE.search(said)
    if match is None:
        text = f"{many} carry no day" + (f" (`{said}`)" if said else "")
        report.add("R017", "offers", first, text, "write the day on which the price was read", ("price_date",))
    elif probes.today is not None:
        day = date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
        age = (probes.today - day).days
        if age > probes.old_price_days:
            text = f"{many} are {age} days old"
            report.add("R017", "offers", first, text, "read them again, or import your own", ("price_date",))


def _names(report: Report, base: Knowledge) -> None:
    """R018: one name, two records of a kind."""
    loose = {fold(name) for entry in base.loose_names.values() for name in entry.names}
    _clashes(report, "gpus", ((gpu.id, (gpu.id, gpu.name, *gpu.aliases)) for gpu in base.gpus.values()), set())
    _clashes(report, "models", ((model.id, (model.id, *model.aliases)) for model in base.models.values()), loose)
    _clashes(report, "loose_names", ((entry.id, entry.names) for entry in base.loose_names.values()), set())
    _words(report, base)


def _clashes(report: Report, kind: str, entries: Iterable[tuple[str, tuple[str, ...]]], settled: set[str]) -> None:
    owners: dict[str, str] = {}
    for identity, names in entries:
        for name in names:
            folded = fold(name)
            owner = owners.setdefault(folded, identity)
            if owner != identity and folded not in settled:
                text = f"`{name}` is also a name of {owner}"
                report.add("R018", kind, identity, text, "take it from one of them, or make it a loose name")


def _words(report: Report, base: Knowledge) -> None:
    """R018 for words: two values of one kind, or two slots."""
    slots = {*base.slots, *base.facts}
    values: dict[tuple[str, str], Term] = {}
    claimed: dict[str, Term] = {}
    for term in base.vocabulary.values():
        for word in sorted({word.casefold().strip() for word in (*term.en, *term.zh)}):
            owner = values.setdefault((term.kind, word), term)
            if owner.value == term.value:
                owner = claimed.setdefault(word, term) if term.kind in slots else term
            if (owner.kind, owner.value) != (term.kind, term.value):
                text = f"`{word}` also means {owner.kind} {owner.value} ({owner.id})"
                report.add("R018", "vocabulary", term.id, text, "leave it with one of them", severity="warning")
