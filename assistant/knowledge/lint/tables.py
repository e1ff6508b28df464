"""R001-R006, R008, R013: what the decision tables do and do not decide, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from assistant.knowledge.base import Knowledge
from assistant.knowledge.conditions import leaf_holds
from assistant.knowledge.lint.axes import axis_of, needed_facts
from assistant.knowledge.lint.grid import Grid, GridTooLargeError
from assistant.knowledge.lint.report import Report
from assistant.knowledge.lint.words import is_point, sentence, stub
from assistant.knowledge.schema import Rule, Table

MOST_GAPS = 12
"""Gaps told of one table; a table with more needs a default first."""


def check(report: Report) -> None:
    """Look at every table and every rule by itself."""
    base = report.loaded.base
    for identity, table in base.tables.items():
        rules = base.rules_by_table[identity]
        for rule in rules:
            _alone(report, base, rule)
        if table.hit != "collect" and rules:
            try:
                _decisions(report, base, table, rules)
            except GridTooLargeError as error:
                report.add("R004", "tables", identity, str(error), path=("covers",))
        _repeated(report, base, rules)


def _alone(report: Report, base: Knowledge, rule: Rule) -> None:
    """R001 and R006: a rule that never fires, a test that always holds."""
    grid = Grid.of(base.facts, [rule])
    if not grid.region(rule):
        report.add("R001", "rules", rule.id, "no input makes this rule fire", "loosen or remove a test", ("when",))
    for leaf in rule.when.leaves():
        fact = base.facts.get(leaf.slot)
        if fact is None or leaf.known or leaf.unknown:
            continue
        axis = axis_of(fact, [leaf])
        if fact.type != "name" and all(leaf_holds(leaf, {fact.id: axis.cells[index].value}) for index in axis.stated):
            text = f"the test of `{fact.id}` holds for every value it can have"
            report.add("R006", "rules", rule.id, text, "remove the test, or write `known: true`", ("when",))


def _decisions(report: Report, base: Knowledge, table: Table, rules: Sequence[Rule]) -> None:
    grid = Grid.of(base.facts, rules)
    regions = {rule.id: grid.region(rule) for rule in rules}
    if table.hit == "priority":
        _shadowed(report, rules, regions)
    _overlaps(report, table, rules, regions, grid)
    if table.covers:
        _gaps(report, base, table, rules)
    if table.monotone:
        _monotone(report, base, table, rules, grid, regions)


def _shadowed(report: Report, rules: Sequence[Rule], regions: dict[str, int]) -> None:
    """R002: every input of the rule is won by one of greater priority."""
    for rule in rules:
        stronger = [other for other in rules if other.priority > rule.priority]
        above = 0
        for other in stronger:
            above |= regions[other.id]
        if regions[rule.id] and not regions[rule.id] & ~above:
            names = ", ".join(other.id for other in stronger if regions[other.id] & regions[rule.id])
            text = f"it always loses, to {names}"
            report.add(
                "R002", "rules", rule.id, text, "raise its priority, narrow the others, or remove it", ("priority",)
            )


def _overlaps(report: Report, table: Table, rules: Sequence[Rule], regions: dict[str, int], grid: Grid) -> None:
    """R003 and R008: two rules fire on one input, and the hit policy allows it not."""
    for first, second in combinations(rules, 2):
        if table.hit == "priority" and first.priority != second.priority:
            continue
        if table.hit in {"priority", "any"} and first.then == second.then:
            continue
        both = regions[first.id] & regions[second.id]
        if not both:
            continue
        box = next(grid.boxes(both, 1))
        lint = "R008" if is_point(grid, box) else "R003"
        text = f"fires together with {first.id} on {sentence(grid, box)}"
        fix = (
            "make one bound open (`lt` or `gt`)"
            if lint == "R008"
            else "narrow one of them or give them different priorities"
        )
        report.add(lint, "rules", second.id, text, fix, ("when",))


def _gaps(report: Report, base: Knowledge, table: Table, rules: Sequence[Rule]) -> None:
    """R004 and R008: an input of `covers` that no rule decides."""
    inside = [rule for rule in rules if {leaf.slot for leaf in rule.when.leaves()} <= set(table.covers)]
    grid = Grid.over(base.facts, table.covers, inside)
    gap = grid.stated()
    for rule in inside:
        gap &= ~grid.region(rule)
    for box in grid.boxes(gap, MOST_GAPS):
        lint = "R008" if is_point(grid, box) else "R004"
        report.add(
            lint, "tables", table.id, f"no rule decides {sentence(grid, box)}", stub(grid, box, table.id), ("covers",)
        )


def _repeated(report: Report, base: Knowledge, rules: Sequence[Rule]) -> None:
    """R005: the same `then` on a region inside another's."""
    for first, second in combinations([rule for rule in rules if rule.then], 2):
        if first.then != second.then:
            continue
        names = needed_facts(base.facts, (*first.when.leaves(), *second.when.leaves()))
        try:
            grid = Grid.over(base.facts, names, [first, second])
        except GridTooLargeError:
            continue
        one, other = grid.region(first), grid.region(second)
        inner, outer = (first, second) if not one & ~other else (second, first)
        if one and other and (not one & ~other or not other & ~one):
            text = f"{outer.id} says the same wherever this fires"
            report.add("R005", "rules", inner.id, text, "remove it, or let it say more", ("when",))


def _monotone(
    report: Report, base: Knowledge, table: Table, rules: Sequence[Rule], grid: Grid, regions: dict[str, int]
) -> None:
    """R013: along the fact `monotone` the winner's cards may never hold less."""
    along = next((place for place, axis in enumerate(grid.axes) if axis.fact.id == table.monotone), None)
    if along is None:
        return
    told: set[tuple[str, str]] = set()
    for bits in grid.lines(along):
        before: tuple[Rule, float] | None = None
        for bit in bits:
            winner = next((rule for rule in rules if regions[rule.id] >> bit & 1), None)
            held = _least_memory(base, winner) if winner else None
            if winner is None or held is None:
                continue
            if before is not None and held < before[1] and (before[0].id, winner.id) not in told:
                told.add((before[0].id, winner.id))
                text = f"more {table.monotone} than {before[0].id} gets, and {held:g} GB after its {before[1]:g} GB"
                report.add("R013", "rules", winner.id, text, "give it at least as much", ("then",))
            before = (winner, held)


def _least_memory(base: Knowledge, rule: Rule) -> float | None:
    """Return the memory of the smallest machine that the rule names, GB; None where it names none."""
    names = rule.then.get("gpu")
    cards = [base.gpus[str(name)] for name in names if name in base.gpus] if isinstance(names, tuple) else []
    if not cards:
        return None
    count = rule.then.get("count")
    least = count if isinstance(count, float) else rule.then.get("at_least", 1.0)
    return min(card.memory_gb for card in cards) * (least if isinstance(least, float) else 1.0)
