"""The base that is shipped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.knowledge import Knowledge
from assistant.knowledge.folders import built_in_folder
from assistant.knowledge.lint import check
from assistant.knowledge.lookup import COUNTED


def test_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knowledge", "check"]) == 0
    assert capsys.readouterr().out.startswith(("0 errors", "knowledge/", "the knowledge base"))


def test_every_waiver_is_used_and_has_a_reason() -> None:
    assert [one for one in check(built_in_folder()) if one.lint == "R020"] == []


def test_every_claim_and_disagreement_is_there(kb: Knowledge) -> None:
    assert len(kb.claims) == 237
    assert len(kb.disagreements) == 53
    assert {claim.article for claim in kb.claims.values()} == {"article-1", "article-2", "article-3"}


def test_a_claim_that_is_not_supported_says_what_is_right(kb: Knowledge) -> None:
    bare = [claim.id for claim in kb.claims.values() if claim.verdict != "supported" and claim.correction is None]
    assert bare == []


def test_a_claim_names_a_section_of_its_article(kb: Knowledge) -> None:
    for claim in kb.claims.values():
        assert claim.section in {section.id for section in kb.sources[claim.article].sections}, claim.id


def test_conflicts_are_mutual_enough_to_be_found_from_a_wrong_claim(kb: Knowledge) -> None:
    for claim in kb.claims.values():
        assert set(claim.conflicts_with) <= set(kb.claims), claim.id
        assert claim.id not in claim.conflicts_with


def test_wrong_claims_are_overruled_by_a_rule(kb: Knowledge) -> None:
    overruled = {name for rule in kb.rules.values() for name in rule.overrules}
    wrong = {claim.id for claim in kb.claims.values() if claim.verdict == "wrong"}
    assert wrong - overruled == set()


def test_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knowledge", "stats", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert set(counts) == {*COUNTED, "version"}
    assert all(counts[kind] > 0 for kind in COUNTED)


def test_show_names_what_refers_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knowledge", "show", "d2-gpu-10", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert {"kind": "disagreements", "id": "K1"} in shown["used_by"]
    assert main(["knowledge", "show", "RTX 4090"]) == 0
    assert "rtx-4090" in capsys.readouterr().out
    assert main(["knowledge", "show", "rtx-9999"]) == 1


def test_search_and_graph(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knowledge", "search", "nvlink", "4090", "--json"]) == 0
    hits = json.loads(capsys.readouterr().out)["hits"]
    assert any(hit["id"] == "consumer-nvlink" for hit in hits)
    assert main(["knowledge", "search", "xyzzyqwert"]) == 1
    capsys.readouterr()
    assert main(["knowledge", "graph", "--kind", "rules", "--kind", "claims"]) == 0
    assert '"rules/network.no-nvlink-on-this-card" -> "claims/d2-gpu-10"' in capsys.readouterr().out


def test_unknown_lint_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knowledge", "check", "--only", "R999"]) == 2
    assert "R999" in capsys.readouterr().err


def test_check_of_a_broken_layer_fails_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.yaml").write_text("schema: 1\ngpus:\n  - {id: x, name: X, memory_gb: lots, source: gpu-sheets}\n")
    assert main(["knowledge", "check", "--knowledge", str(tmp_path)]) == 1
    assert "mine.yaml:3:" in capsys.readouterr().out
