"""Each lint, proven by a fault planted in a sound base."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from knowledge_bases import put, rule, write_base

from assistant.knowledge.lint import LINTS, Finding, Probes, check
from assistant.knowledge.lint.render import render

HOLE = "{all: [{slot: params, lt: 7B}]}"
FIT = "{yes: [{fits: true}], no: [{fits: false}]}"
WHEN_FITS = "{all: [{slot: fits, is: true}]}"


def found(folder: Path, lint: str, probes: Probes | None = None) -> list[Finding]:
    return [one for one in check(folder, probes=probes) if one.lint == lint]


def test_the_sound_base_has_no_errors(tmp_path: Path) -> None:
    findings = check(write_base(tmp_path))
    assert [one for one in findings if one.severity != "info"] == []


PLANTED: dict[str, Callable[[Path], Path]] = {
    "R000": lambda root: write_base(root, rules_more="schema: 1\nrules: 7\n"),
    "R001": lambda root: write_base(
        root, rules_more=rule("n.never", when="{all: [{slot: params, gt: 9B}, {slot: params, lt: 3B}]}", examples=FIT)
    ),
    "R002": lambda root: write_base(
        root,
        rules_more=rule(
            "size.shadowed",
            table="size",
            priority="10",
            when="{all: [{slot: params, gt: 9B}]}",
            examples="{yes: [{params: 10B}], no: [{params: 1B}]}",
        ),
    ),
    "R003": lambda root: write_base(
        root,
        rules_a=rule(
            "link.a",
            table="link",
            when="{all: [{slot: nodes, lte: 4}]}",
            examples="{yes: [{nodes: 1}], no: [{nodes: 9}]}",
        ),
        rules_b=rule(
            "link.b",
            table="link",
            when="{all: [{slot: nodes, gte: 2}]}",
            examples="{yes: [{nodes: 9}], no: [{nodes: 1}]}",
        ),
    ),
    "R004": lambda root: write_base(
        root,
        rules_tables="schema: 1\ntables:\n  - {id: size, hit: priority, title: {en: s, zh: s}}\n"
        "  - {id: link, hit: unique, title: {en: l, zh: l}}\n  - {id: notes, hit: collect, title: {en: n, zh: n}}\n"
        "  - {id: gappy, hit: priority, covers: [method, params], title: {en: g, zh: g}}\n",
        rules_more=rule(
            "gappy.a",
            table="gappy",
            when="{all: [{slot: method, is: full}]}",
            examples="{yes: [{method: full}], no: [{method: lora}]}",
        ),
    ),
    "R005": lambda root: write_base(
        root,
        rules_a=rule("n.wide", when="{all: [{slot: nodes, gte: 2}]}", examples="{yes: [{nodes: 2}], no: [{nodes: 1}]}"),
        rules_b=rule(
            "n.narrow", when="{all: [{slot: nodes, gte: 4}]}", examples="{yes: [{nodes: 4}], no: [{nodes: 1}]}"
        ),
    ),
    "R006": lambda root: write_base(
        root, rules_more=rule("n.always", when="{all: [{slot: nodes, gte: 1}, {slot: fits, is: true}]}", examples=FIT)
    ),
    "R007": write_base,
    "R008": lambda root: write_base(
        root,
        rules_a=rule(
            "link.a",
            table="link",
            when="{all: [{slot: nodes, lte: 4}]}",
            examples="{yes: [{nodes: 1}], no: [{nodes: 9}]}",
        ),
        rules_b=rule(
            "link.b",
            table="link",
            when="{all: [{slot: nodes, gte: 4}]}",
            examples="{yes: [{nodes: 9}], no: [{nodes: 1}]}",
        ),
    ),
    "R009": lambda root: write_base(root, rules_more=rule("n.lost", when=WHEN_FITS, sources="[no-such-paper]")),
    "R010": lambda root: write_base(
        root, rules_more=rule("n.number", when=WHEN_FITS, because="{en: It takes 48 GB., zh: 需要 48 GB。}")
    ),
    "R011": lambda root: write_base(
        root,
        claims_more="schema: 1\nclaims:\n"
        "  - {id: c2, article: text, topic: gpu, verdict: supported, says: {en: It takes 48., zh: 需要 40。}}\n",
    ),
    "R012": lambda root: write_base(
        root, rules_more=rule("n.example", when=WHEN_FITS, examples="{yes: [{fits: false}], no: [{fits: false}]}")
    ),
    "R013": lambda root: write_base(
        root,
        rules_more=rule(
            "size.backwards",
            table="size",
            priority="60",
            when="{all: [{slot: params, gt: 70B}]}",
            then="{gpu: [small], count: 1}",
            examples="{yes: [{params: 80B}], no: [{params: 1B}]}",
        ),
    ),
    "R015": lambda root: write_base(
        root,
        claims_more="schema: 1\nclaims:\n"
        "  - {id: c2, article: text, topic: gpu, verdict: wrong, says: {en: So., zh: 是。}}\n",
    ),
    "R016": lambda root: write_base(
        root, sources_more='schema: 1\nsources:\n  - {id: undated, kind: paper, title: T, date: ""}\n'
    ),
    "R017": lambda root: write_base(
        root,
        offers_x="schema: 1\noffers:\n"
        "  - {id: x.a, provider: x, instance: a, gpu: small, gpu_count: 1, price: 1, source: paper}\n",
    ),
    "R018": lambda root: write_base(
        root, gpus_more="schema: 1\ngpus:\n  - {id: other, name: small 24, memory_gb: 16, source: paper}\n"
    ),
    "R020": lambda root: write_base(
        root, rules_more=rule("n.waived", when=WHEN_FITS, lint_ignore='[{id: R010, reason: "nothing to waive here"}]')
    ),
}


@pytest.mark.parametrize("lint", sorted(PLANTED))
def test_planted_fault_is_found(lint: str, tmp_path: Path) -> None:
    folder = PLANTED[lint](tmp_path)
    hits = found(folder, lint)
    assert hits, f"{lint} did not see its fault"
    assert all(one.line >= 1 and one.file for one in hits)
    assert all(one.severity == LINTS[lint].severity or one.severity != "error" for one in hits)


def test_overridden_tables_file_gives_the_gap_in_words_with_a_stub(tmp_path: Path) -> None:
    folder = PLANTED["R004"](tmp_path)
    gap = next(one for one in found(folder, "R004") if "gappy" in one.where)
    assert "method lora" in gap.message
    assert "{slot: method, is: lora}" in gap.fix


def test_single_uncovered_bound_is_a_hole_not_a_gap(tmp_path: Path) -> None:
    spoiled = write_base(tmp_path)
    file = spoiled / "rules" / "rules.yaml"
    text = file.read_text(encoding="utf-8").replace("lte: 7B", "lt: 7B")
    text = text[: text.index("  - id: size.any")] + text[text.index("  - id: size.small") :]
    put(file, text)
    hits = found(spoiled, "R008")
    assert len(hits) == 1
    assert "exactly 7B" in hits[0].message
    assert "gte: 7B, lte: 7B" in hits[0].fix


def test_card_that_can_not_hold_the_job(tmp_path: Path) -> None:
    probes = Probes(shortfall=lambda _rule, gpu, _count: "needs 40 GB of 24 GB" if gpu.id == "small" else "")
    hits = found(write_base(tmp_path), "R009", probes)
    assert [one.where for one in hits] == ["rules > size.small > then > gpu > 0"]


def test_word_that_two_slots_or_two_values_claim(tmp_path: Path) -> None:
    words = (
        "schema: 1\nvocabulary:\n"
        "  - {id: a, kind: method, value: full, en: [whole, all]}\n"
        "  - {id: b, kind: method, value: lora, en: [adapter, Whole]}\n"
        "  - {id: c, kind: fits, value: yes, en: [all]}\n"
        "  - {id: d, kind: greeting, value: hi, en: [adapter]}\n"
    )
    hits = found(write_base(tmp_path, vocabulary_words=words), "R018")
    assert [one.message for one in hits] == ["`whole` also means method full (a)", "`all` also means method full (a)"]


def test_formula_that_has_no_quantity(tmp_path: Path) -> None:
    texts = "schema: 1\ntexts:\n  - {id: quantity.cost.total, en: cost, zh: 费用}\n"
    folder = write_base(
        tmp_path,
        wording_texts=texts,
        rules_a=rule("n.good", when=WHEN_FITS, then="{formula: cost.total}"),
        rules_b=rule("n.bad", when=WHEN_FITS, then="{formula: cost.totl}"),
    )
    hits = found(folder, "R009")
    assert [one.where for one in hits] == ["rules > n.bad > then > formula"]
    assert "did you mean `cost.total`?" in hits[0].message


def test_rule_that_no_transcript_fires(tmp_path: Path) -> None:
    hits = found(write_base(tmp_path), "R014", Probes(fired={"size.small", "size.any"}))
    assert [one.where for one in hits] == ["rules > size.large"]


def test_phrasing_that_another_topic_wins(tmp_path: Path) -> None:
    topics = (
        "schema: 1\ntopics:\n  - {id: a, title: {en: A, zh: A}, answer: {en: A., zh: A。},\n"
        "     phrasings: {en: 'is a good?', zh: 甲好吗}}\n"
    )
    folder = write_base(tmp_path, faq_topics=topics)
    assert found(folder, "R019", Probes(topic_of=lambda _text: "a")) == []
    assert len(found(folder, "R019", Probes(topic_of=lambda text: "b" if text.isascii() else "a"))) == 1


def test_old_price_needs_a_day_to_compare_with(tmp_path: Path) -> None:
    offers = "schema: 1\noffers:\n"
    offers += "  - {id: x.a, provider: x, instance: a, price: 1, price_date: '2024-01-01', source: paper}\n"
    folder = write_base(tmp_path, offers_x=offers)
    assert found(folder, "R017") == []
    assert "731 days old" in found(folder, "R017", Probes(today=date(2026, 1, 1)))[0].message


def test_waiver_with_a_reason_accepts_the_finding(tmp_path: Path) -> None:
    folder = write_base(
        tmp_path,
        rules_more=rule(
            "n.number",
            when=WHEN_FITS,
            because="{en: It takes 48 GB., zh: 需要 48 GB。}",
            lint_ignore='[{id: R010, reason: "the figure is on the box"}]',
        ),
    )
    assert found(folder, "R010") == []
    assert found(folder, "R020") == []


def test_waiver_file_accepts_findings_of_records_without_their_own(tmp_path: Path) -> None:
    sources = 'schema: 1\nsources:\n  - {id: undated, kind: paper, title: T, date: ""}\n'
    waiver = 'schema: 1\nwaivers:\n  - {id: w, finding: R016, about: "sources > undated", reason: "none is given"}\n'
    assert found(write_base(tmp_path, sources_more=sources, lint_waivers=waiver), "R016") == []


def test_placeholder_must_be_tested_by_the_condition(tmp_path: Path) -> None:
    folder = write_base(
        tmp_path, rules_more=rule("n.p", when=WHEN_FITS, because="{en: 'At {params}.', zh: '在 {params}。'}")
    )
    assert "may have no value" in found(folder, "R011")[0].message


def test_forms_of_the_report(tmp_path: Path) -> None:
    findings = found(PLANTED["R009"](tmp_path), "R009")
    assert render(findings, "text").splitlines()[0].startswith("knowledge/rules/more.yaml:10:15  error R009")
    assert json.loads(render(findings, "json"))["errors"] == 1
    assert render(findings, "github").startswith("::error file=knowledge/rules/more.yaml,line=")
    assert render([], "text") == "the knowledge base is in order"


def test_the_second_articles_stages_leave_most_cases_undecided(tmp_path: Path) -> None:
    """Its three stages, taken literally, decide three of the twelve cells of data x size; the linter tells the rest."""
    facts = (
        "schema: 1\nfacts:\n"
        "  - {id: data, type: number, unit: bytes, low: 1, high: 1e15, of: slot, name: {en: data, zh: 数据}}\n"
    )
    tables = (
        "schema: 1\ntables:\n  - {id: stages, hit: unique, covers: [data, params], title: {en: stages, zh: 阶段}}\n"
    )
    stages = [
        ("a", "{slot: data, lt: 10 GB}, {slot: params, lt: 1B}", "{data: 1 GB, params: 0.5B}"),
        ("b", "{slot: data, gte: 10 GB, lte: 500 GB}, {slot: params, gte: 7B, lte: 13B}", "{data: 50 GB, params: 7B}"),
        ("c", "{slot: data, gt: 500 GB}, {slot: params, gt: 13B}", "{data: 1 TB, params: 70B}"),
    ]
    rules = {
        f"rules_{name}": rule(
            f"stages.{name}",
            table="stages",
            when=f"{{all: [{when}]}}",
            then=f"{{stage: {name}}}",
            examples=f"{{yes: [{example}], no: [{{data: 1 GB, params: 70B}}]}}",
        )
        for name, when, example in stages
    }
    folder = write_base(tmp_path, facts_data=facts, rules_stages=tables, **rules)
    gaps = [one.message for one in found(folder, "R004") if "stages" in one.where]
    assert sorted(gaps) == [
        "no rule decides data from 1 to 10 GB, params from 1B to 10T",
        "no rule decides data from 10 GB to 1000 TB, params from 1 to 7B",
        "no rule decides data from 10 GB to 500 GB, params from 13B to 10T",
        "no rule decides data from 500 GB to 1000 TB, params from 7B to 13B",
    ]


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("fact.parms", "1", "no fact is called `parms`, did you mean `params`?"),
        ("fact.params", "many", "`many` is no factor"),
        ("fact.method", "ful", "`ful` is no value of `method`, did you mean `full`?"),
    ],
)
def test_a_word_for_a_fact_that_is_none_is_found(kind: str, value: str, words: str, tmp_path: Path) -> None:
    base = write_base(tmp_path)
    term = f'schema: 1\nvocabulary:\n  - {{id: heard, kind: {kind}, value: "{value}", en: ["# parts"]}}\n'
    put(base / "vocabulary" / "x.yaml", term)
    (one,) = [one for one in found(base, "R009") if one.where.startswith("vocabulary")]
    assert words in one.message
    assert one.line == 3
